import {
	exampleFiles,
	readExample,
	templateFiles,
	textOf,
	valueOf,
	type Json,
} from '../setup/examples.mts';
import { contextOf, nodeAt, payingNodes, type Found } from './decisions.mts';

/** What the expressions among the fields of a node say, however deep the fields are. */
function filledIn(fields: Json, context: object): Json {
	const entries = Object.entries(fields).flatMap(([name, field]): Array<[string, unknown]> => {
		if (typeof field === 'object' && field !== null) {
			const inside = filledIn(field as Json, context);
			return '__rl' in field ? [[name, inside.value]] : Object.entries(inside);
		}
		if (typeof field !== 'string' || !field.startsWith('=')) return [];
		const isOne = field.split('{{').length === 2 && /^=\{\{[^]*\}\}$/.test(field);
		return [[name, (isOne ? valueOf : textOf)(field, context)]];
	});
	return Object.fromEntries(entries.filter(([name]) => name !== 'expireAt'));
}

const account = { bank: 'fnb', accountNumber: '1234567890' };
const shop = { accountHolder: 'Example Shop', ...account };
const limits = { maximumPerPayment: '100', maximumPerRun: '200', maximumPerDay: '300' };
const limited = { maxAmountPerItem: '100', maxTotalPerRun: '200', maxTotalPerDay: '300' };

/** A row as the node Check Payout List has read it. */
const row = {
	...{ externalReference: 'S-1', amount: '10.50', ...account },
	...{ beneficiaryName: 'T Tester', beneficiaryReference: 'Salary' },
};
const member = { reference: '204', chargeReference: '204-2026-11', amount: 99, consentId: 'c' };
const link = { reference: 'order-number-1017', amount: '149.50', payer: 'a@example.com' };
const linkTo = (payer: object) => ({
	...{ externalReference: 'order-number-1017', amount: '149.50', payerReference: 'order-number' },
	...{ payerId: 'a@example.com', beneficiaryName: 'Example Shop', ...account, ...payer },
});

/** What each node that makes a payment, or asks for one, sends of what it finds. */
const payments: Record<string, [found: Found, sent: Json]> = {
	'pay-a-file.json: Pay': [
		{ json: row, nodes: { 'Reviewed List': { settings: limits } } },
		{ ...row, ...limited },
	],
	'payout-assistant.json: Pay': [
		{ json: row, nodes: { 'Reviewed List': { settings: limits } } },
		{ ...row, ...limited },
	],
	'payment-link.json: Create the Link': [
		{ json: { ...link, ...shop, daysToPay: 7, thankYouPage: 'https://shop.example/thanks' } },
		// The value is where the receipt goes, in the metadata.
		linkTo({
			...{ email: 'a@example.com', value: 'a@example.com' },
			redirectUrl: 'https://shop.example/thanks',
		}),
	],
	'payment-reminders.json: Create the Link': [
		{
			nodes: {
				Row: { ...link, email: 'a@example.com' },
				Settings: { ...shop, daysToPay: 7 },
			},
		},
		linkTo({ email: 'a@example.com' }),
	],
	'refund-with-approval.json: Send the Refund': [
		{
			nodes: {
				'Find the Payment': { id: 'payment-1', refunds: [{ id: 'r-1' }] },
				'Read the Request': { shown: 'order-1017', amount: '40.00', code: 'fraud' },
			},
		},
		{
			...{ paymentRequestId: 'payment-1', refundsSoFar: [{ id: 'r-1' }] },
			...{ amount: 40, reason: 'fraud', beneficiaryReference: 'Refund order-1017' },
		},
	],
	'subscription-sign-up.json: Charge the First Month': [
		{
			json: { openCharge: '204-2026-11', consentId: 'of-the-row' },
			nodes: { Settings: { price: 99 }, 'Ask to Agree': { id: 'c' } },
		},
		{ externalReference: '204-2026-11', amount: 99, paymentConsentId: 'c' },
	],
	'subscriptions.json: Charge': [
		{ json: { ...member, openCharge: '204-2026-11' } },
		{ externalReference: '204-2026-11', amount: 99, paymentConsentId: 'c', payerReference: '204' },
	],
	'subscriptions.json: Ask for the Payment': [
		{ nodes: { 'Not Settled Yet': member } },
		{ externalReference: '204-2026-11-link', amount: 99, payerId: '204' },
	],
	'till-charge.json: Charge': [
		{ json: { receipt: ' r-1 ', amount: '149.00', terminal: 'terminal-1' } },
		{ externalReference: 'R-1', amount: '149.00', terminalId: 'terminal-1' },
	],
	'templates/payment-link-by-email.json: Create the Link': [
		{ json: { ...link, ...shop, daysToPay: 7 } },
		linkTo({}),
	],
};

it('every node that makes a payment is tried here, and no other', () => {
	const all = [...exampleFiles(), ...templateFiles()].flatMap((file) =>
		payingNodes(readExample(file)).map((name) => `${file}: ${name}`),
	);
	expect(Object.keys(payments).sort()).toEqual(all.sort());
});

it.each(Object.entries(payments))(
	'%s sends what was decided, and no more',
	(place, [found, sent]) => {
		expect(filledIn(nodeAt(place).parameters, contextOf(found))).toEqual(sent);
	},
);

it('charges without anybody looking have the limits of their examples', () => {
	const limitsOf = (place: string) =>
		Object.entries(nodeAt(place).parameters.options as Json).filter(
			([name, value]) => /^max(Amount|Total)/.test(name) && !String(value).startsWith('='),
		);
	const limited = Object.keys(payments).map((place) => [place, limitsOf(place)] as const);
	expect(limited.filter(([, limits]) => limits.length > 0)).toEqual([
		['subscription-sign-up.json: Charge the First Month', [['maxAmountPerItem', '1000']]],
		[
			'subscriptions.json: Charge',
			[
				['maxAmountPerItem', '1000'],
				['maxTotalPerRun', '100000'],
			],
		],
	]);
});

it('payouts that Stitch pauses are waited for, as a later one can still be paid', () => {
	const waits = Object.keys(payments).flatMap((place) => {
		const { resource, options } = nodeAt(place).parameters as Json;
		const { waitUntilFinal, stopWhenPaused } = (options ?? {}) as Json;
		return resource === 'disbursement' && waitUntilFinal ? [[place, stopWhenPaused]] : [];
	});
	expect(waits).toEqual([
		['pay-a-file.json: Pay', false],
		['payout-assistant.json: Pay', false],
	]);
});

it('no link is created next to an open one of the same reference', () => {
	const links = Object.keys(payments).filter(
		(place) => nodeAt(place).parameters.resource === 'paymentRequest',
	);
	expect(links.length).toBeGreaterThan(2);
	for (const place of links) {
		expect(JSON.stringify(nodeAt(place).parameters)).not.toContain('"oneLinkPerReference":false');
	}
});

it('the first month of a member has the reference under which the monthly workflow would charge it', () => {
	const settings = { reference: 'M-1', month: '2026-11' };
	const set = (place: string, field: string, found: Found) =>
		filledIn(nodeAt(place).parameters, contextOf(found))[field];
	const first = set('subscription-sign-up.json: Note the Member', 'openCharge', {
		nodes: { Settings: settings, 'Ask to Agree': {} },
	});
	const { assignments } = nodeAt('subscriptions.json: Month to Charge').parameters.assignments as {
		assignments: Array<{ name: string; value: string }>;
	};
	const reference = assignments.find(({ name }) => name === 'chargeReference')?.value;
	const monthly = (json: Json) =>
		valueOf(reference, contextOf({ json, nodes: { Settings: settings } }));
	expect([first, monthly({ reference: 'M-1' })]).toEqual(['M-1-2026-11', 'M-1-2026-11']);
	expect(monthly({ reference: 'M-1', openCharge: 'M-1-2026-10' })).toBe('M-1-2026-10');
});
