import { DateTime } from 'luxon';

import {
	assignedIn,
	outputsOf,
	readExample,
	setBy,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { guards } from '../../nodes/Stitch/run/options';
import { readFrom } from '../../nodes/Stitch/schemas/formGroups';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { optionValues } from './fields.mts';

const example = readExample('refund-with-approval.json');
const { nodes } = example;
const nodeOf = (name: string) => nodes.find((node) => node.name === name);

/** What the form offers. */
const REASONS = ['Requested by customer', 'Duplicate charge', 'Fraud'];
const FORM = {
	reference: 'order-1017',
	customer: 'N Dlamini',
	amount: 149,
	reason: 'Fraud',
	user: { email: 'clerk@example.com' },
	approverEmail: 'boss@example.com',
};

/** What the workflow continues with, of a form that was sent in. */
function read(sent: Json): Json {
	return setBy(example, 'Read the Request', { $json: { ...FORM, ...sent } });
}

const refundForm = new Stitch().description.properties;

describe('a request for a refund', () => {
	it('takes an amount that can be read in one way only: a number', () => {
		const { values } = nodeOf('Refund Wanted')?.parameters.formFields as {
			values: Array<{ fieldName: string; fieldType?: string }>;
		};
		expect(values.find(({ fieldName }) => fieldName === 'amount')?.fieldType).toBe('number');
		expect(read({ amount: 1500.5 })).toMatchObject({ amount: '1500.5', rand: 'R1\u00a0500.50' });
	});

	it('has the reason that Stitch calls by a name of its own, for each that the form offers', () => {
		const offered = JSON.stringify(nodeOf('Refund Wanted')?.parameters);
		for (const reason of REASONS) expect(offered).toContain(`{"option":"${reason}"}`);
		expect(offered.match(/"option":/g)).toHaveLength(REASONS.length);
		const [taken] = refundForm.filter(
			({ name, options }) => name === 'reason' && JSON.stringify(options ?? []).includes('fraud'),
		);
		expect(REASONS.map((reason) => read({ reason }).code).sort()).toEqual(
			taken && optionValues(taken).sort(),
		);
	});

	it('is tried by the node before anybody is asked, exactly as it would be sent', () => {
		const [tried, sent] = ['Try the Refund', 'Send the Refund'].map((name) => nodeOf(name));
		const { options, ...fields } = tried?.parameters as { options: Json };
		expect({ ...fields, options: { ...options, dryRun: undefined } }).toEqual(sent?.parameters);
		expect(options.dryRun).toBe(true);
		const next = example.connections['Try the Refund']?.main;
		expect(next?.map((ends) => ends?.map(({ node }) => node))).toEqual([
			['Ask for It?'],
			['Not Possible Now'],
		]);
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
	])('shows %j without anything that could be a link', (typed, shown) => {
		const { reference, ...others } = read({ reference: typed, customer: typed, reason: typed });
		expect(reference).toBe(typed);
		expect(others).toMatchObject({ shown, customer: shown, reason: shown });
	});

	it('is answered at the address of the account that has asked', () => {
		expect(read({ requester: 'boss@example.com' }).requester).toBe('clerk@example.com');
		expect(read({ user: undefined, requester: 'boss@example.com' }).requester).toBe('');
	});

	it.each([
		['clerk@example.com', 'Who asks (your account on this n8n): clerk@example.com'],
		['', 'Set Authentication of “Refund Wanted” to n8n User Auth.'],
		['<b>', '&#60;b&#62;'],
	])('says on the page who the two people are, where %j asks', (requester, words) => {
		const known = { 'Read the Request': [{ requester, approver: 'boss@example.com' }] };
		const $ = (name: string) => ({ ...outputsOf(known)(name), params: { options: {} } });
		const page = textOf(nodeOf('Not Two People')?.parameters.completionMessage, { $ });
		expect(page).toContain(words);
		expect(page).toContain('Who approves (approverEmail in Settings): boss@example.com');
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

	/** What is said to be left, and the most that the node then lets through. */
	const left = (refunds: unknown): Json => {
		const $ = outputsOf({ 'The Payment': [shown(refunds)] });
		const { options } = nodeOf('Send the Refund')?.parameters as { options: Json };
		return { left: said(refunds, '', 'left'), most: valueOf(options.maxAmountPerItem, { $ }) };
	};

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
		expect(left(refunds)).toEqual({ left: 'R49.00', most: '49.00' });
		expect(left([refund('89.00')])).toEqual({ left: 'Nothing', most: '0.00' });
	});

	it.each(['0.00', '-5.00', 'NaN'])('that is %s lets the node send nothing', (most) => {
		expect(() => readFrom(guards, { maxAmountPerItem: most })).toThrow('Maximum Amount per Item');
	});

	it('is not guessed where Stitch does not say what was given back', () => {
		for (const refunds of [null, undefined, [{ id: '1', status: 'pending' }]]) {
			expect(left(refunds).most).toBe('NaN');
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

/** The page that says why a refund cannot be asked for. */
function whyNot(centsLeft: string, refused: Json): string {
	const known = {
		'Read the Request': [{}],
		'The Payment': [{ centsLeft }],
		'Left to Give Back': [{ left: 'R50.00' }],
		'Try the Refund': [refused],
	};
	const $ = (name: string) => ({ ...outputsOf(known)(name), params: { options: {} } });
	const { completionTitle, completionMessage } = nodeOf('Not Possible Now')?.parameters ?? {};
	return [completionTitle, completionMessage].map((text) => textOf(text, { $ })).join('\n');
}

it.each([
	['5000', 'To give back what is left, enter that amount.'],
	['0', 'nothing was sent.<br>'],
	['not known', 'Look the payment up in the Stitch dashboard.'],
])('with %j cents left, a refund of too much says: %s', (centsLeft, says) => {
	const details = { field: 'Maximum Amount per Item', howToFix: 'Raise the limit.' };
	const page = whyNot(centsLeft, { error: 'Too much', details });
	expect(page).toMatch(/^R50\.00 is left of this payment\n/);
	expect(page).toContain(says);
	expect(page).not.toContain('limit');
});

it('a refund that the node rejects says why, without code from the form', () => {
	const details = { field: 'Amount', howToFix: 'Enter an amount.' };
	const page = whyNot('5000', { error: "'Amount' cannot be <b>", details });
	expect(page).toMatch(
		/^This cannot be given back\n[^]*cannot be &#60;b&#62;<br>Enter an amount\./,
	);
	expect(page).not.toContain('enter that amount');
});
