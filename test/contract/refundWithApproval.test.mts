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
			const said = (executed: Outputs) =>
				textOf(nodeOf(name)?.parameters.text, { $: outputsOf(executed), $json: { error: 'No' } });
			const nothing = 'Nothing was sent';
			expect(said({})).toContain(nothing);
			expect(said({ 'Send the Refund': [] })).toContain('the refund may have been sent');
			expect(said({ 'Send the Refund': [] })).not.toContain(nothing);
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

describe('what the approver is shown of a payment', () => {
	const refund = (quantity: string, status = 'completed') => ({
		...{ id: quantity, status },
		amount: { quantity, currency: 'ZAR' },
	});
	const refunds = [refund('20.10'), refund('19.90', 'pending'), refund('30.00', 'error')];

	/** What is said of a payment, where this amount is asked for. */
	function said(payment: Json, amount = '40'): Json {
		const $ = outputsOf({ 'Read the Request': [{ amount }] });
		const context = { $json: payment, $, DateTime };
		const value = (field: string) => valueOf(assignedIn(example, 'The Payment', field), context);
		return Object.fromEntries(
			['arrived', 'givenBack', 'left', 'isAgain'].map((one) => [one, value(one)]),
		);
	}

	it('is what was given back, without refunds that failed, and what the node says is left', () => {
		expect(said({ refunds, leftToRefund: 1049 })).toMatchObject({
			givenBack: 'R20.10 (completed), R19.90 (pending)',
			left: 'R1\u00a0049.00',
		});
		expect(said({ refunds: [], leftToRefund: 0 })).toMatchObject({
			givenBack: 'none',
			left: 'Nothing',
		});
		expect(said({ refunds: null }).left).toBe('An amount that Stitch does not say');
	});

	it('is whether exactly this amount was given back before', () => {
		expect(said({ refunds }, '20.1').isAgain).toBe(true);
		for (const amount of ['30', '20.11', '2.01']) {
			expect(said({ refunds }, amount).isAgain).toBe(false);
		}
		expect(said({ refunds: null }, '20.1').isAgain).toBe(false);
	});

	it.each([
		['received', 'The money has arrived.'],
		['unsettled', 'Careful'],
		[null, 'Careful'],
	])('is whether the money has arrived: %s', (paymentConfirmation, told) => {
		expect(said({ paymentConfirmation }).arrived).toContain(told);
	});
});

it('the refund is one of those after the refunds that the approver saw', () => {
	const { nonceSource, options } = nodeOf('Send the Refund')?.parameters as Json;
	expect(nonceSource).toBeUndefined();
	expect(options).toEqual({ refundsSoFar: "={{ $('Find the Payment').first().json.refunds }}" });
	const next = example.connections['Approved?']?.main?.[0];
	expect(next?.map(({ node }) => node)).toEqual(['Send the Refund']);
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

it('the person who asks reads what to do if the outcome cannot be emailed, before n8n shows an error for it', () => {
	const page = JSON.stringify(nodeOf('Ask for It?')?.parameters.formFields);
	expect(page).toContain('If this page ends with an error, or no outcome comes within four days');
	expect(page).toContain('before you give the money back in another way');
	// The failed execution is what the person who runs n8n gets an email about.
	for (const name of ['Email: Refunded', 'Email: Not Possible', 'Email: Not Approved']) {
		expect(nodeOf(name)).not.toHaveProperty('onError');
	}
});

it('the approver sees on the page of the decision who gets how much of what, and why', () => {
	const { responseFormDescription } = nodeOf('Ask the Approver')?.parameters.options as Json;
	for (const shown of ['rand', 'customer', 'reason', 'paid', 'arrived', 'givenBack', 'left']) {
		expect(responseFormDescription).toContain(`first().json.${shown} }}`);
	}
});

it('a refund that the node rejects says why, without code from the form, and once that nothing was sent', () => {
	const howToFix = 'Enter an amount. Nothing was sent for this item.';
	const known = {
		'Read the Request': [{}],
		'The Payment': [{}],
		'Try the Refund': [{ error: "'Amount' cannot be <b>", details: { howToFix } }],
	};
	const $ = (name: string) => ({ ...outputsOf(known)(name), params: { options: {} } });
	const page = textOf(nodeOf('Not Possible Now')?.parameters.completionMessage, { $ });
	expect(page).toMatch(/cannot be &#60;b&#62;\.<br>Enter an amount\./);
	expect(page.match(/nothing was sent/gi)).toHaveLength(1);
});

it.each([
	[
		{ kind: 'notSent', howToFix: 'Read it again.' },
		'was not sent',
		/Changed\n\nRead it again\.\n\nAsk/,
	],
	[
		{ kind: 'alreadySentWithOtherValues' },
		'was not sent',
		/^Another refund .* sent first\..*\n\nAsk/,
	],
	[{ kind: 'paymentFailed' }, 'has failed', /^Changed\n/],
	[{ kind: 'outcomeUnknown', happened: 'maybe' }, 'please check it', /^Changed\n/],
])('an approved refund that was not made says so by its kind: %j', (details, subject, says) => {
	const $ = outputsOf({ 'Read the Request': [{ shown: 'order-1' }] });
	const mail = nodeOf('Email: Not Possible')?.parameters;
	const context = { $, $json: { error: 'Changed', details } };
	expect(textOf(mail?.subject, context)).toBe(`Refund for order-1 was approved, but ${subject}`);
	expect(textOf(mail?.text, context)).toMatch(says);
});
