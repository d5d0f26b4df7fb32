/** What a page is for: rows before they are paid, what came of a run, or any payments. */
export type PageKind = 'review' | 'result' | 'report';

/** What a page says in addition to its rows; all of its texts are from outside. */
export interface PageText {
	kind: PageKind;
	/** Whether the payments are those of a test client, which moves no money (spec 4.7). */
	isOfTestClient: boolean;
	title: string;
	businessName?: string;
	footer?: string;
	/** Lines below the title, such as who has uploaded the file and when. */
	lines: readonly string[];
}

/** Also what came of payments says so: nobody has been paid. */
export const ofTestClient = 'A test client: no real money moves.';
