import { DateTime } from 'luxon';

import {
	assignedIn,
	outputsOf,
	readExample,
	runCode,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';

const example = readExample('refund-with-approval.json');
const { nodes } = example;
const nodeOf = (name: string) => nodes.find((node) => node.name === name);

/** What the form offers. */
const REASONS = ['Requested by customer', 'Duplicate charge', 'Fraud'];
const FORM = {
	reference: 'order-1017',
	customer: 'N Dlamini',
	amount: '149.00',
	reason: 'Fraud',
	user: { email: 'clerk@example.com' },
	approverEmail: 'boss@example.com',
};

/** What the workflow goes on with, of a form that was sent in. */
function read(sent: Json): Json {
	return runCode(example, 'Read the Request', {}, [{ ...FORM, ...sent }])[0]?.json ?? {};
}

describe('a request for a refund', () => {
	it('knows each reason of its form, and no other', () => {
		const offered = JSON.stringify(nodeOf('Refund Wanted')?.parameters);
		for (const reason of REASONS) expect(offered).toContain(`{"option":"${reason}"}`);
		expect(offered.match(/"option":/g)).toHaveLength(REASONS.length);
		expect(REASONS.map((reason) => read({ reason }).code)).toEqual([
			'requested_by_customer',
			'duplicate_charge',
			'fraud',
		]);
	});

	it.each(['Fraud<a href="http://evil.example/">Approve</a>', 'constructor', undefined])(
		'rejects the reason %j',
		(reason) => {
			expect(read({ reason }).complaint).toContain('not one that the form offers');
		},
	);

	it.each([undefined, { email: '' }, { email: '"<b>"@example.com' }])(
		'stops when n8n gives no usable address of the person who asks: %j',
		(user) => {
			expect(() => read({ user, requester: 'clerk@example.com' })).toThrow(
				'n8n has no usable email address',
			);
		},
	);

	it.each([
		'',
		'boss@example.com, clerk@example.com',
		'boss@example.com;clerk@example.com',
		'The Boss <boss@example.com>',
		'boss',
	])('rejects %j as the approver: one bare address', (approverEmail) => {
		expect(read({ approverEmail }).complaint).toContain('must be exactly one email address');
	});

	it.each([
		['149', '149.00'],
		[' R 149.5 ', '149.50'],
		['149,50', '149.50'],
		['0149.05', '149.05'],
		['1,500', ''],
		['1 500', '1500.00'],
		['R 1\u00a0250 000,50', '1250000.50'],
		['1 50', ''],
		['149.005', ''],
		['0.00', ''],
		['-5', ''],
		['1e3', ''],
		['Infinity', ''],
		['40.00<b>', ''],
		['', ''],
	])('reads the amount %j as %j', (typed, amount) => {
		const complaint = amount === '' ? expect.stringContaining('amount is not clear') : '';
		expect(read({ amount: typed })).toMatchObject({ amount, complaint });
	});

	it.each([
		['order_10 (A)-#1', 'order_10 (A)-#1'],
		['INV/2026.17 é', 'INV 2026 17 é'],
		[
			'<h1>x</h1><a href="http://evil.example/">Approve</a>',
			'h1 x h1 a href http evil example Approve a',
		],
		['x\r\nBcc: y', 'x Bcc y'],
		['n'.repeat(200), 'n'.repeat(60)],
	])('shows the reference %j without anything that could be a link', (reference, shown) => {
		expect(read({ reference })).toMatchObject({ reference, shown, complaint: '' });
	});

	it('is answered at the address of the account that has asked', () => {
		expect(read({ requester: 'boss@example.com' }).requester).toBe('clerk@example.com');
	});

	it('is not for the approver to make under another spelling of the same mailbox at Gmail', () => {
		const complaint = (email: string) =>
			read({ user: { email }, approverEmail: 'the.boss@gmail.com' }).complaint;
		expect(complaint('TheBoss+x@googlemail.com')).toMatch(/person has to ask/);
		expect(complaint('theboss@example.com')).toBe('');
	});

	it.each(['boss@example.com', ' Boss@Example.com ', 'boss+refunds@example.com'])(
		'is not for the approver to make (%j in Settings)',
		(approverEmail) => {
			const complaint = expect.stringContaining('a different person has to ask');
			expect(read({ user: { email: 'boss@example.com' }, approverEmail })).toMatchObject({
				complaint,
			});
		},
	);

	it.each(['', '   ', '<>', undefined])('is not clear with the reference %j', (reference) => {
		expect(read({ reference }).complaint).toContain('The reference is missing');
	});

	it('that is not approved says nothing about another one for the same refund', () => {
		const text = String(nodeOf('Email: Not Approved')?.parameters.text);
		expect(text).not.toContain('Nothing was sent.');
		expect(text).toContain('If this refund was asked for more than once');
	});

	it.each(['Email: Not Approved', 'Email: Not Asked'])(
		'says in %s whether n8n was killed after it was sent',
		(name) => {
			expect(nodeOf(name)?.parameters.text).toContain(
				"{{ $('Send the Refund').isExecuted ? 'But n8n stopped after it was approved, so the refund may have been sent.' : 'Nothing was sent",
			);
		},
	);

	it('puts nothing into an email that it has not read', () => {
		const mails = nodes.filter(({ type }) => type.endsWith('.emailSend'));
		expect(mails.length).toBeGreaterThan(4);
		for (const { parameters } of mails) {
			const used = JSON.stringify(parameters).match(/first\(\)\.json\.(\w+)/g) ?? [];
			const read = used.map((one) => one.replace('first().json.', ''));
			const known = [
				'fromEmail',
				'approverEmail',
				'requester',
				'approver',
				'shown',
				'customer',
				'rand',
				'isAgain',
				'reason',
				'code',
				'paid',
				'arrived',
				'givenBack',
				'left',
			];
			expect(read.filter((name) => !known.includes(name))).toEqual([]);
			expect(JSON.stringify(parameters)).not.toContain('Refund Wanted');
		}
	});
});

describe('what is left of a payment', () => {
	const refund = (quantity: string, status = 'completed', id = quantity) => ({
		id,
		status,
		amount: { quantity, currency: 'ZAR' },
	});
	const payment = (refunds: unknown) => ({
		id: 'payment-1',
		externalReference: 'order-1017',
		amount: { quantity: '89.00', currency: 'ZAR' },
		refunds,
	});

	/** What the approver is shown of a payment. */
	function shown(refunds: unknown): Json {
		const context = { $json: payment(refunds), DateTime };
		const value = (field: string) => assignedIn(example, 'The Payment', field);
		return {
			refunds: valueOf(value('refunds'), context),
			centsLeft: valueOf(value('centsLeft'), context),
			givenBack: textOf(value('givenBack'), context),
		};
	}

	/** What is said of a payment and an amount that is asked for. */
	function said(refunds: unknown, amount: string, field: string): unknown {
		const context = { $json: shown(refunds), $: outputsOf({ 'Read the Request': [{ amount }] }) };
		return valueOf(assignedIn(example, 'Left to Give Back', field), context);
	}

	/** Whether a refund may be asked for, and what is said to be left. */
	const left = (refunds: unknown, amount: string): Json => ({
		left: said(refunds, amount, 'left'),
		isEnough: said(refunds, amount, 'isEnough'),
	});

	const keyOf = (refunds: unknown) =>
		textOf(assignedIn(example, 'The Payment', 'key'), { $json: payment(refunds) });

	/** Whether exactly this amount was given back before. */
	const isAgain = (refunds: unknown, amount: string) => said(refunds, amount, 'isAgain');

	/** Whether the refund is sent, when the payment is read again after the approval. */
	function isSent(before: unknown, now: Json[]): unknown {
		const $ = outputsOf({
			'Find the Payment': [payment(before)],
			'The Payment': [shown(before)],
			'Read It Again': now,
		});
		const { conditions } = nodeOf('As the Approver Saw It?')?.parameters.conditions as {
			conditions: Array<{ leftValue: string }>;
		};
		return valueOf(conditions[0]?.leftValue, { $, $json: now[0] ?? {} });
	}

	it('is what was paid, less what was given back or is on its way', () => {
		const refunds = [refund('20.10'), refund('19.90', 'pending'), refund('30.00', 'error')];
		expect(shown(refunds)).toMatchObject({
			centsLeft: '4900',
			givenBack: 'R20.10 (completed), R19.90 (pending)',
		});
		expect(left(refunds, '49.00')).toEqual({ left: 'R49.00', isEnough: true });
		expect(left(refunds, '49.01')).toEqual({ left: 'R49.00', isEnough: false });
		expect(left([refund('89.00')], '0.01')).toEqual({ left: 'Nothing', isEnough: false });
	});

	it('is not guessed where Stitch does not say what was given back', () => {
		for (const refunds of [null, undefined, [{ id: '1', status: 'pending' }]]) {
			expect(left(refunds, '0.01')).toMatchObject({ isEnough: false });
		}
	});

	it('is given back under one key as long as the payment has the same refunds, also failed ones', () => {
		expect(nodeOf('Send the Refund')?.parameters).toMatchObject({
			nonceSource: 'custom',
			customNonce: "={{ $('The Payment').first().json.key }}",
		});
		expect(keyOf([])).toBe('refund-1-of-payment-1');
		expect(keyOf([refund('20.00', 'pending')])).toBe('refund-2-of-payment-1');
		expect(keyOf([refund('20.00', 'error')])).toBe('refund-2-of-payment-1');
		expect(keyOf(null)).toBe('refund-1-of-payment-1');
	});

	it('is told apart from the same amount that was given back before', () => {
		const before = [refund('20.10'), refund('5.00'), refund('30.00', 'error')];
		expect(isAgain(before, '20.10')).toBe(true);
		for (const amount of ['30.00', '20.11', '2.01']) expect(isAgain(before, amount)).toBe(false);
		expect(isAgain(null, '20.10')).toBe(false);
	});

	it.each([
		['received', 'The money has arrived.'],
		['unsettled', 'Careful'],
		[null, 'Careful'],
	])('is of money that the approver is told of: %s', (paymentConfirmation, told) => {
		const arrived = assignedIn(example, 'The Payment', 'arrived');
		expect(valueOf(arrived, { $json: { paymentConfirmation } })).toContain(told);
	});

	it('is sent after the approval only as the approver saw it', () => {
		const before = [refund('20.00')];
		expect(isSent(before, [payment(before)])).toBe(true);
		expect(isSent(before, [payment([refund('20.00', 'pending')])])).toBe(true);
		expect(isSent([], [payment([])])).toBe(true);
		for (const now of [
			[payment([...before, refund('40.00')])],
			[payment([refund('20.00', 'error')])],
			[payment([refund('20.00', 'completed', 'another')])],
			[payment([])],
			[payment(null)],
			[payment(before), payment(before)],
			[{ ...payment(before), id: 'payment-2' }],
			[{ error: 'Stitch does not answer.' }],
			[{}],
		]) {
			expect([now, isSent(before, now)]).toEqual([now, false]);
		}
	});
});

describe('the answer about a payment that is not a paid link', () => {
	const reference = 'R-1';
	const asked = { reference, shown: reference };
	const found = { status: 'success', externalReference: reference, amount: 149 };

	/** The page, where these nodes have found these records. */
	function page(records: Outputs): string {
		const executed = { 'Find the Payment': [{}], 'Find a Charge': [{ error: 'None' }], ...records };
		const known = { 'Read the Request': [asked], 'Find at the Till': [{}], ...executed };
		const value = (field: string) =>
			valueOf(assignedIn(example, 'What Was Found', field), { $: outputsOf(known) });
		const fields = ['till', 'charge', 'several'];
		const what = Object.fromEntries(fields.map((field) => [field, value(field)]));
		const params = { options: { path: 'refund-request' } };
		const outputs = outputsOf({ ...known, 'What Was Found': [what] });
		const $ = (name: string) => ({ ...outputs(name), params });
		const { completionTitle, completionMessage } = nodeOf('Not Found')?.parameters ?? {};
		return [completionTitle, completionMessage].map((text) => textOf(text, { $ })).join('\n');
	}

	it('says that none has the reference', () => {
		expect(page({})).toMatch(/^No paid payment has this reference\n[^]*Nobody was asked/);
		const others = [{ ...found, externalReference: 'R-2' }];
		expect(page({ 'Find at the Till': others })).toMatch(/^No paid payment/);
		const declined = [{ ...found, status: 'failure' }];
		expect(page({ 'Find at the Till': declined, 'Find a Charge': declined })).toMatch(/^No paid/);
	});

	it('says that several have it', () => {
		const text = page({ 'Find the Payment': [{ id: '1' }, { id: '2' }] });
		expect(text).toMatch(/^Several payments have this reference\n/);
	});

	it.each([
		['Find at the Till', 'This was paid at the till'],
		['Find a Charge', 'This is a recurring payment'],
	])('knows one of %s, and sends nobody to refund it unseen', (node, title) => {
		const text = page({ [node]: [found] });
		expect(text).toMatch(new RegExp(`^${title}\n<b>R149\\.00 for R-1</b>`));
		expect(text).toContain('does not say what was given back of it before. Look there first');
	});
});

it('the person who asks sees what the approver sees, before the approver is asked', () => {
	const page = JSON.stringify(nodeOf('Ask for It?')?.parameters.formFields);
	for (const shown of ['rand', 'customer', 'reason', 'paid', 'arrived', 'givenBack', 'left']) {
		expect(page).toContain(`first().json.${shown} }}`);
	}
	const next = (name: string) => example.connections[name]?.main?.[0]?.map(({ node }) => node);
	expect(next('Ask for It?')).toEqual(['Asked']);
	expect(next('Asked')).toEqual(['Code for the Email']);
});

it('the approver sees on the page of the decision who gets how much of what, and why', () => {
	const { responseFormDescription } = nodeOf('Ask the Approver')?.parameters.options as Json;
	for (const shown of ['rand', 'customer', 'reason', 'paid', 'arrived', 'givenBack', 'left']) {
		expect(responseFormDescription).toContain(`first().json.${shown} }}`);
	}
});

it.each([
	['5000', 'To give back what is left, enter that amount.'],
	['0', 'nothing was sent.<br>'],
	['not known', 'Look the payment up in the Stitch dashboard.'],
])('with %j cents left, a refund of too much says: %s', (centsLeft, says) => {
	const known = { 'Read the Request': [{}], 'The Payment': [{ centsLeft }] };
	const $ = (name: string) => ({ ...outputsOf(known)(name), params: { options: {} } });
	expect(textOf(nodeOf('Too Much')?.parameters.completionMessage, { $ })).toContain(says);
});
