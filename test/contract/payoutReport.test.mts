import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../examples.mts';

type Json = Record<string, unknown>;
type Row = Record<string, unknown>;

const zone = 'Africa/Johannesburg';
const { nodes } = readExample('payout-report.json');
const codeOf = (name: string) =>
	String(nodes.find((node) => node.name === name)?.parameters.jsCode);

/** A Friday. */
const FRIDAY = '2026-11-20T15:00:00.000+02:00';
const NEXT_WEEK = '2026-11-27T15:00:00.000+02:00';

/** A row of the file, as Pay a File notes it. */
const row = (place: number, more: Row = {}): Row => ({
	Row: place,
	Reference: `r-${place}`,
	Name: 'Payee',
	Amount: 10.1,
	Status: 'On its way',
	Sent: 'now',
	'What happened': '',
	'What to do': '',
	'Stitch ID': `payout-${place}`,
	...more,
});

/** A row of the data table. */
const run = (rows: Row[], more: Json = {}): Json => ({
	id: 1,
	file: 'payouts.csv',
	by: 'clerk@example.com',
	paidAt: FRIDAY,
	state: 'open',
	sends: 0,
	rows: JSON.stringify(rows),
	createdAt: FRIDAY,
	updatedAt: FRIDAY,
	...more,
});

interface Look {
	now?: string;
	settings?: Json;
	/** What Stitch answers, by its IDs. */
	answers?: Record<string, Json>;
	/** What it answers when it is asked once more. */
	later?: Record<string, Json>;
	/** The payouts of the client, as Stitch lists them; by default, there are those that it answers. */
	payouts?: Json[];
}

/** What the nodes with code make of the rows of the data table. */
function look(
	runs: Json[],
	{ now = FRIDAY, settings = {}, answers = {}, later, payouts }: Look = {},
) {
	const outputs: Record<string, Json[]> = {
		Settings: [{ workingDays: 2, publicHolidays: '', ...settings }],
	};
	const itemsOf = (list: Json[] = []) => list.map((json) => ({ json }));
	const step = (name: string, input: Json[]) => {
		const given = {
			$now: DateTime.fromISO(now, { zone }),
			DateTime,
			$input: { all: () => itemsOf(input) },
			$: (other: string) => ({
				isExecuted: other in outputs,
				all: () => itemsOf(outputs[other]),
				first: () => itemsOf(outputs[other])[0],
			}),
		};
		const returned = runInNewContext(`(() => {${codeOf(name)}})()`, given) as unknown;
		// Of another context, as far as jest can tell.
		const items = JSON.parse(JSON.stringify(returned)) as Array<{ json: Json }>;
		return (outputs[name] = items.map(({ json }) => json));
	};
	const asked = step('Payouts to Ask', step('Followed Runs', runs));
	const answersTo = (payouts: Json[], given = answers) =>
		payouts.map(({ payoutId }) => given[String(payoutId)] ?? {});
	outputs['Ask Stitch'] = answersTo(asked);
	const others = step('The Others to Ask', []);
	outputs['Ask Once More'] = answersTo(others, later);
	const known = payouts ?? [...outputs['Ask Stitch'], ...outputs['Ask Once More']];
	const lookedUp = step('Failed to Look Up', []).map(({ reference }) => reference);
	if (lookedUp.length > 0) {
		const isFound = ({ error, externalReference }: Json) =>
			error !== undefined || lookedUp.includes(externalReference);
		outputs['Look for Later Payouts'] = known.filter(isFound);
	}
	const standing = step('Where They Stand', []);
	const reports = step('Report', standing);
	return { asked, others, lookedUp, standing, reports };
}

const paid = (place: number, more: Json = {}) => ({
	[`payout-${place}`]: {
		id: `payout-${place}`,
		externalReference: `r-${place}`,
		amount: 10.1,
		status: 'completed',
		statusDate: FRIDAY,
		reasonText: null,
		createdAt: FRIDAY,
		...more,
	},
});
const statusesOf = (rows: unknown) => (rows as Row[]).map(({ Status }) => Status);

describe('the report of a payout run', () => {
	it.each([
		['a Friday', FRIDAY, '2026-11-24T14:59', false],
		['a Friday', FRIDAY, '2026-11-24T15:00', true],
		['a Saturday', '2026-11-21T09:00+02:00', '2026-11-24T08:59', false],
		['a Saturday', '2026-11-21T09:00+02:00', '2026-11-24T09:00', true],
		['a Saturday, elsewhere still a Friday', '2026-11-20T23:00Z', '2026-11-24T00:59', false],
		['a Saturday, elsewhere still a Friday', '2026-11-20T23:00Z', '2026-11-24T01:00', true],
		['the day before a holiday', '2026-12-15T09:00+02:00', '2026-12-18T08:59', false],
		['the day before a holiday', '2026-12-15T09:00+02:00', '2026-12-18T09:00', true],
		['a time that somebody has changed', 'last week', '2026-11-24T14:59', false],
		['a time that somebody has changed', 'last week', '2026-11-24T15:00', true],
	])('waits for two working days from %s (%s): at %s, %j', (_, paidAt, at, isTimeToReport) => {
		const settings = { publicHolidays: '2026-12-16 and 2026-12-25' };
		const { standing } = look([run([row(2)], { paidAt })], { now: `${at}+02:00`, settings });
		expect(standing).toMatchObject([{ isFinal: false, isTimeToReport }]);
	});

	it('comes as soon as everything is final, and asks until then about nothing that is', () => {
		const rows = [row(2, { Status: 'Paid' }), row(3), row(4, { Status: 'Not sent' })];
		const early = look([run(rows)], { answers: paid(2) });
		expect(early.asked).toEqual([{ id: 1, place: 1, payoutId: 'payout-3' }]);
		expect([early.others, early.standing]).toMatchObject([[], [{ isTimeToReport: false }]]);
		const { asked, standing } = look([run(rows)], { answers: { ...paid(2), ...paid(3) } });
		expect(asked).toEqual(early.asked);
		expect(standing).toMatchObject([
			{ isTimeToReport: true, outcome: '2 paid (R20.20), 1 not sent (R10.10)' },
		]);
		const next = look([{ ...run([]), rows: standing[0]?.noted }]);
		expect(next.asked).toEqual([]);
	});

	it.each([
		['everything is final', { answers: paid(3) }],
		['the time is over', { now: NEXT_WEEK }],
	])('asks once more when %s, and calls nothing paid that was sent back', (_, seen) => {
		// Of a row that was not sent, the ID is that of another payout.
		const rows = [row(2, { Status: 'Paid' }), row(3), row(4, { Status: 'Not sent' })];
		const later = { ...paid(2, { status: 'reversed' }), ...paid(4) };
		const { others, standing, reports } = look([run(rows)], { ...seen, later });
		expect(others).toEqual([{ id: 1, place: 0, payoutId: 'payout-2' }]);
		const [back, , notSent] = statusesOf(standing[0]?.rows);
		expect([back, notSent]).toEqual(['Sent back by the bank', 'Not sent']);
		expect(standing).toMatchObject([{ isTimeToReport: true }]);
		expect(reports).toMatchObject([
			{ text: expect.stringContaining('Row 2, r-2, Payee, R10.10: Sent back by the bank.') },
		]);
	});

	it('waits where Stitch does not answer once more, and keeps the words where it does', () => {
		const what = 'This was attempt 2.';
		const rows = [
			row(2, { Status: 'Paid' }),
			row(3),
			row(4, { Status: 'Paid', 'What happened': what }),
		];
		const later = { 'payout-2': { error: 'No answer' }, ...paid(4) };
		const { standing } = look([run(rows)], { answers: paid(3), later });
		expect(standing).toMatchObject([
			{
				isTimeToReport: false,
				outcome: '2 paid (R20.20), 1 not known (R10.10)',
				rows: [{}, {}, { 'What happened': what }],
			},
		]);
	});

	it.each<[string, Json]>([
		['no answer', {}],
		['a refusal', { error: 'Stitch does not know this ID' }],
		['a status that nobody knows', { id: 'payout-2', status: 'constructor' }],
		['an answer about another payout', { id: 'payout-3', status: 'completed' }],
	])('calls a payout not known, and asks again: %s', (_, answer) => {
		const answers = { 'payout-2': answer };
		const { standing } = look([run([row(2)])], { answers });
		expect(standing).toMatchObject([{ isTimeToReport: false, outcome: '1 not known (R10.10)' }]);
		const again = { ...run([]), rows: standing[0]?.noted };
		expect(look([again], { answers: paid(2) }).standing).toMatchObject([
			{ isFinal: true, outcome: '1 paid (R10.10)' },
		]);
	});

	it('says in words what became of a payout, why, and what to do', () => {
		const rows = [2, 3, 4, 5, 6, 7].map((place) => row(place));
		const answers = {
			...paid(2),
			...paid(3, { status: 'error', reasonText: 'The account 1234567890 is closed' }),
			...paid(4, { status: 'paused' }),
			...paid(5, { status: 'reversed' }),
			...paid(6, { status: 'cancelled' }),
			...paid(7, { status: 'submitted' }),
		};
		const { standing } = look([run(rows)], { answers });
		expect(statusesOf(standing[0]?.rows)).toEqual([
			'Paid',
			'Failed',
			'Waiting for money',
			'Sent back by the bank',
			'Cancelled',
			'On its way',
		]);
		expect((standing[0]?.rows as Row[])[1]).toMatchObject({
			'What happened': 'The account …90 is closed.',
			'What to do': 'Correct the row and upload the whole file again.',
		});
		expect(standing[0]?.outcome).toBe(
			'1 paid (R10.10), 1 on its way (R10.10), 1 waiting for money (R10.10), 1 failed (R10.10), 1 cancelled (R10.10), 1 sent back by the bank (R10.10)',
		);
	});

	it.each([
		['bank_error', 'Leave the row as it is, and upload the whole file again later.'],
		['bank_processing_error', 'Leave the row as it is, and upload the whole file again later.'],
		['insufficient_funds', 'Top up the float account, then upload the whole file again. Leave'],
		['exceeded_limit', 'Have the limit raised and leave the row as it is, or make its amount'],
		[
			'beneficiary_bank_processing_error',
			'later. If it fails again, ask the recipient for another',
		],
		['inactive_account', 'Correct the row and upload the whole file again.'],
	])('says to correct a row only where something in it is wrong: %s', (reason, todo) => {
		const noted = { Status: 'Failed', 'What to do': 'Correct the row and upload it.' };
		const failed = (place: number) => paid(place, { status: 'error', reason });
		const { standing } = look([run([row(2), row(3, noted)])], {
			answers: failed(2),
			later: failed(3),
		});
		const [now, before] = standing[0]?.rows as Row[];
		expect(now?.['What to do']).toContain(todo);
		// What Pay a File has said stays, where it is right.
		const isRow = reason === 'inactive_account';
		expect(before?.['What to do']).toContain(isRow ? noted['What to do'] : todo);
	});

	it('says to change nothing in the row of a payout that was cancelled', () => {
		const { reports } = look([run([row(2)])], { answers: paid(2, { status: 'cancelled' }) });
		expect(reports[0]?.text).toContain('If it is to be paid after all, upload the whole file');
	});

	describe('of which a payout has failed', () => {
		const reasonText = 'The account 1234567890 is closed. Ask the recipient for another';
		const answers = paid(2, { status: 'error', reasonText });
		const failed: Json = { ...Object.values(answers)[0] };
		const MONDAY = '2026-11-23T08:00:00.000+02:00';
		const other = (more: Json) => ({ ...failed, id: 'other', createdAt: MONDAY, ...more });
		const seen = (...payouts: Json[]) => look([run([row(2)])], { answers, payouts });

		it('says that it was paid since, and that nothing more is to be done', () => {
			const { standing, reports } = seen(
				failed,
				other({ status: 'completed', statusDate: '2026-11-23T23:00:00+02:00' }),
			);
			expect(standing[0]?.outcome).toBe('1 failed, paid since (R10.10)');
			const [{ text, page, mail } = {}] = reports;
			expect(text).toContain('Everybody in this file is paid');
			expect(text).toContain(
				'Failed, paid since. Paid since (R10.10 on 23 November). At first: The account …90 is closed. Nothing more is to be done.',
			);
			for (const html of [page, mail]) {
				expect(html).toContain('<b class="good">Failed, paid since</b>');
			}
		});

		it('calls it failed where the later payout is to another name', () => {
			const later = other({ status: 'completed', beneficiaryName: 'Another' });
			const { standing, reports } = seen(failed, later);
			expect(standing[0]?.outcome).toBe('1 failed (R10.10)');
			expect(reports[0]?.text).toContain('with this reference: compare the two. The account');
		});

		it('asks to compare where the amount is another', () => {
			const [{ text } = {}] = seen(failed, other({ status: 'completed', amount: 9 })).reports;
			expect(text).toContain('Paid since (R9.00 on 20 November)');
			expect(text).toContain('The amount is not that of this row: compare the two.');
			expect(text).not.toMatch(/Everybody|Nothing more/);
		});

		it.each([
			['pending', 'on its way'],
			['submitted', 'on its way'],
			['paused', 'waiting for money'],
		])('says that it was sent again: %s', (status, where) => {
			const [{ text } = {}] = seen(failed, other({ status })).reports;
			expect(text).toContain('Failed, sent again: 1, R10.10');
			expect(text).toContain(`Sent again (R10.10 on 23 November): ${where}.`);
			expect(text).toContain('Pay nothing by hand.');
		});

		it('calls it failed where only an earlier payout was paid, or a later one failed, too', () => {
			const before = { status: 'completed', createdAt: '2026-11-19T08:00:00+02:00' };
			for (const more of [before, { status: 'error' }, { status: 'reversed' }]) {
				const { standing, lookedUp } = seen(failed, other(more));
				expect(lookedUp).toEqual(['r-2']);
				expect(standing[0]?.outcome).toBe('1 failed (R10.10)');
				expect(JSON.stringify(standing[0]?.rows)).not.toContain('looked up');
			}
		});

		it.each<[string, Json[]]>([
			['a refusal', [{ error: 'No answer' }]],
			['nothing', [{}]],
		])('calls it failed and says that it was not looked up: %s', (_, payouts) => {
			const { standing, reports } = seen(...payouts);
			expect(standing[0]?.outcome).toBe('1 failed (R10.10)');
			expect(reports[0]?.text).toContain('Whether it was paid since could not be looked up.');
		});

		it('notes what has failed as it is until the report', () => {
			const both = { ...answers, ...paid(3, { status: 'submitted' }) };
			const payouts = [failed, other({ status: 'completed' })];
			const { standing } = look([run([row(2), row(3)])], { answers: both, payouts });
			expect(standing[0]).toMatchObject({ isTimeToReport: false });
			expect(statusesOf(standing[0]?.rows)).toEqual(['Failed', 'On its way']);
		});
	});

	it('keeps runs apart, and goes on where somebody has spoilt the rows of one', () => {
		const runs = [
			run([row(2)], { id: 1 }),
			run([row(2, { 'Stitch ID': 'payout-9' })], { id: 2 }),
			run([], { id: 3, rows: 'spoilt' }),
			run([], { id: 4, rows: 'null' }),
			run([], { id: 5, rows: '[null, {}]' }),
		];
		const { standing } = look(runs, { answers: paid(9) });
		expect(standing).toMatchObject([
			{ id: 1, outcome: '1 not known (R10.10)' },
			{ id: 2, outcome: '1 paid (R10.10)' },
		]);
	});

	it('leaves a report alone that is being sent, and sends it again when that never ended', () => {
		const sending = run([row(2, { Status: 'Paid' })], { state: 'sending' });
		const answers = paid(2);
		expect(look([sending], { now: '2026-11-20T15:59:00+02:00', answers }).standing).toEqual([]);
		const { reports } = look([sending], { now: '2026-11-20T16:01:00+02:00', answers });
		expect(reports).toMatchObject([
			{ mail: expect.stringContaining('may have reached you before') },
		]);
	});

	it('is complete without its chart, which only the file has', () => {
		const rows = [row(2, { Status: 'Paid' }), row(3)];
		const { reports } = look([run(rows)], { now: NEXT_WEEK, answers: paid(2) });
		const [{ subject, text, mail, page } = {}] = reports;
		expect(subject).toBe(
			'Payout report of payouts.csv (not all final): 1 paid (R10.10), 1 not known (R10.10)',
		);
		for (const words of [text, mail, page]) {
			expect(words).toContain('Not all payouts are final after 2 working days');
			expect(words).toContain('1 of 2 rows are not final.');
			expect(words).toContain(
				'payouts.csv, paid out on 20 November 2026, 15:00, uploaded by clerk@example.com',
			);
		}
		expect(text).toContain('Paid: 1, R10.10');
		expect(text).toContain(
			'Row 3, r-3, Payee, R10.10: Not known. Stitch does not say where this payout stands. Upload',
		);
		expect(mail).not.toContain('<svg');
		expect(page).toContain('<svg');
		expect(page).not.toMatch(/https?:|<script|undefined|NaN/);
	});

	it('shows what comes from a file as text, wherever it stands', () => {
		const evil = `<img src=x onerror=alert(1)> {{ 1 }} $&\n"'`;
		const cells = {
			Reference: evil,
			Name: evil,
			Amount: evil,
			Status: evil,
			'What happened': evil,
		};
		const noted = run([row(2, { ...cells, 'Stitch ID': '' })], { file: evil, by: evil });
		const { reports } = look([noted], { now: NEXT_WEEK });
		const [{ subject, mail, page } = {}] = reports;
		for (const html of [mail, page]) {
			expect(html).toContain('&#60;img src=x');
			expect(html).not.toMatch(/<img|\{\{|\$&/);
		}
		expect(subject).not.toContain('\n');
	});
});
