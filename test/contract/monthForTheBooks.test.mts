import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { assignedIn, readExample, textOf, valueOf } from '../examples.mts';

type Json = Record<string, unknown>;

const example = readExample('month-for-the-books.json');
const { nodes } = example;
const NOVEMBER = {
	start: '2026-11-01T00:00:00.000+02:00',
	end: '2026-12-01T00:00:00.000+02:00',
	feePerPayment: 2,
	feePercentOfPayment: 1.5,
	feePerPayout: 0,
};

/** What the code makes of the lists of a month. */
function made(lists: Record<string, Json[]>, month: Json = NOVEMBER): Json[] {
	const items = (list: Json[] = []) => list.map((json) => ({ json }));
	const $ = (name: string) => ({
		all: () => items(lists[name]),
		first: () => items(name === 'Month' ? [month] : lists[name])[0],
	});
	const code = String(nodes.find(({ name }) => name === 'Rows')?.parameters.jsCode);
	const rows = runInNewContext(`(() => {${code}})()`, { $, DateTime }) as Array<{ json: Json }>;
	return [...rows].map(({ json }) => json);
}

/** The rows of a month, as "kind day amount reference". */
const rowsOf = (...given: Parameters<typeof made>) =>
	made(...given).map(({ kind, day, amount, reference }) =>
		[kind, day, amount, reference].map(String).join(' '),
	);

const record = (externalReference: string, statusDate: string, more: Json = {}) => ({
	id: externalReference,
	externalReference,
	statusDate,
	status: 'completed',
	amount: { quantity: '100.10', currency: 'ZAR' },
	...more,
});

describe('the rows of a month for the books', () => {
	it('are payments, refunds, payouts and fees on separate rows, by day', () => {
		const rows = rowsOf({
			Payments: [record('order-1', '2026-11-05T10:00:00Z')],
			Refunds: [record('order-0', '2026-11-04T10:00:00Z', { amount: '40.00' })],
			Payouts: [record('salary-1', '2026-11-06T10:00:00Z')],
		});
		expect(rows).toEqual([
			'refund 2026-11-04 -40 order-0',
			'payment 2026-11-05 100.1 order-1',
			'fee 2026-11-05 -3.5 order-1',
			'payout 2026-11-06 -100.1 salary-1',
		]);
	});

	it('name whom they are from or to, but not by the reference once more', () => {
		const at = '2026-11-05T10:00:00Z';
		const month = { ...NOVEMBER, feePerPayment: 0, feePercentOfPayment: 0 };
		const lists = {
			Payments: [
				record('order-1-of-a-long-name', at, { payerReference: 'order-1-of-a' }),
				record('order-2', at, { payerReference: 'N Dlamini' }),
			],
			Payouts: [record('salary-1', at, { beneficiary: { name: 'T Tester' } })],
		};
		expect(made(lists, month).map(({ payee }) => payee)).toEqual(['', 'N Dlamini', 'T Tester']);
	});

	it('belong to the month in South African time', () => {
		const Payouts = [
			record('before', '2026-10-31T21:59:59Z'),
			record('first', '2026-10-31T22:00:00Z'),
			record('last', '2026-11-30T21:59:59Z'),
			record('after', '2026-11-30T22:00:00Z'),
		];
		expect(rowsOf({ Payouts })).toEqual([
			'payout 2026-11-01 -100.1 first',
			'payout 2026-11-30 -100.1 last',
		]);
	});

	it('are only of what was completed', () => {
		const day = '2026-11-05T10:00:00Z';
		const Payouts = ['error', 'pending', 'reversed', 'paused'].map((status) =>
			record(status, day, { status }),
		);
		expect(rowsOf({ Payouts, Payments: [{}] })).toEqual([]);
	});
});

describe('the overview of a month', () => {
	const days = [
		{ Day: '2026-11-05', Payments: 1000.1, Refunds: 0, Payouts: 0, Fees: -3.5, Total: 996.6 },
		{ Day: '2026-11-06', Payments: 0.2, Refunds: -40, Payouts: -1500, Fees: 0, Total: -1539.8 },
	];
	const overview = (payouts: Json[]) => {
		const page = nodes.find(({ name }) => name === 'Files and Overview')?.parameters;
		const lists: Record<string, Json[]> = { 'Day Columns': days, Payouts: payouts };
		const $ = (name: string) => ({ all: () => (lists[name] ?? []).map((json) => ({ json })) });
		return textOf(page?.completionMessage, { $ }).replaceAll('\u00a0', ' ');
	};

	it('adds the days up', () => {
		const rows = overview([]).split('</tr><tr>');
		expect(
			rows.map((row) =>
				row
					.replace(/<[^>]+>/g, ' ')
					.trim()
					.split(/ {2,}/),
			),
		).toEqual([
			['Day', 'Payments', 'Refunds', 'Payouts', 'Fees', 'Total'],
			['2026-11-05', 'R1 000.10', 'R0.00', 'R0.00', '-R3.50', 'R996.60'],
			['2026-11-06', 'R0.20', '-R40.00', '-R1 500.00', 'R0.00', '-R1 539.80'],
			['Month', 'R1 000.30', '-R40.00', '-R1 500.00', '-R3.50', '-R543.20'],
		]);
		expect(overview([])).not.toContain('Sent back');
	});

	it('names the payouts that the bank has sent back, none of them as code', () => {
		const payouts = ['salary-1', '<b>{{ 1 }}'].map((one) =>
			record(one, '', { status: 'reversed' }),
		);
		expect(overview([...payouts, record('salary-2', '')])).toContain(
			'not in the files: salary-1, &#60;b&#62;&#123;&#123; 1 &#125;&#125;. If an earlier file',
		);
	});
});

it.each(['=1+1', '\t=1+1', ' +1', '@x', '-1'])(
	'the file for Xero has no formula where a reference is %j',
	(reference) => {
		const given = { $json: { reference, payee: reference } };
		for (const column of ['Reference', 'Payee']) {
			expect(valueOf(assignedIn(example, 'Xero Columns', column), given)).toMatch(/^[x1]/);
		}
	},
);
