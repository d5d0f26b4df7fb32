import type { IDataObject } from 'n8n-workflow';

import { requireAsChecked } from '../../nodes/Stitch/actions/disbursement/checkedRow';
import {
	outputsOf,
	readExample,
	runCode,
	textOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';

const example = readExample('payout-assistant.json');

/** What a code node makes of its input and of what the nodes before it have put out. */
const run = (node: string, executed: Outputs, input: Json = {}): Json[] =>
	runCode(example, node, executed, [input]).map(({ json }) => json);

/** What the page says of a row, by what the dry run says of it. */
function reviewed(check: Json, settings: Json = {}, more: Outputs = {}) {
	const row = { row: 1, reference: 'acme-17', amount: '100.00', accountNumber: '1234567890' };
	const [page] = run('Review List', {
		Rows: [{ ...row, problem: '' }],
		'Clear Rows': [row],
		'Check Payment': [{ dryRun: true, client: 'test', ...check }],
		Settings: [{ payAlone: false, ...settings }],
		...more,
	});
	return (page?.rows as Json[])[0];
}

const payees = [
	{ payee: 'Acme Printing', bank: 'fnb', accountNumber: '1234567890' },
	{ payee: 'Acme', bank: 'fnb', accountNumber: '12345 67890' },
	{ payee: 'Dlamini Repairs', name: 'T Dlamini', bank: 'absa', accountNumber: '2345678900' },
];

/** The rows that are made of what the assistant wrote, and why there are none. */
function listed(payments: unknown, table: Json[] = payees): { rows: Json[]; complaint: string } {
	const lists = { Payees: table, Settings: [{ maximumPerPayment: '10000' }] };
	const [list] = run('The List', lists, { output: { message: 'Done.', payments } });
	return list as { rows: Json[]; complaint: string };
}

const payment = (payee: unknown, invoice: unknown, amount: unknown) => ({ payee, invoice, amount });

/** Why each of the payments is not offered; empty if it is. */
const problems = (...payments: object[]) => listed(payments).rows.map(({ problem }) => problem);

describe('the list that is made of what the assistant wrote', () => {
	it('takes bank and account from the table, whatever the assistant wrote', () => {
		const evil = { bank: 'absa', accountNumber: '3456789000', reference: 'other', problem: '' };
		const { rows } = listed([{ ...payment('dlamini repairs', 'INV-009', 150), ...evil }]);
		expect(rows).toEqual([
			{
				...{ row: 1, payee: 'dlamini repairs', name: 'T Dlamini', bank: 'absa' },
				...{ accountNumber: '2345678900', invoice: 'INV-009', amount: '150.00', problem: '' },
				reference: 'dlamini-repairs-9',
			},
		]);
	});

	it.each(['INV-017', 'Invoice No. 17', 'faktuur nr. 0017', '17'])(
		'knows %j as invoice 17, so that it has one reference',
		(invoice) => {
			expect(listed([payment('Acme', invoice, 10)]).rows[0]?.reference).toBe('acme-17');
		},
	);

	it('knows other invoices by other references', () => {
		const invoices = ['17', '172', '17/2', 'A17', 'rent 2026-11'];
		const { rows } = listed(invoices.map((invoice, cents) => payment('Acme', invoice, 1 + cents)));
		expect(new Set(rows.map(({ reference }) => reference)).size).toBe(invoices.length);
	});

	it.each([0, -1, 10.005, NaN, '10', null, 1e300])('offers no amount such as %j', (amount) => {
		expect(problems(payment('Acme', '1', amount))).toEqual([
			expect.stringContaining('amount must be'),
		]);
	});

	it('shows the amount of a row that is not offered, unless it is none', () => {
		const { rows } = listed([payment('Evil', '1', 10.5), payment('Evil', '2', 10.005)]);
		expect(rows.map(({ amount }) => amount)).toEqual(['10.50', null]);
	});

	it('offers no amount above the limit of one payment, and leaves the other rows as they are', () => {
		expect(problems(payment('Acme', '1', 10_000.01), payment('Acme', '2', 10_000))).toEqual([
			'At most R10\u00a0000.00 can be paid at once: maximumPerPayment in Settings.',
			'',
		]);
	});

	it('offers an invoice once, and the same amount to an account once, under whichever name', () => {
		const [first, ...others] = problems(
			payment('Acme Printing', '17', 100),
			payment('Acme Printing', 'No 17', 200),
			payment('Acme Printing', 'A-17', 100),
			payment('Acme', '17', 100),
			payment('Dlamini Repairs', '17', 100),
		);
		expect([first, others.pop()]).toEqual(['', '']);
		expect(others).toEqual([
			'This invoice is on the list twice.',
			expect.stringContaining('same amount to the same account'),
			expect.stringContaining('same amount to the same account'),
		]);
	});

	it('offers nobody who is not in the table, or is in it twice', () => {
		const twice = [...payees, { payee: 'ACME', bank: 'fnb', accountNumber: '1' }];
		const { rows } = listed([payment('Evil', '1', 1), payment('Acme', '1', 2)], twice);
		expect(rows.map(({ problem }) => problem)).toEqual([
			expect.stringContaining('not in your table'),
			expect.stringContaining('Two rows of your table'),
		]);
	});

	it.each(['', '=HYPERLINK("x")', '<b>1</b>', '1234567890', 'x'.repeat(41), undefined])(
		'offers no invoice number such as %j',
		(invoice) => {
			expect(problems(payment('Acme', invoice, 1))).toEqual([
				expect.stringContaining('The invoice number must be'),
			]);
		},
	);

	it.each<[unknown, Json[], string]>([
		[undefined, payees, 'gave no usable list'],
		['Pay Acme', payees, 'gave no usable list'],
		[[], payees, 'no payment on its list'],
		[[payment('Acme', '1', 1)], [{}], 'has no rows'],
		[Array.from({ length: 101 }, () => payment('Acme', '1', 1)), payees, 'more than 100'],
	])('is none for %j', (payments, table, complaint) => {
		expect(listed(payments, table)).toMatchObject({
			rows: [],
			complaint: expect.stringContaining(complaint),
		});
	});
});

describe('the rows that are paid', () => {
	const row = { row: 1, ready: true, amount: '100.00', accountNumber: '1234567890' };
	const paid = (since: Json, more: Json = {}, lately: Json[] = [{ id: 'before' }]) =>
		run('Rows to Pay', {
			'Paid Lately': lately,
			'Paid Since': [since],
			'Review List': [{ rows: [{ ...row, ...more }] }],
		});
	const twin = { id: 'new', amount: 100, accountNumber: '******7890' };

	it.each<[string, Json, Json]>([
		['nothing was paid since', {}, {}],
		['another amount was', { ...twin, amount: 100.01 }, {}],
		['another account was', { ...twin, accountNumber: '******7891' }, {}],
		['the same was paid before the page was made', { ...twin, id: 'before' }, {}],
	])('are those that were approved, where %s', (_, since, more) => {
		expect(paid(since, more)).toEqual([row]);
	});

	it.each<[string, Json, Json]>([
		['the same amount went to the same account since', twin, {}],
		['Stitch did not say what was paid since', { error: 'No answer' }, {}],
		['the page said no', {}, { ready: false }],
	])('are none where %s', (_, since, more) => {
		expect(paid(since, more)).toEqual([]);
	});
});

describe('a row of the list that the assistant made', () => {
	it.each(['new', 'payAgain'])('is offered for payment where the dry run says %s', (why) => {
		expect(reviewed({ wouldSend: true, why })).toMatchObject({ ready: true, why: '' });
	});

	it('is paid with a live client only where whoever set it up lets one person pay alone', () => {
		const live = { wouldSend: true, why: 'new', client: 'live' };
		for (const payAlone of [false, undefined, 'true']) {
			expect(reviewed(live, { payAlone })).toMatchObject({
				ready: false,
				why: expect.stringMatching(/real money.*payAlone/),
			});
		}
		expect(reviewed(live, { payAlone: true })).toMatchObject({ ready: true });
		expect(reviewed({ ...live, client: undefined })).toMatchObject({ ready: false });
	});

	it('is paid only by the client that has checked it', () => {
		const [own, other] = ['0e9a1b7c-own', '5d2f8e3a-other'];
		const row = reviewed({ wouldSend: true, why: 'new', nonce: own }) as IDataObject;
		const { amount, ...beneficiary } = row;
		const body = { amount: { quantity: amount }, beneficiary };
		const payBy = (clientId: string, nonce: string) => () =>
			requireAsChecked(row, { nonce, body, clientId, paysAgain: () => true });
		expect(payBy('test-a', own)).not.toThrow();
		expect(payBy('test-b', other)).toThrow(/a different payment/);
		expect(payBy('live-a', own)).toThrow(/live client/);
	});

	it.each<[string, Json, boolean]>([
		['to the same account', {}, false],
		['to another account', { accountNumber: '******7891' }, true],
		['but failed', { status: 'error' }, true],
		[
			'under this very reference, which the dry run has looked at',
			{ externalReference: 'acme-17' },
			true,
		],
	])('may be the same invoice where its amount went lately %s', (_, other, isReady) => {
		const lately = { id: '1', externalReference: 'acme-x17', amount: 100, status: 'completed' };
		const more = { 'Paid Lately': [{ ...lately, accountNumber: '******7890', ...other }] };
		expect(reviewed({ wouldSend: true, why: 'new' }, {}, more)?.ready).toBe(isReady);
	});

	it('is not paid where Stitch does not say what was paid lately', () => {
		const more = { 'Paid Lately': [{ error: 'No answer' }] };
		expect(reviewed({ wouldSend: true, why: 'new' }, {}, more)).toMatchObject({
			ready: false,
			why: expect.stringContaining('did not say what was paid'),
		});
	});

	it('is not paid where the dry run fails, and says why and what to do', () => {
		const details = { howToFix: 'Check the amount. Nothing was sent for this item.' };
		expect(reviewed({ dryRun: undefined, error: "'Bank' is empty", details })).toMatchObject({
			ready: false,
			why: "'Bank' is empty. Check the amount.",
		});
	});

	it('is not offered for payment where no row can be paid', () => {
		const rows = [{ row: 1, amount: null, problem: 'Not in your table.' }];
		const [page] = run('Review List', { Rows: rows, 'Clear Rows': [{}], Settings: [{}] });
		expect(page).toMatchObject({ ready: 0, pay: 'No row of this list can be paid' });
	});

	it.each([
		['alreadyPaid', false],
		['paidElsewhere', true],
		['unknown', null],
	])('is not paid where the dry run says %s, and says why', (why, wouldSend) => {
		const explanation = 'It was sent before.';
		expect(reviewed({ wouldSend, why, explanation })).toMatchObject({
			ready: false,
			why: explanation,
		});
	});
});

describe('the result of the list', () => {
	/** What the page says of a payment. */
	function saidOf(payment: Json): string {
		const executed = {
			Pay: [payment],
			'Rows to Pay': [{ name: 'Acme', amount: '10.00', invoice: '17' }],
			'Review List': [{ ready: 1 }],
		};
		const page = example.nodes.find(({ name }) => name === 'Result')?.parameters.completionMessage;
		return /<td>17<\/td><td>(.*?)<\/td>/.exec(textOf(page, { $: outputsOf(executed) }))?.[1] ?? '';
	}

	it('counts no payment as paid that Stitch shows with different values', () => {
		const executed = {
			Pay: [{ status: 'completed' }, { status: 'completed', notAsAsked: ['Amount'] }],
			'Review List': [{ rows: [{}, {}] }],
		};
		const result = example.nodes.find(({ name }) => name === 'Result')?.parameters;
		expect(textOf(result?.completionTitle, { $: outputsOf(executed) })).toBe('1 of 2 rows paid');
	});

	it.each<[Json, string]>([
		[{ status: 'completed' }, 'Paid'],
		[
			{ status: 'completed', notAsAsked: ['Amount'] },
			'Sent, but not as asked: check in the Stitch dashboard, do not pay it again',
		],
		[{ status: 'completed', alreadyExisted: true }, 'Paid (sent earlier, not again)'],
		[{ status: 'pending' }, 'On its way'],
		[{ status: 'error', reasonText: 'Closed' }, 'Failed: Closed'],
		[{ status: 'new-word' }, 'Not known: check in the Stitch dashboard'],
		[{ error: 'Refused', details: { happened: 'no' } }, 'Not sent: Refused'],
		[{ error: 'x', details: { happened: 'maybe' } }, 'Not known: check in the Stitch dashboard: x'],
	])('says of %j: %s', (payment, said) => {
		expect(saidOf(payment)).toBe(said);
	});
});
