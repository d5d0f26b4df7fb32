import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../examples.mts';

type Json = Record<string, unknown>;

const { nodes } = readExample('payout-assistant.json');

const ACME = { payee: 'Acme Printing', bank: 'fnb', accountNumber: '1234567890' };
const DLAMINI = {
	payee: 'Dlamini  Repairs ',
	name: 'N Dlamini',
	bank: 'absa',
	accountNumber: '02 34',
};

/** What a node with code makes of its input, after other nodes have returned something. */
function run(name: string, input: Json[], before: Record<string, Json[]>): Json[] {
	const code = String(nodes.find((node) => node.name === name)?.parameters.jsCode);
	const outputOf = (some: Json[]) => {
		const items = some.map((json, item) => ({ json, pairedItem: { item } }));
		return { all: () => items, first: () => items[0] };
	};
	const $ = (other: string) => ({ ...outputOf(before[other] ?? []), isExecuted: other in before });
	const returned = runInNewContext(`(() => {${code}})()`, { $, $input: outputOf(input), DateTime });
	// Of another context, as far as jest can tell.
	const plain = JSON.parse(JSON.stringify(returned)) as Array<{ json: Json }>;
	return plain.map(({ json }) => json);
}

const known = (...table: Json[]) => run('Known Payees', [], { Payees: table });

/** What "The List" makes of what the model hands over. */
const listOf = (answer: Json) =>
	run('The List', [answer], { 'Known Payees': known(ACME, DLAMINI) });

const payment = (more: Json = {}): Json => ({
	payee: 'Acme Printing',
	invoice: 'INV-017',
	amount: 10.1,
	...more,
});

const rowsOf = (...payments: unknown[]) => listOf({ output: { message: '', payments } });

describe('the table of payees', () => {
	it('gives each payee a name, an account and the beginning of their references', () => {
		const [{ payees, complaint } = {}] = known(ACME, DLAMINI, { payee: ' ' }, { payee: null });
		expect(complaint).toBeUndefined();
		expect(payees).toMatchObject([
			{ payee: 'Acme Printing', name: 'Acme Printing', slug: 'acme-printing' },
			{ payee: 'Dlamini Repairs', name: 'N Dlamini', slug: 'dlamini-repairs' },
		]);
	});

	it.each([
		['it is empty', [{}], 'the data table stitch-payees has no rows'],
		[
			'two names are the same but for signs',
			[ACME, { ...DLAMINI, payee: 'ACME – printing!' }],
			'ACME – printing!',
		],
		[
			'two rows have the same account',
			[ACME, { ...DLAMINI, bank: 'FNB', accountNumber: '00 1234567890' }],
			'Acme Printing and Dlamini Repairs',
		],
	])('is refused when %s', (_, table, complaint) => {
		expect(known(...table)).toMatchObject([{ complaint: expect.stringContaining(complaint) }]);
	});
});

describe('two payees with the same account number at two banks', () => {
	it('are two payees, each of whom can be paid', () => {
		const [{ complaint } = {}] = known(ACME, { ...DLAMINI, accountNumber: '1234567890' });
		expect(complaint).toBeUndefined();
		const row = { cents: 1010, accountNumber: '1234567890' };
		const rows = ['fnb', 'absa', 'FNB'].map((bank, index) => ({
			...{ ...row, bank, row: index + 1, reference: `r-${index}` },
		}));
		const sent = run('Sent Before', [], {
			Settings: [{ lookBackDays: 25 }],
			'The List': rows,
			'Look Up': rows.map(() => ({})),
			'Sent Lately': [],
		});
		expect(sent.map(({ toPay }) => toPay)).toEqual([true, true, false]);
	});
});

describe('the list of the assistant', () => {
	it('gets its account from the table, and its reference from payee and invoice', () => {
		const others = { bank: 'absa', accountNumber: '99', name: 'Evil', reference: 'x', toPay: true };
		expect(rowsOf(payment(others))).toEqual([
			{
				row: 1,
				payee: 'Acme Printing',
				name: 'Acme Printing',
				bank: 'fnb',
				accountNumber: '1234567890',
				registrationNumber: '',
				idNumber: '',
				initials: '',
				familyName: '',
				invoice: 'INV-017',
				reference: 'acme-printing-17',
				statementReference: 'INV-017',
				amount: '10.10',
				cents: 1010,
				why: '',
			},
		]);
	});

	it.each([
		['17', '17'],
		['0017', '17'],
		['Invoice No. 17', '17'],
		['faktuur nr 017', '17'],
		['Tax Invoice #INV-0017', '17'],
		['inv 17/2', '17-2'],
		['A-17', 'a17'],
		['a 17', 'a17'],
		['Rent 2026-11', 'rent2026-11'],
		['November 2026', 'november2026'],
		['Noord 5', 'noord5'],
		['0', '0'],
	])('calls the invoice “%s” by the same reference however it is written: %s', (invoice, key) => {
		const [row] = rowsOf(payment({ invoice }));
		expect(row?.reference).toBe(`acme-printing-${key}`);
	});

	it.each([
		[{ payee: 'acme printing' }, 'is not in your table of payees'],
		[{ payee: '__proto__' }, 'is not in your table of payees'],
		[{ payee: undefined }, 'is not in your table of payees'],
		[{ payee: { payee: 'Acme Printing' } }, 'is not in your table of payees'],
		[{ invoice: '<b>17</b>' }, 'The invoice number has to be'],
		[{ invoice: '{{ 17 }}' }, 'The invoice number has to be'],
		[{ invoice: '1'.repeat(41) }, 'The invoice number has to be'],
		[{ invoice: 'for 123 456 7890' }, 'and no account number'],
		[{ invoice: ' ' }, 'The invoice number has to be'],
		[{ invoice: 17 }, 'The invoice number has to be'],
		[{ amount: 0 }, 'The amount has to be'],
		[{ amount: -1 }, 'The amount has to be'],
		[{ amount: 10.005 }, 'The amount has to be'],
		[{ amount: 1e300 }, 'The amount has to be'],
		[{ amount: '10' }, 'The amount has to be'],
		[{ amount: null }, 'The amount has to be'],
	])('offers no row with %j', (more, why) => {
		const [row, good] = rowsOf(payment(more), payment());
		expect(row?.why).toContain(why);
		expect(row).not.toHaveProperty('accountNumber');
		expect(row).not.toHaveProperty('reference');
		expect(JSON.stringify(row)).not.toMatch(/\d{6}|123 456/);
		expect(good).toMatchObject({ row: 2, why: '' });
	});

	it.each<[string, Json, string]>([
		[
			'the agent has failed',
			{ error: "Model output doesn't fit required format", output: { payments: [payment()] } },
			"Please send your request again. (n8n says: Model output doesn't fit required format)",
		],
		['it is a text', { output: 'I have paid everybody.' }, 'gave no list that can be read'],
		[
			'it only looks like a list',
			{ output: { payments: { length: 1, 0: payment() } } },
			'gave no list that can be read',
		],
		['there is none', {}, 'gave no list that can be read'],
		['it is empty', { output: { payments: [] } }, 'has put no payment on its list'],
		[
			'it is longer than a person reads',
			{ output: { payments: Array.from({ length: 101 }, () => payment()) } },
			'has put 101 payments on its list',
		],
	])('is refused as a whole when %s', (_, answer, complaint) => {
		expect(listOf(answer)).toEqual([
			{ complaint: expect.stringContaining(complaint), said: expect.any(String) },
		]);
	});

	it.each([[null], [undefined], ['Acme Printing'], [[payment()]]])(
		'offers no row that is %j',
		(one) => {
			expect(rowsOf(one)).toMatchObject([{ why: expect.stringMatching(/table.*invoice.*amount/) }]);
		},
	);
});

it.each([
	['Nothing more was sent now', [{ sent: {} }, {}], ['On its way', 'Not sent'], false],
	['Nothing was paid from this page', [{}], ['Not sent'], false],
	['What became of the payments', [{ sent: {} }], ['On its way'], true],
	['Everybody on this list is paid', [{ sent: {} }], ['Paid'], false],
])('the last page says “%s” of the rows %j, which are %j', (heading, rows, statuses, isPaid) => {
	const html = String(nodes.find(({ name }) => name === 'Report')?.parameters.html);
	const [, code = ''] = /<h1>\{\{(.*?)\}\}<\/h1>/.exec(html) ?? [];
	const $ = () => ({
		isExecuted: isPaid,
		first: () => ({ json: { rows } }),
		all: () => statuses.map((Status) => ({ json: { Status } })),
	});
	expect(runInNewContext(code, { $ })).toBe(heading);
});

it('the last page gives no total of what was not sent', () => {
	const html = String(nodes.find(({ name }) => name === 'Report')?.parameters.html);
	const [, code = ''] = /<tbody>\{\{(.*?)\}\}<\/tbody>/.exec(html) ?? [];
	const all = ['Paid', 'Not sent'].map((Status) => ({ json: { Status, Amount: 10.5 } }));
	const totals = runInNewContext(code, { $: () => ({ all: () => all }) }) as string;
	expect(totals).toMatch(/Paid<.*>R10\.50<.*Not sent<.*>1<\/td><td headers="Amount"><\/td>/);
});

it.each([
	[
		'error',
		'bank_processing_error',
		/^Leave it as it is, and send the same request again later\.$/,
	],
	['error', 'insufficient_funds', /^Top up the float account, then send the same request again/],
	['error', 'payment_not_received', /^Leave it as it is, and send the same request again later/],
	[
		'reversed',
		'beneficiary_bank_processing_error',
		/^Leave .* If it fails again, ask the payee for/,
	],
	['error', 'exceeded_limit', /^Have the limit raised, or ask for a smaller amount\./],
	['error', 'invalid_account', /^Correct it/],
	['error', undefined, /^Correct it/],
	['paused', 'insufficient_funds', /^Top up the float account within 7 days/],
	// The text of a person.
	['cancelled', 'bank_error', /^If it is to be paid after all, send the same request again\.$/],
])('the last page says what to do about %s because of %s', (status, reason, todo) => {
	const answer = { id: 'payout-1', status, reason, alreadyExisted: false };
	expect(resultOf(answer)?.['What to do']).toMatch(todo);
});

it.each([
	['refused by Stitch', { error: 'No', details: { httpStatus: 400 } }, /^Correct it/],
	['refused as wrong', { error: 'No', details: { code: 'BAD_USER_INPUT' } }, /^Correct it/],
	['sent with other values', { error: 'No', details: { id: 'payout-1' } }, /^Correct it/],
	['not sent without access', { error: 'No', details: { httpStatus: 403 } }, /^Leave it as it is/],
	['not sent above a limit', { error: 'No' }, /^Leave it as it is/],
	['perhaps sent', { error: 'No', details: { carriedOut: 'unknown' } }, /^Send the same request/],
])('the last page says to correct what is %s only where it is wrong', (_, answer, todo) => {
	expect(resultOf(answer)?.['What to do']).toMatch(todo);
});

it.each(['No', 'No.'])('the last page ends what Stitch says with one full stop (%s)', (error) => {
	const answer = { error, details: { howToFix: 'Ask.' } };
	expect(resultOf(answer)?.['What happened']).toBe('No. Ask.');
});

/** What the last page says of a row that was sent and answered. */
function resultOf(answer: Json): Json | undefined {
	const [result] = run('Result', [{}], {
		'Review List': [{ rows: [{ row: 1, ready: true, cents: 1, shown: { Row: 1 } }], ready: 1 }],
		'Style and Words': [{ words: [] }],
		Pay: [answer],
	});
	return result;
}

describe('what was sent from another page since', () => {
	const [row = {}] = rowsOf(payment());
	const elsewhere: Json = {
		...{ id: 'payout-1', externalReference: 'acme-printing-17', status: 'completed' },
		...{ amount: 10.1, accountNumber: '1234567890' },
	};
	const list = [{ rows: [{ ...row, ready: true, shown: { Row: 1 } }], ready: 1 }];
	const refused = { error: 'Refused', details: { httpStatus: 403 } };
	const shown = (more: Json, answer: Json = refused) =>
		run('Result', [{}], {
			'Review List': list,
			'Look Again': [{ held: {} }],
			'Sent Meanwhile': [
				{ ...elsewhere, status: 'error' },
				{ ...elsewhere, ...more },
			],
			'Style and Words': [{ words: [] }],
			Pay: [answer],
		})[0];

	it.each<[string, Json, Json]>([
		['is refused here', {}, refused],
		['is perhaps sent from here', {}, { error: 'No', details: { carriedOut: 'unknown' } }],
		['has no answer here', {}, {}],
		['has an account that Stitch gives in part', { accountNumber: '**7890' }, refused],
	])('is said to be, also where it %s', (_, more, answer) => {
		expect(shown(more, answer)).toMatchObject({
			Status: 'Paid',
			Sent: 'before',
			'What happened': 'It was sent from another page.',
			'Stitch ID': 'payout-1',
		});
	});

	it.each([
		['another reference', { externalReference: 'acme-printing-18' }],
		['another amount', { amount: 10.11 }],
		['another account', { accountNumber: '2345678900' }],
		['an account of which Stitch gives another part', { accountNumber: '**7891' }],
		...['error', 'cancelled', 'reversed'].map((status): [string, Json] => [
			`the status ${status}`,
			{ status },
		]),
	])('is another payment, or none, where that has %s', (_, more) => {
		expect(shown(more)).toMatchObject({ Status: 'Not sent', 'What happened': 'Refused.' });
	});

	it('is not known where there was no answer, nor another payment', () => {
		expect(shown({ amount: 1 }, {})).toMatchObject({
			Status: 'Perhaps sent',
			'What happened': 'There was no answer.',
		});
	});

	it.each([
		['Pay nothing', 'You decided to pay nothing.'],
		[undefined, 'Nobody confirmed the list within a day.'],
	])('may be, where nobody has looked: decision %j', (decision, why) => {
		const before = { 'Review List': list, 'Style and Words': [{ words: [] }] };
		expect(run('Result', [{ decision }], before)).toMatchObject([
			{
				Status: 'Not sent',
				'What happened': `${why} It was not looked up whether this row was paid from another page since.`,
				'What to do': 'Send the same request again: the page shows that, and pays nobody twice.',
			},
		]);
	});
});

describe('what was sent before', () => {
	const sent = (more: Json = {}): Json => ({
		id: 'payout-1',
		externalReference: 'other',
		beneficiaryReference: 'A-1',
		amount: 10.1,
		accountNumber: '001234567890',
		status: 'completed',
		createdAt: '2026-11-03T10:00:00Z',
		...more,
	});

	const judge = (rows: Json[], lately: Json[] = [], underReference: Json[] = []) =>
		run('Sent Before', [], {
			Settings: [{ lookBackDays: 25 }],
			'The List': rows,
			'Look Up': underReference,
			'Sent Lately': lately,
		});
	const [row = {}] = rowsOf(payment());
	const [other = {}] = rowsOf(payment({ invoice: '18' }));

	it('is nothing: the row can be paid', () => {
		expect(judge([row], [sent({ accountNumber: '1' })])).toMatchObject([
			{ toPay: true, before: '' },
		]);
	});

	it.each([
		['the same amount to the same account', {}, false],
		['another amount to it', { amount: 10.11 }, true],
		['a payment that has failed', { status: 'error' }, true],
		['a payment that the bank sent back', { status: 'reversed' }, true],
		['a payment that waits for money', { status: 'paused' }, false],
		['an account that Stitch gives in part', { accountNumber: '******7890' }, false],
		['another account that Stitch gives in part', { accountNumber: '******7891' }, true],
		['an account that Stitch does not give', { accountNumber: null }, false],
	])('counts under whichever reference: %s', (_, more, toPay) => {
		const [judged] = judge([row], [sent(more)]);
		expect(judged).toMatchObject({ toPay });
		expect(judged?.why ?? '').toBe(
			toPay
				? ''
				: 'The same amount went to this account on 3 Nov 2026, for A-1. If this is another invoice, pay it with Pay a File.',
		);
	});

	it('has a payment without a reference called so', () => {
		const [judged] = judge([row], [sent({ beneficiaryReference: null })]);
		expect(judged).toMatchObject({ before: expect.stringContaining('for no reference') });
		expect(judged?.why).toContain('for no reference. If this is another invoice');
	});

	it('counts under the same reference even with another amount or account, unless it has failed', () => {
		expect(judge([row], [], [sent()])).toMatchObject([
			{ toPay: false, before: 'R10.10 on 3 Nov 2026: paid', why: '' },
		]);
		expect(judge([row], [], [sent({ amount: 9, accountNumber: '1' })])).toMatchObject([
			{ toPay: false, why: expect.stringContaining('another amount and another account') },
		]);
		expect(judge([row], [], [sent({ status: 'error', reasonText: 'Why' })])).toMatchObject([
			{ toPay: true, before: 'R10.10 on 3 Nov 2026: not paid. Why' },
		]);
	});

	it('counts within the list: the same amount to the same payee is offered once', () => {
		expect(judge([row, other])).toMatchObject([
			{ toPay: true },
			{ toPay: false, why: expect.stringContaining('same payee and amount as row') },
		]);
		const [, again] = rowsOf(payment(), payment({ invoice: 'Invoice 17' }));
		expect(judge([row, again ?? {}])).toMatchObject([
			{ toPay: true },
			{ toPay: false, why: 'The same invoice as row 1.' },
		]);
	});

	it('is on its way only where Stitch says so: a status that is new is not known, and nothing is sent', () => {
		expect(judge([row], [], [sent({ status: 'pending' })])).toMatchObject([
			{ before: 'R10.10 on 3 Nov 2026: on its way' },
		]);
		const [strange] = judge([row], [], [sent({ status: 'rejected' })]);
		expect(strange).toMatchObject({
			toPay: false,
			before: 'R10.10 on 3 Nov 2026: not known, Stitch says “rejected”',
		});
		const result = (one: Json, pay: Json[]) =>
			run('Result', [{}], {
				'Review List': [{ rows: [{ ...one, shown: { Row: 1 } }], ready: 1 }],
				'Style and Words': [{ words: [] }],
				Pay: pay,
			});
		const answer = { id: 'payout-1', status: 'rejected', alreadyExisted: false };
		for (const [shown] of [result(strange ?? {}, []), result({ ...row, ready: true }, [answer])]) {
			expect(shown).toMatchObject({
				Status: 'Not known',
				'What happened': expect.stringContaining('Stitch says “rejected”.'),
				'What to do': 'Look this payment up in the Stitch dashboard.',
			});
		}
	});

	it.each<[string, Json, boolean]>([
		['the same amount to the same account', {}, false],
		['the same amount to an account that Stitch gives in part', { accountNumber: '**7890' }, false],
		['the same under its own reference', { externalReference: 'acme-printing-17' }, true],
		['another amount', { amount: 10.11 }, true],
		['the same amount to another account', { accountNumber: '2345678900' }, true],
		['the same amount, which has failed', { status: 'error' }, true],
		['what the page has shown', { id: 'shown' }, true],
		['something that is not known', { id: undefined, error: 'No answer' }, false],
	])('is looked up again after the approval: %s', (_, more, isPaid) => {
		const before: Record<string, Json[]> = {
			'Review List': [{ rows: [{ ...row, ready: true, shown: { Row: 1 } }], ready: 1 }],
			'Sent Lately': [{ id: 'shown' }],
			'Sent Meanwhile': [sent(more)],
			'Style and Words': [{ words: [] }],
		};
		before['Look Again'] = run('Look Again', [], before);
		expect(before['Look Again']).toMatchObject([{ left: isPaid ? 1 : 0 }]);
		expect(run('Rows to Pay', [], before)).toHaveLength(isPaid ? 1 : 0);
		before['Sent Meanwhile'] = [sent({ ...more, beneficiaryReference: null })];
		expect(JSON.stringify(run('Look Again', [], before))).not.toContain('for null');
		const [held] = isPaid ? [] : run('Result', before['Look Again'], before);
		if (held) {
			const why = more.error
				? 'It could not be looked up what was paid since the page was made, so nothing is paid now. (No answer)'
				: 'Meanwhile the same amount went to this account on 3 Nov 2026, for A-1.';
			expect(held).toMatchObject({ Status: 'Not sent', 'What happened': why });
		}
	});

	it('is not known: nothing can be paid', () => {
		for (const judged of [
			judge([row], [{ error: 'No answer' }]),
			judge([row], [], [{ error: 'No answer' }]),
		]) {
			expect(judged).toMatchObject([{ toPay: false, why: expect.stringContaining('No answer') }]);
		}
	});
});
