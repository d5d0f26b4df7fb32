import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers } from './caller.mts';
import { codeOf } from './graphql-caller.mts';
import { capitecConsent, cardConsent, rand, recurringCalls } from './recurring.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 41, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(
	() => simulator,
	'client_recurringpaymentconsentrequest',
	'transaction_initiate',
);
const { create, consentAt, cancel, revoke, granted } = recurringCalls(() => simulator);

/** Presses a button of the hosted page. */
async function press(url: string, action: string, home = 'https://shop.example.com/done?step=1') {
	const target = `${url}&redirect_uri=${encodeURIComponent(home)}`;
	const html = await (await fetch(target)).text();
	const answer = await fetch(target, {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ action }),
	});
	return { html, status: answer.status, location: answer.headers.get('location') };
}

const shop = { returnDomains: ['shop.example.com'] };

describe('a payment consent (public reference)', () => {
	it('is pending, with a page whose address has a query already', async () => {
		const { node } = await create(await newCaller(), cardConsent());
		expect(node).toMatchObject({
			status: { __typename: 'PaymentConsentPending' },
			consentDetails: null,
			externalReference: 'subscription-204',
		});
		expect(node.url).toContain('/consent?consentId=');
	});

	it.each([
		['grant', 'PaymentConsentGranted'],
		['decline', 'PaymentConsentFailed'],
		['close', 'PaymentConsentPending'],
	])(
		'of a card: %s on its page leaves it %s and returns with nothing added',
		async (action, type) => {
			const caller = await newCaller(shop);
			const { node } = await create(caller, cardConsent());
			const { html, location } = await press(node.url, action);
			expect(html).toContain('id="grant"');
			expect(location).toBe('https://shop.example.com/done?step=1');
			expect((await consentAt(caller, node.id)).status.__typename).toBe(type);
		},
	);

	it('of Capitec is processing until the bank has approved it', async () => {
		const caller = await newCaller(shop);
		const { node } = await create(caller, capitecConsent());
		const { html } = await press(node.url, 'grant');
		expect(html).toContain('Gym: up to R 150.00, monthly');
		expect((await consentAt(caller, node.id)).status.__typename).toBe('PaymentConsentProcessing');
		await simulator.control.advance(5000);
		expect(await consentAt(caller, node.id)).toMatchObject({
			status: { __typename: 'PaymentConsentGranted', isPendingRevocation: false },
			consentDetails: { __typename: 'CapitecPayRecurringConsentDetails' },
		});
	});

	it.each([
		['99.00', 'PaymentConsentGranted', 9900],
		['99.51', 'PaymentConsentFailed', 0],
	])('with a first charge of R%s becomes %s', async (quantity, type, cents) => {
		const caller = await newCaller();
		const initialCharge = { amount: rand(quantity), externalReference: 'first' };
		const { node } = await create(caller, cardConsent({ initialCharge }));
		await simulator.control.consent('grant', node.id);
		expect((await consentAt(caller, node.id)).status.__typename).toBe(type);
		const { charges, chargedCents } = await caller.client.ledger();
		expect(charges).toMatchObject([{ externalReference: 'first', consentId: node.id }]);
		expect(chargedCents).toBe(cents);
	});

	it('can be cancelled until it is granted, and revoked from then on', async () => {
		const caller = await newCaller();
		const { node } = await create(caller, cardConsent());
		expect(codeOf((await revoke(caller, { id: node.id })).answer)).toBe('BAD_USER_INPUT');
		const cancelled = await cancel(caller, { id: node.id });
		expect(cancelled.node).toMatchObject({
			status: { __typename: 'PaymentConsentCancelled' },
			statusReason: 'Asked to',
		});
		const other = await granted(caller);
		expect(codeOf((await cancel(caller, { id: other })).answer)).toBe('BAD_USER_INPUT');
		const revoked = await revoke(caller, { id: other });
		expect(revoked.node.status.__typename).toBe('PaymentConsentRevoked');
	});

	it('expires after a day on which nobody has agreed', async () => {
		const caller = await newCaller();
		const { node } = await create(caller, cardConsent());
		await simulator.control.advance(24 * 60 * 60 * 1000);
		expect((await consentAt(caller, node.id)).status.__typename).toBe('PaymentConsentExpired');
	});

	it.each([
		['pause', 'PaymentConsentPaused'],
		['revoke', 'PaymentConsentRevoked'],
		['begin-revocation', 'PaymentConsentGranted'],
	] as const)('can change later: %s makes it %s', async (action, type) => {
		const caller = await newCaller();
		const id = await granted(caller);
		await simulator.control.consent(action, id);
		expect((await consentAt(caller, id)).status.__typename).toBe(type);
	});

	it('takes a nonce once, and one method', async () => {
		const caller = await newCaller();
		const input = cardConsent();
		await create(caller, input);
		expect(codeOf((await create(caller, input)).answer)).toBe('NONCE_DUPLICATE');
		const none = { ...cardConsent(), paymentMethods: {} };
		expect(codeOf((await create(caller, none)).answer)).toBe('BAD_USER_INPUT');
	});

	it('needs its scope', async () => {
		const caller = await newCaller({}, 'client_refund');
		expect(codeOf((await create(caller, cardConsent())).answer)).toBe('FORBIDDEN');
	});

	it.each([
		['a domain that is not on the allowlist', 'https://other.example.com/'],
		['an address that is none', 'nowhere'],
	])('does not return to %s', async (_name, home) => {
		const caller = await newCaller(shop);
		const { node } = await create(caller, cardConsent());
		expect((await press(node.url, 'grant', home)).status).toBe(400);
		expect((await consentAt(caller, node.id)).status.__typename).toBe('PaymentConsentPending');
	});
});
