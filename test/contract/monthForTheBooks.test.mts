import { DateTime } from 'luxon';

import {
	assignedIn,
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
} from '../setup/examples.mts';
import { NOVEMBER, record, rowsMade, run } from './monthForTheBooks.mts';

/** The rows of a month, as "kind day amount reference". */
const rowsOf = (...given: Parameters<typeof rowsMade>) =>
	rowsMade(...given).map(({ kind, day, amount, reference }) =>
		[kind, day, amount, reference].map(String).join(' '),
	);

it('a month is that of South Africa, and refunds and payouts are read from the month before', () => {
	const example = readExample('month-for-the-books.json');
	const given = { $json: { month: 'February 2027' }, DateTime };
	const [start, end, early] = ['start', 'end', 'early'].map((field) =>
		valueOf(assignedIn(example, 'Month', field), given),
	);
	expect([start, end, early]).toEqual([
		'2027-02-01T00:00:00.000+02:00',
		'2027-03-01T00:00:00.000+02:00',
		'2027-01-01T00:00:00.000+02:00',
	]);
});

describe('the rows of a month for the books', () => {
	it('begin no cell of their own in a spreadsheet that divides cells by semicolons', () => {
		const beneficiary = { name: 'B;=1+1' };
		const Payouts = [record('a;=HYPERLINK("x")', '2026-11-02T10:00:00Z', { beneficiary })];
		expect(JSON.stringify(rowsMade({ Payouts }))).not.toContain(';');
	});

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
		expect(rowsMade(lists, month).map(({ payee }) => payee)).toEqual(['', 'N Dlamini', 'T Tester']);
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

/** A payment at a card machine. */
const session = (externalReference: string, more: Json = {}, charge: Json = {}) => ({
	...{ id: externalReference, externalReference, status: 'success' },
	...{ intent: { charge: { amount: 50.5 } }, updatedAt: '2026-11-06T10:00:00Z' },
	outcome: { charge: { amount: 50.5, createdAt: '2026-11-05T10:00:00Z', ...charge } },
	...more,
});
const authorised = { intent: { charge: { amount: 50.5, capture: { method: 'manual' } } } };

describe('the card machine payments of a month', () => {
	it('are rows of their own, with their fee, and their refunds', () => {
		const lists = {
			'Card Payments': [session('till-1')],
			'Card Refunds': [
				{
					id: 'r',
					status: 'success',
					amount: 10,
					createdAt: '2026-11-07T10:00:00Z',
					terminalSession: 'till-1',
				},
			],
		};
		expect(rowsOf(lists, { ...NOVEMBER, feePercentOfCardPayment: 2 })).toEqual([
			'card 2026-11-05 50.5 till-1',
			'fee 2026-11-05 -1.01 till-1',
			'refund 2026-11-07 -10 till-1',
		]);
	});

	it('name the session that is given back, even if Stitch returns it as an object', () => {
		const given = { id: 'r', status: 'success', amount: { quantity: '10', currency: 'ZAR' } };
		const lists = {
			'Card Payments': [session('till-1')],
			'Card Refunds': [
				{ ...given, createdAt: '2026-11-07T10:00:00Z', terminalSession: { id: 'till-1' } },
			],
		};
		expect(rowsOf(lists)).toContain('refund 2026-11-07 -10 till-1');
	});

	it('are none that failed, were only authorised, or paid money out', () => {
		const lists = {
			'Card Payments': [
				session('failed', { status: 'failure' }),
				session('pending', { status: 'pending', outcome: undefined }),
				session('held', authorised),
				session('out', { intent: { disbursement: { amount: 5 } }, outcome: undefined }),
				session('october', {}, { createdAt: '2026-10-31T21:00:00Z' }),
			],
			'Card Refunds': [
				{ id: 'r', status: 'failure', amount: 10, createdAt: '2026-11-07T10:00:00Z' },
				{ id: 's', status: 'new-word', amount: 10, createdAt: '2026-11-07T10:00:00Z' },
				{ id: 't', status: 'success', createdAt: '2026-11-07T10:00:00Z' },
				{ id: 'u', status: 'success', amount: null, createdAt: '2026-11-07T10:00:00Z' },
			],
		};
		expect(rowsOf(lists)).toEqual([]);
	});
});

it('the recurring charges of a month are those that were noted, with their fee', () => {
	const charge = { id: 1, reference: '204-2026-11', name: 'N Dlamini', amount: 99 };
	const Charges = [
		{ ...charge, chargedOn: '2026-11-01' },
		{ ...charge, chargedOn: '2026-10-31' },
		{},
	];
	const month = { ...NOVEMBER, feePercentOfCardPayment: 3 };
	expect(rowsOf({ Charges }, month)).toEqual([
		'charge 2026-11-01 99 204-2026-11',
		'fee 2026-11-01 -2.97 204-2026-11',
	]);
	expect(rowsMade({ Charges }, month)[0]?.payee).toBe('N Dlamini');
});

it('a payment whose money never arrived is not in the books', () => {
	const at = '2026-11-05T10:00:00Z';
	const Payments = [
		record('never', at, { paymentConfirmation: 'unsettled' }),
		record('came', at, { paymentConfirmation: 'received' }),
		record('unknown', at, { paymentConfirmation: null }),
	];
	const rows = rowsOf({ Payments }, { ...NOVEMBER, feePerPayment: 0, feePercentOfPayment: 0 });
	expect(rows).toEqual(['payment 2026-11-05 100.1 came', 'payment 2026-11-05 100.1 unknown']);
});

describe('the overview of a month', () => {
	const row = (day: string, kind: string, cents: number) => ({ day, kind, cents });
	const month = [
		row('2026-11-05', 'payment', 100010),
		row('2026-11-05', 'fee', -350),
		row('2026-11-06', 'payment', 10),
		row('2026-11-06', 'payment', 20),
		row('2026-11-06', 'card', 5050),
		row('2026-11-06', 'charge', 9900),
		row('2026-11-06', 'refund', -4000),
		row('2026-11-06', 'payout', -150000),
	];
	const byDay = run('By Day', {}, NOVEMBER, month);
	const overview = (lists: Record<string, Json[]> = {}): string => {
		const given = { 'By Day': byDay, Rows: month, 'Card Payments': [], ...lists };
		const leftOut = { 'Not in the Files': run('Not in the Files', given, NOVEMBER) };
		const [page] = run('Overview', { ...given, ...leftOut }, NOVEMBER);
		return String(page?.html).replaceAll('\u00a0', ' ');
	};

	it('names what is not in the files also where there are no rows', () => {
		const html = '<p>Refunds whose status is not known.</p>';
		const page = readExample('month-for-the-books.json').nodes.find(
			({ name }) => name === 'No Rows',
		);
		const $ = (name: string) => ({
			...outputsOf({ 'Not in the Files': [{ html }] })(name),
			params: { options: {} },
		});
		expect(textOf(page?.parameters.completionMessage, { $ })).toContain(`in this month.${html}`);
	});

	it('adds the days up to the cent, and all of them', () => {
		expect(byDay.map((sums) => Object.values(sums))).toEqual([
			['2026-11-05', 1000.1, 0, 0, 0, 0, -3.5, 996.6],
			['2026-11-06', 0.3, 50.5, 99, -40, -1500, 0, -1390.2],
			['Month', 1000.4, 50.5, 99, -40, -1500, -3.5, -393.6],
		]);
	});

	it('shows them under headings that a screen reader knows', () => {
		expect(overview()).toContain(
			'<th scope="col">Day</th><th scope="col">Payments</th><th scope="col">Card machine</th>',
		);
		expect(overview()).toContain('<tr><th scope="row">2026-11-05</th><td>R1 000.10</td>');
		expect(overview()).toContain('<th scope="row">Month</th>');
		expect(overview()).not.toMatch(/Sent back|never arrived|authorised|not known/);
	});

	it('names what is not in the files, none of it as code', () => {
		const at = '2026-11-05T10:00:00Z';
		const unsettled = { paymentConfirmation: 'unsettled' };
		const Payments = [
			record('never', at, unsettled),
			// Booked with its month, before Stitch knew.
			record('october', '2026-10-31T10:00:00Z', unsettled),
			record('december', '2026-12-01T10:00:00Z', unsettled),
		];
		const Payouts = [record('<b>{{ 1 }}', '', { status: 'reversed' }), record('salary-2', '')];
		Payouts.push(record('salary-3', at, { status: 'new-word' }));
		const Refunds = [record('order-1', at, { status: 'new-word' }), record('order-2', at)];
		const page = overview({
			...{ Payments, Payouts, Refunds, 'Card Payments': [session('held', authorised)] },
			'Card Refunds': [
				{ id: 'r-1', status: 'new-word', amount: 10, createdAt: at },
				{ id: 'r-2', status: 'success', createdAt: at },
				{ id: 'r-3', status: 'success', amount: 10 },
				{ id: 'r-4', status: 'failure' },
			],
		});
		expect(page).toMatch(/money never arrived\. .* reverse them in your books: never, october\./);
		expect(page).toContain('in your books: &#60;b&#62;&#123;&#123; 1 &#125;&#125;.');
		expect(page).toMatch(/status is not known\. [^<]*look them up in Stitch: order-1, salary-3\./);
		expect(page).toMatch(
			/only authorised\. Not in the files: add those that were captured: held\./,
		);
		expect(page).toMatch(/outcome or amount is not known\. Not in the files: r-1, r-2\./);
		expect(page).toMatch(/date is not known, of any month\. Not in the files: r-3\./);
	});
});

it('the runs of a month are those of Pay a file in it, with what they paid as an amount', () => {
	const one = {
		time: '2026-11-25 09:00',
		file: 'a.csv',
		paid: '1250.50',
		onItsWay: '0.00',
		approver: 'boss@example.com',
	};
	const Runs = [one, { ...one, time: '2026-10-25 09:00' }, {}];
	expect(run('Run Columns', { Runs }, NOVEMBER)).toEqual([
		expect.objectContaining({
			Time: one.time,
			File: 'a.csv',
			Paid: 1250.5,
			'On the way then': 0,
			'Approved by': 'boss@example.com',
		}),
	]);
	const old = { ...one, paid: '2, R1\u00a0250.50', onItsWay: '' };
	expect(run('Run Columns', { Runs: [old] }, NOVEMBER)).toMatchObject([
		{ Paid: old.paid, 'On the way then': '' },
	]);
	expect(run('Run Columns', { Runs: [] }, NOVEMBER)).toEqual([
		{ Time: 'No run of Pay a file in 2026-11' },
	]);
});
