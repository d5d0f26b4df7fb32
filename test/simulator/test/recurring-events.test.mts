import { callerFor } from './caller.mts';
import { chargeInput, recurringCalls } from './recurring.mts';
import { webhookSuite } from './webhook-suite.mts';

const suite = webhookSuite(43);
const { granted, charge } = recurringCalls(() => suite.simulator);

/** What a client's subscriber hears of a consent that is granted and then charged. */
async function heard(options: object) {
	const types = ['payment-consent-request', 'transaction'];
	const subscriber = await suite.subscriber(types, options);
	const caller = await callerFor(
		suite.simulator,
		subscriber.caller.client,
		'client_recurringpaymentconsentrequest',
		'transaction_initiate',
	);
	const consent = await granted(caller);
	const input = { ...chargeInput(consent, '99.51'), externalReference: 'nov' };
	const { id } = await charge(caller, input);
	await caller.client.settleWebhooks();
	const { deliveries } = await caller.client.webhooks();
	return {
		consent,
		charge: id,
		payloads: deliveries.map(({ payload }) => JSON.parse(payload) as object),
	};
}

describe('events about recurring payments', () => {
	it('tell of consents and charges', async () => {
		const { consent, charge: id, payloads } = await heard({});
		expect(payloads).toMatchObject([
			{
				type: 'payment-consent-request',
				data: { id: consent, status: 'GRANTED', externalReference: 'subscription-204' },
			},
			{
				type: 'transaction',
				data: {
					id,
					status: 'FAILURE',
					statusReason: 'insufficientFunds',
					externalReference: 'nov',
				},
			},
		]);
	});

	it.each([
		['nested', (id: string) => ({ data: { client: { transactions: { node: { id } } } } })],
		['id-only', (id: string) => ({ type: 'transaction', data: { id } })],
		['flat-failed', (id: string) => ({ type: 'transaction', data: { id, status: 'FAILED' } })],
	] as const)('tell of charges in a form of our choice: %s', async (chargeEvents, form) => {
		const { charge: id, payloads } = await heard({ chargeEvents });
		expect(payloads[1]).toMatchObject(form(id));
	});
});
