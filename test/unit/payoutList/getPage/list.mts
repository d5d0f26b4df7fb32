import type { IDataObject } from 'n8n-workflow';

import { listPage } from '../../../../nodes/Stitch/payoutList/getPage/page';
import type { PageText } from '../../../../nodes/Stitch/payoutList/getPage/pageText';

/** A row as Check puts it out: to be paid, R10.50 as on 25 October. */
export const checked = (row: number, change: IDataObject = {}): IDataObject => ({
	...{ row, pay: true, verdict: 'willBePaid', explanation: '', warnings: [], severity: null },
	...{ facts: [], externalReference: `a-${row}`, beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '1234567890', amount: 10.5, lastAmount: 10.5, lastDate: '2026-10-25' },
	...{ lastPayments: 1, lastTo: null, lastReference: `o-${row}`, difference: 0 },
	...change,
});

/** A row of which Check knows no earlier payment. */
export const first = (row: number, change: IDataObject = {}): IDataObject =>
	checked(row, { lastAmount: null, lastDate: null, difference: null, ...change });

/** A row that Check does not pay. */
export const notPaid = (row: number, verdict: string, change: IDataObject = {}): IDataObject =>
	checked(row, { pay: false, verdict, ...change });

/** What comes of a payment, as Create puts it out: a status, or a failure. */
export const paid = (row: number, outcome: IDataObject): IDataObject => ({
	...{ row, externalReference: `a-${row}`, beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '1234567890', amount: 10.5, alreadyExisted: false, ...outcome },
});

const counted = (count: number, sum: number) => ({ count, sum });

/** How a file compares with 25 October, as the summary of Check says: by default, nothing is different. */
export const lastTime = (change: IDataObject = {}): IDataObject => ({
	...{ day: '2026-10-25', daysAgo: 31, daysBefore: 30, known: 1, last: counted(1, 10.5) },
	...{ more: counted(0, 0), less: counted(0, 0), first: counted(0, 0), left: counted(0, 0) },
	...{ since: counted(0, 0), earlier: [], missing: [], ...change },
});

export const summaryOf = (change: IDataObject = {}): IDataObject => ({
	...{ alerts: [], messages: [], notes: [], lastTime: lastTime(), ...change },
});

/** The page of rows, by default a review. */
export const page = async (
	rows: IDataObject[],
	summary: IDataObject = summaryOf(),
	text: Partial<PageText> = {},
) =>
	await listPage(rows, summary, {
		...{ kind: 'review', isOfTestClient: false, title: 'Payments', lines: [] },
		...{ zone: 'Africa/Johannesburg', ...text },
	});

/** The same without its styles, and with plain spaces. */
export const shown = async (...given: Parameters<typeof page>): Promise<string> =>
	(await page(...given)).formHtml.replaceAll('\u00a0', ' ');

export const resultOf = async (rows: IDataObject[]): Promise<string> =>
	await shown(rows, {}, { kind: 'result' });

/** The headings of the sections of a page, from above, with their colours and sums. */
export const headingsOf = (html: string): string[] =>
	[...html.matchAll(/<h2>(?!<strong|Notes)(.*?) <span>(.*?)<\/span><\/h2>/g)].map(
		([, title, sum]) => `${title}, ${sum}`,
	);

/** The lines of a page that stand above all rows, as text. */
export const linesOf = (html: string, caption: string): string[] => {
	const [, body = ''] =
		new RegExp(`<th[^>]*>${caption}[^<]*</th></tr>(.*?)</tbody>`).exec(html) ?? [];
	return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, line = '']) =>
		line.replaceAll('</td><td>', ' | ').replace(/<[^>]*>/g, ''),
	);
};
