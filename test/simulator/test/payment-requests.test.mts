import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { callerFor, newCallers } from './caller.mts';
import {
	beneficiary,
	createPaymentRequest,
	paymentRequestAt,
	paymentRequestBody,
} from './orders.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 4, timeScale: 0 });
});
afterAll(() => simulator.stop());

const day = 24 * 60 * 60 * 1000;
const eft = { payerReference: 'Order 1', beneficiary };

const newCaller = newCallers(() => simulator, 'client_paymentrequest');

const statusOf = async (caller: Caller, id: string) =>
	(await caller.get(paymentRequestAt(id))).body.status;

describe('creating a payment request (spec 2.1, 2.4, 4.1)', () => {
	it('answers 201, pending, with a redirect interaction and what was sent', async () => {
		const caller = await newCaller();
		const body = paymentRequestBody();
		const answer = await caller.post('/payment-requests', body);
		expect(answer.status).toBe(201);
		expect(answer.body).toEqual({
			id: expect.any(String),
			amount: { currency: 'ZAR', quantity: 100.5 },
			externalReference: 'order-1',
			expireAt: body.expireAt,
			status: 'pending',
			interaction: { type: 'redirect', url: expect.stringMatching(/^http.*\/pay\//) },
		});
		expect((await caller.get(paymentRequestAt(answer.body.id))).body).toEqual(answer.body);
	});

	it('shows the merchant on retrieval when the request had one', async () => {
		const caller = await newCaller({ merchants: ['merchant-7'] });
		const methods = { eft: { payerReference: 'Order 1' } };
		const id = await createPaymentRequest(caller, {
			merchantId: 'merchant-7',
			paymentMethods: methods,
		});
		expect((await caller.get(paymentRequestAt(id))).body.merchantId).toBe('merchant-7');
	});

	it.each([
		[
			'a card payment only',
			{ paymentMethods: { eft: { enabled: false }, card: { enabled: true } } },
		],
		[
			'a crypto payment only',
			{ paymentMethods: { eft: { enabled: false }, crypto: { enabled: true } } },
		],
		[
			'Capitec Pay and ABSA Pay beside eft',
			{
				paymentMethods: {
					eft: { ...eft, capitecPay: { enabled: true }, absaEft: { enabled: true } },
				},
			},
		],
		['a payer bank', { restrictPayerBank: 'capitec' }],
		[
			'metadata with stringified objects',
			{ metadata: { cart: '{"items":2}', vip: true, count: 1 } },
		],
		[
			'a split settlement',
			{
				splitSettlements: [
					{ merchantId: 'merchant-2', amount: { currency: 'ZAR', quantity: 100.5 } },
				],
			},
		],
		[
			'a payer',
			{
				payer: {
					identifier: 'payer-1',
					identifyingDocument: { type: 'passport', country: 'ZA', number: 'A00000000' },
					mobileNumber: '+27000000000',
					email: 'payer@example.com',
					fullName: 'A Payer',
					accountCreatedDate: '2024-01-31',
				},
			},
		],
	])('accepts %s', async (_name, changes) => {
		await createPaymentRequest(await newCaller(), changes);
	});

	const methods = (changes: object) => ({ paymentMethods: { eft: { ...eft, ...changes } } });
	it.each([
		['amount', { amount: undefined }],
		['amount.currency', { amount: { currency: 'EUR', quantity: 1 } }],
		['amount.quantity', { amount: { currency: 'ZAR', quantity: '1' } }],
		['amount.quantity', { amount: { currency: 'ZAR', quantity: 0 } }],
		['amount.quantity', { amount: { currency: 'ZAR', quantity: 1.234 } }],
		['expireAt', { expireAt: undefined }],
		['expireAt', { expireAt: 'tomorrow' }],
		['expireAt', { expireAt: '2020-01-01T00:00:00Z' }],
		['paymentMethods', { paymentMethods: undefined }],
		['paymentMethods', { paymentMethods: { eft: { enabled: false } } }],
		['paymentMethods.eft.payerReference', { paymentMethods: {} }],
		['paymentMethods.eft.payerReference', methods({ payerReference: undefined })],
		['paymentMethods.eft.payerReference', methods({ payerReference: 'x'.repeat(13) })],
		['paymentMethods.eft.beneficiaryReference', methods({ beneficiaryReference: 'x'.repeat(21) })],
		['paymentMethods.eft.beneficiary', methods({ beneficiary: undefined })],
		[
			'paymentMethods.eft.beneficiary.bank',
			methods({ beneficiary: { ...beneficiary, bank: 'x' } }),
		],
		['paymentMethods.eft.beneficiary.name', methods({ beneficiary: { ...beneficiary, name: '' } })],
		[
			'paymentMethods.eft.capitecPay',
			{
				paymentMethods: {
					eft: { ...eft, enabled: false, capitecPay: { enabled: true } },
					card: { enabled: true },
				},
			},
		],
		['merchantId', { merchantId: 'merchant-1' }],
		['merchantId', { merchantId: 'unknown', ...methods({ beneficiary: undefined }) }],
		['restrictPayerBank', { restrictPayerBank: 'za_hsbc' }],
		[
			'payer.identifyingDocument.type',
			{
				payer: { identifyingDocument: { type: 'licence', country: 'ZA', number: '1' } },
			},
		],
		['payer.accountCreatedDate', { payer: { accountCreatedDate: 'long ago' } }],
		['metadata', { metadata: { cart: { items: 2 } } }],
		['metadata', { metadata: 'text' }],
		[
			'splitSettlements',
			{
				splitSettlements: [
					{ merchantId: 'merchant-2', amount: { currency: 'ZAR', quantity: 101 } },
				],
			},
		],
	])('refuses a wrong %s with 400 and names the field: %j', async (field, changes) => {
		const caller = await newCaller();
		const answer = await caller.post('/payment-requests', paymentRequestBody(changes));
		expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
		expect(String(answer.body.detail).split(':')[0]).toBe(field);
	});
});

describe('states (spec 3.1)', () => {
	/** By the service's own clock, which other tests have moved. */
	async function dayFromNow(): Promise<string> {
		const { now } = await simulator.control.send<{ now: string }>('GET', '/clock');
		return new Date(Date.parse(now) + day).toISOString();
	}

	it('completes when the payer pays, for good', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller, { expireAt: await dayFromNow() });
		await simulator.control.payer('pay', id);
		expect(await statusOf(caller, id)).toBe('completed');
		await simulator.control.advance(2 * day);
		expect(await statusOf(caller, id)).toBe('completed');
	});

	it('is completed by hand without a payment, for good (public reference)', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller, { expireAt: await dayFromNow() });
		await simulator.control.completeByHand(id);
		await simulator.control.advance(2 * day);
		expect(await statusOf(caller, id)).toBe('manually_completed');
		await expect(simulator.control.payer('pay', id)).rejects.toThrow('manually_completed');
		const cancelling = await caller.post(`${paymentRequestAt(id)}/cancel`, { reason: 'Late' });
		expect(cancelling.status).toBe(409);
	});

	it('expires at expireAt when it is not completed', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller, { expireAt: await dayFromNow() });
		await simulator.control.advance(day - 1);
		expect(await statusOf(caller, id)).toBe('pending');
		await simulator.control.advance(2);
		expect(await statusOf(caller, id)).toBe('expired');
	});

	it('cancels a pending request and answers with its id', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		const answer = await caller.post(`${paymentRequestAt(id)}/cancel`, { reason: 'Not needed' });
		expect(answer).toMatchObject({ status: 200, body: { id } });
		expect(Object.keys(answer.body)).toEqual(['id']);
		expect(await statusOf(caller, id)).toBe('cancelled');
	});

	it.each(['start', 'pay'] as const)('does not cancel after %s', async (action) => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		await simulator.control.payer(action, id);
		const before = await statusOf(caller, id);
		expect((await caller.post(`${paymentRequestAt(id)}/cancel`, { reason: 'Late' })).status).toBe(
			409,
		);
		expect(await statusOf(caller, id)).toBe(before);
	});

	it('does not cancel an expired or a cancelled request', async () => {
		const caller = await newCaller();
		const reason = 'Not needed';
		const cancelled = await createPaymentRequest(caller);
		await caller.post(`${paymentRequestAt(cancelled)}/cancel`, { reason });
		const expired = await createPaymentRequest(caller, { expireAt: await dayFromNow() });
		await simulator.control.advance(day);
		for (const id of [cancelled, expired]) {
			expect((await caller.post(`${paymentRequestAt(id)}/cancel`, { reason })).status).toBe(409);
		}
		expect(await statusOf(caller, expired)).toBe('expired');
	});

	it('needs a reason to cancel', async () => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		expect((await caller.post(`${paymentRequestAt(id)}/cancel`, {})).status).toBe(400);
		expect((await caller.post(`${paymentRequestAt(id)}/cancel`)).status).toBe(400);
	});

	it('answers 404 for an id that does not exist', async () => {
		const caller = await newCaller();
		expect((await caller.get(paymentRequestAt('none'))).status).toBe(404);
		expect((await caller.post(`${paymentRequestAt('none')}/cancel`, { reason: 'x' })).status).toBe(
			404,
		);
	});

	it('needs the scope client_paymentrequest', async () => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'client_card');
		const answer = await caller.post('/payment-requests', paymentRequestBody());
		expect(answer).toMatchObject({
			status: 403,
			body: { missingScopes: ['client_paymentrequest'] },
		});
	});
});
