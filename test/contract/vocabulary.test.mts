import type { IDataObject } from 'n8n-workflow';

import { disbursements, notPaidYet } from '../../nodes/Stitch/actions/disbursement/disbursements';
import { listPage } from '../../nodes/Stitch/payoutList/getPage/page';
import type { PageKind } from '../../nodes/Stitch/payoutList/getPage/pageText';
import { parts, statusInWords } from '../../nodes/Stitch/payoutList/getPage/parts';
import { fail, failedItem, type Entry } from '../../nodes/Stitch/run/entry';
import {
	ServiceFailure,
	type FailureDetails,
	type FailureKind,
	type Happened,
} from '../../nodes/Stitch/transport/failure';
import { itemOf } from '../unit/builders.mts';

/** What is true of the money of a row. */
type Truth =
	/** It moved, is moving, or may have moved: under this row's reference, now or before. */
	| 'mayHaveMoved'
	| 'cameBack'
	/** It is certain that it did not move. */
	| 'never'
	/** The row is to be paid if the list is. */
	| 'toBePaid';

interface Case {
	name: string;
	row: IDataObject;
	truth: Truth;
	kinds: PageKind[];
}

const payee = {
	...{ row: 2, externalReference: 'a-2', beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '1234567890', amount: 10.5 },
};

/** Every verdict of Check, and one that a later version may have. */
const ofVerdict: Record<string, Truth> = {
	...{ willBePaid: 'toBePaid', payAgain: 'toBePaid', confirmed: 'toBePaid' },
	...{ alreadyPaid: 'mayHaveMoved', sentWithOtherValues: 'mayHaveMoved' },
	...{ paidElsewhere: 'mayHaveMoved', unknown: 'mayHaveMoved' },
	...{ cancelledBefore: 'never', failedBefore: 'never', cannotBePaid: 'never' },
	...{ holderRefuted: 'never', confirmFirst: 'never', heldBack: 'never', newVerdict: 'never' },
};

const verdicts = Object.entries(ofVerdict).flatMap(([verdict, truth]): Case[] => {
	const pay = truth === 'toBePaid';
	const row = { ...payee, verdict, pay, explanation: '', warnings: [], difference: 0 };
	const ofReview: Case = { name: verdict, row, truth, kinds: ['review'] };
	// On the page of a result, nobody knows what became of a row that was to be paid.
	return [ofReview, { ...ofReview, truth: pay ? 'mayHaveMoved' : truth, kinds: ['result'] }];
});

const ofFinal: Record<string, Truth> = { reversed: 'cameBack', error: 'never', cancelled: 'never' };

/** Every status of the record, one that it does not know and none, of new and of earlier payments. */
const payments = [...Object.keys(disbursements.statuses), 'new-at-stitch', undefined].flatMap(
	(status) =>
		[true, false, null, undefined].flatMap((alreadyExisted): Case[] => {
			const row = { ...payee, status: status as string, alreadyExisted: alreadyExisted as null };
			const name = `${status}, alreadyExisted ${alreadyExisted}`;
			const kinds: PageKind[] = ['result', 'report'];
			const truth = ofFinal[String(status)] ?? 'mayHaveMoved';
			return [
				{ name, row: { ...row, reasonText: notPaidYet }, truth, kinds },
				{
					...{ name: `${name}, not as asked`, row: { ...row, notAsAsked: ['Amount'] } },
					...{ truth: truth === 'never' ? 'mayHaveMoved' : truth, kinds },
				},
			];
		}),
);

const failureKinds: FailureKind[] = [
	...(['status', 'notConnected', 'answerLost', 'unreadable', 'notTheService', 'token'] as const),
	...(['graphql', 'notOffered', 'duplicate', 'otherValues', 'failedPayment', 'notFinal'] as const),
	...(['notSent', 'stopped'] as const),
];

/** A row of Create of which a failure is all that is known, as the engine puts it out. */
function failedRow(cause: unknown): IDataObject {
	const entry: Entry = { item: itemOf({}, 0), happened: 'no' };
	fail(entry, cause);
	if (entry.error === undefined) throw new Error('It has not failed.');
	return { ...payee, ...failedItem(entry.error, { index: 0, files: {} }).json };
}

const failures = failureKinds.flatMap((kind) =>
	(['no', 'maybe'] as Happened[]).map((happened): Case => {
		const movedBefore = ['duplicate', 'otherValues', 'notFinal'].includes(kind);
		const until = happened === 'no' ? '' : 'Until then, do not move this money in another way. ';
		const said = { sentence: 'It did not work', advice: `${until}Run it again.` };
		const details = { kind, happened, ...said } as FailureDetails;
		return {
			name: `${kind}, happened ${happened}`,
			row: failedRow(new ServiceFailure(details)),
			truth: happened === 'maybe' || movedBefore ? 'mayHaveMoved' : 'never',
			kinds: ['result'],
		};
	}),
);

/** A fault of the node can come after the payment; other words of later versions may say that it was made. */
const others: Case[] = [
	{ name: 'a fault', row: failedRow(new TypeError('x')), truth: 'mayHaveMoved', kinds: ['result'] },
	...['yes', 'maybe'].map((happened): Case => ({
		...{ name: `happened ${happened}`, truth: 'mayHaveMoved', kinds: ['result'] },
		row: { ...payee, error: 'It did not work', details: { happened } },
	})),
];

const cases = [...verdicts, ...payments, ...failures, ...others].flatMap(({ kinds, ...one }) =>
	kinds.map((kind) => ({ ...one, kind })),
);

async function pageOf(kind: PageKind, ...rows: IDataObject[]) {
	const text = { kind, isOfTestClient: false, title: 'A page', lines: [], zone: 'UTC' };
	return await listPage(rows, { lastTime: null }, text);
}

/** Words of a page by which somebody would pay by hand. Of payments on their way, “not paid yet” is true. */
const claims =
	/\bnot paid\b(?! yet| on a payday)|nothing (is|was|has been) (sent|paid)|never paid|money came back|\bunpaid\b|(is|was|were|are) not sent(?! again)/i;

it.each(cases)('no text of a $kind of $name says more than is true: $truth', async (one) => {
	const { formHtml, text } = await pageOf(one.kind, one.row);
	for (const said of [formHtml, text]) {
		const isClaimed = claims.test(said);
		if (one.truth === 'mayHaveMoved' || one.truth === 'toBePaid') {
			expect(claims.exec(said)?.[0]).toBeUndefined();
		}
		if (one.truth === 'never') expect(isClaimed).toBe(true);
		expect(/money came back/i.test(said)).toBe(
			one.row.status === 'reversed' && one.row.notAsAsked === undefined,
		);
		const isOnItsWay = /\bnot paid yet\b/i.test(said);
		if (isOnItsWay) expect(['pending', 'submitted']).toContain(one.row.status);
	}
});

it.each(['review', 'result', 'report'] as const)(
	'a %s says once not to pay in another way, and which sections that is about',
	async (kind) => {
		const some = cases.filter((one) => one.kind === kind).map(({ row }) => row);
		const { formHtml, text } = await pageOf(kind, ...some);
		for (const said of [formHtml, text]) {
			expect(said.split('in another way')).toHaveLength(2);
			expect(said).toMatch(/Do not pay anybody under “[^.]*” in another way/);
		}
	},
);

const byHand = /that you have paid by hand|Have you paid one of these people by hand/g;

it.each(['review', 'result', 'report'] as const)(
	'a %s of rows that can be uploaded again says once to delete what was paid by hand, if it is of a file',
	async (kind) => {
		const some = cases.filter((one) => one.kind === kind).map(({ row }) => row);
		const { formHtml, text } = await pageOf(kind, ...some);
		for (const said of [formHtml, text]) {
			expect(said.match(byHand) ?? []).toHaveLength(kind === 'report' ? 0 : 1);
		}
	},
);

it('a page, its counts, its sums and its text call each part by the same words', async () => {
	const rows = cases.filter(({ kind }) => kind === 'result').map(({ row }) => row);
	const { formHtml, counts, sections, text } = await pageOf('result', ...rows);
	const titles = [...formHtml.matchAll(/<h2>(?:<\w+>)?([^<:]+): \d/g)].map(([, title]) => title);
	expect(sections.map(({ name }) => name)).toEqual(titles.filter((title) => title !== 'Sent now'));
	for (const { name, count } of sections) {
		expect(counts).toContain(`${String(count)} ${String(name).toLowerCase()}`);
		expect(text).toContain(`${String(name)}: ${String(count)}, `);
	}
});

it('a report, its rows for a spreadsheet and the page of a result call a status by the same words', async () => {
	for (const status of [...Object.keys(disbursements.statuses), 'new-at-stitch']) {
		const row = { ...payee, status, alreadyExisted: false };
		const [part] = (await pageOf('result', row)).sections;
		const { sections, rows } = await pageOf('report', row);
		expect([sections[0]?.name, rows?.[0]?.Status]).toEqual([part?.name, part?.name]);
	}
});

it('a status is in the words of a part, and all statuses of the record have one', () => {
	const titles = Object.values(parts).map(({ title }) => title.toLowerCase());
	for (const status of Object.keys(disbursements.statuses)) {
		expect(titles).toContain(statusInWords({ status }));
	}
	for (const status of ['new-at-stitch', 'constructor', '__proto__']) {
		expect(statusInWords({ status })).toBe(`Stitch says “${status}”`);
	}
	expect(statusInWords({})).toBe('Stitch says “nothing”');
});
