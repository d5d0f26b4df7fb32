import { randomUUID } from 'node:crypto';

import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { newCallers, type Caller } from './caller.mts';
import { disbursementBody } from './orders.mts';

/**
 * The bodies of requests and answers, copied from the specification by hand. Those of GraphQL are checked
 * by the published schema itself.
 */
let simulator: RunningSimulator;

const newCaller = newCallers(
	() => simulator,
	'client_paymentrequest',
	'client_disbursement',
	'client_terminal_session',
	'client_bankaccountverification',
	'accountholders',
	'client_file_management',
	'client_refund',
);

beforeAll(async () => {
	simulator = await startSimulator({ seed: 48, timeScale: 0 });
});

afterAll(async () => {
	await simulator.stop();
});

const keysOf = (value: unknown) => Object.keys(value as object).sort();

/** The status with which a body is answered, and the code of its refusal. */
async function statusOf(caller: Caller, path: string, body: unknown) {
	const answer = await caller.post(path, body);
	return [answer.status, answer.body.code];
}

const refused = [400, 'BAD_USER_INPUT'];

describe('payment requests (spec 2.1 to 2.4, 3.1, 4.1)', () => {
	const beneficiary = { name: 'A Merchant', bank: 'fnb', accountNumber: '1234567890' };
	const eft = { payerReference: 'Order 1', beneficiary };
	const request = {
		amount: { currency: 'ZAR', quantity: 100.5 },
		externalReference: 'order-1',
		expireAt: '2099-01-01T00:00:00.000Z',
		paymentMethods: { eft },
	};

	it('are answered with 201, what was asked for and where to send the payer', async () => {
		const { status, body } = await (await newCaller()).post('/payment-requests', request);
		const { id, interaction, ...rest } = body as { id: string; interaction: { url: string } };
		expect(status).toBe(201);
		expect(id).toMatch(/./);
		expect(interaction).toEqual({ type: 'redirect', url: expect.stringMatching(/^https?:/) });
		const { amount, externalReference, expireAt } = request;
		expect(rest).toEqual({ amount, externalReference, expireAt, status: 'pending' });
	});

	it('are retrieved with the merchant that was given, in the same structure', async () => {
		const caller = await newCaller();
		const paymentMethods = { eft: { payerReference: 'Order 1' } };
		const ofMerchant = { ...request, paymentMethods, merchantId: 'merchant-1' };
		const { body } = await caller.post('/payment-requests', ofMerchant);
		const read = await caller.get(`/payment-requests/${encodeURIComponent(String(body.id))}`);
		expect(read).toMatchObject({ status: 200, body: { ...body, merchantId: 'merchant-1' } });
	});

	it.each<[string, object]>([
		['no currency', { amount: { quantity: 1 } }],
		['a currency other than ZAR', { amount: { currency: 'USD', quantity: 1 } }],
		['no quantity', { amount: { currency: 'ZAR' } }],
		['no payment methods', { paymentMethods: undefined }],
		['no payer reference for Pay by Bank', { paymentMethods: { eft: { beneficiary } } }],
		['neither a merchant nor a beneficiary', { paymentMethods: { eft: { payerReference: 'O' } } }],
		['a merchant and a beneficiary', { merchantId: 'merchant-1' }],
		[
			'Capitec Pay without Pay by Bank',
			{
				paymentMethods: {
					eft: { enabled: false, capitecPay: { enabled: true } },
					card: { enabled: true },
				},
			},
		],
		['nested metadata', { metadata: { order: { id: 1 } } }],
		['a payer bank that is none', { restrictPayerBank: 'no_bank' }],
	])('are refused with %s', async (_, change) => {
		expect(
			await statusOf(await newCaller(), '/payment-requests', { ...request, ...change }),
		).toEqual(refused);
	});

	it('are cancelled with their ID alone, once', async () => {
		const caller = await newCaller();
		const { body } = await caller.post('/payment-requests', request);
		const path = `/payment-requests/${encodeURIComponent(String(body.id))}/cancel`;
		const cancelled = await caller.post(path, { reason: 'A mistake' });
		expect([cancelled.status, cancelled.body]).toEqual([200, { id: body.id }]);
		expect((await caller.post(path, { reason: 'A mistake' })).status).toBeGreaterThanOrEqual(400);
	});
});

describe('disbursements (spec 3.2, 4.3)', () => {
	it('are cancelled where they are paused, and answered with ID and reason', async () => {
		const caller = await newCaller({ test: true });
		const amount = { currency: 'ZAR', quantity: '500' };
		const { body } = await caller.post('/disbursements', disbursementBody({ amount }));
		const cancel = { id: body.id, reason: 'A mistake' };
		expect((await caller.post('/disbursements/cancel', cancel)).status).toBeGreaterThanOrEqual(400);
		await simulator.control.advance(121_000);
		const cancelled = await caller.post('/disbursements/cancel', cancel);
		expect([cancelled.status, cancelled.body]).toEqual([200, cancel]);
	});

	it.each([
		['12345', refused],
		['4123456789012340', [201, undefined]],
		['1'.repeat(21), refused],
	])(
		'are paid to an account of 6 to 20 digits (our choice): %s',
		async (accountNumber, answered) => {
			const beneficiary = { name: 'A Beneficiary', accountNumber, bank: 'fnb' };
			const body = disbursementBody({ beneficiary });
			expect(await statusOf(await newCaller(), '/disbursements', body)).toEqual(answered);
		},
	);

	it.each(['za_olympus_mobile', 'za_citibank', 'grindrod_bank'])(
		'are not instant to %s (spec 2.5)',
		async (bank) => {
			const beneficiary = { name: 'A Beneficiary', accountNumber: '1234567890', bank };
			const body = disbursementBody({ beneficiary, type: 'instant' });
			expect(await statusOf(await newCaller(), '/disbursements', body)).toEqual(refused);
		},
	);
});

describe('terminal sessions (companion spec 2.1, 3.1, 4.2)', () => {
	const charge = { amount: 100, currency: 'ZAR' };
	const session = (change: object = {}) => ({
		...{ intent: { charge }, terminal: 'terminal-1', nonce: randomUUID() },
		...{ externalReference: 'receipt-1', metadata: { till: 3 } },
		...change,
	});

	it('are answered with 201 and what was asked for, and have an outcome once paid', async () => {
		const caller = await newCaller();
		const sent = session();
		const { status, body } = await caller.post('/terminal-sessions', sent);
		const { terminal, ...asked } = sent;
		expect(status).toBe(201);
		expect(body).toMatchObject({ ...asked, terminal: { id: terminal }, status: 'pending' });
		expect(keysOf(body)).toEqual(
			['createdAt', 'externalReference', 'id', 'intent', 'metadata', 'nonce', 'source'].concat(
				...['status', 'terminal', 'updatedAt'],
			),
		);
		expect(keysOf(body.terminal)).toEqual(
			['id', 'manufacturer', 'manufacturerSerialNumber', 'merchantId', 'model'].concat(
				...['status', 'tid'],
			),
		);
		await simulator.control.finishTerminalSession(String(body.id), true);
		const path = `/terminal-sessions/${encodeURIComponent(String(body.id))}`;
		const paid = await caller.get(path);
		const made = (paid.body.outcome as { charge: Record<string, unknown> }).charge;
		expect(paid.body.status).toBe('success');
		expect(keysOf(made)).toEqual(
			expect.arrayContaining(
				['amount', 'card', 'createdAt', 'currency', 'id', 'networkTransactionIdentifier'].concat(
					...['retrievalReferenceNumber', 'status', 'type', 'updatedAt'],
				),
			),
		);
		expect(keysOf(made.card)).toEqual(
			['bin', 'expiry', 'fundingType', 'issuer', 'last4', 'network'].sort(),
		);
		expect((await caller.post(`${path}/cancel`)).status).toBeGreaterThanOrEqual(400);
	});

	it('charge the amount and the cashback, and give back both (companion spec 2.1)', async () => {
		const caller = await newCaller();
		const cashback = { amount: 50.1, currency: 'ZAR' };
		const sent = session({ intent: { charge: { ...charge, cashback } } });
		const { body } = await caller.post('/terminal-sessions', sent);
		await simulator.control.finishTerminalSession(String(body.id), true);
		const paid = await caller.get(`/terminal-sessions/${encodeURIComponent(String(body.id))}`);
		expect(paid.body).toMatchObject({ outcome: { charge: { amount: 150.1 } } });
		const refund = (amount: number) => ({
			...{ terminalSession: body.id, amount, currency: 'ZAR', nonce: randomUUID() },
			reason: 'requested_by_customer',
		});
		expect((await caller.post('/refunds', refund(150.11))).status).toBe(400);
		expect((await caller.post('/refunds', refund(150.1))).status).toBe(201);
	});

	it.each<[string, object]>([
		['both intents', { intent: { charge, disbursement: charge } }],
		['no intent', { intent: {} }],
		['a currency other than ZAR', { intent: { charge: { ...charge, currency: 'USD' } } }],
		['an unknown capture method', { intent: { charge: { ...charge, capture: { method: 'x' } } } }],
		['no terminal', { terminal: undefined }],
		['no nonce', { nonce: undefined }],
	])('are refused with %s', async (_, change) => {
		expect(await statusOf(await newCaller(), '/terminal-sessions', session(change))).toEqual(
			refused,
		);
	});

	it('are cancelled without a body, and answered with the session', async () => {
		const caller = await newCaller();
		const { body } = await caller.post('/terminal-sessions', session());
		const path = `/terminal-sessions/${encodeURIComponent(String(body.id))}/cancel`;
		expect(await caller.post(path)).toMatchObject({ status: 200, body: { id: body.id } });
	});

	it.each(['externalReference', 'nonce'] as const)('are listed by their %s', async (name) => {
		const caller = await newCaller();
		const one = session({ externalReference: 'one' });
		await caller.post('/terminal-sessions', session({ externalReference: 'other' }));
		await caller.post('/terminal-sessions', one);
		const { body } = await caller.get(`/terminal-sessions?${name}=${one[name]}`);
		expect(body.data).toMatchObject([{ externalReference: 'one' }]);
	});
});

describe('verifications (spec 2.6, 2.7, 4.4, 5.1)', () => {
	const bankAccount = { bank: 'fnb', number: '1234567890', type: 'current' };
	const identifyingDocument = { type: 'identity_document', number: '9001010000080' };
	const accountHolder = { type: 'individual', familyName: 'Tester', identifyingDocument };
	const path = '/bank-account-verifications';

	it('are answered with the request, its country and branch code, and verdicts', async () => {
		const caller = await newCaller();
		const { status, body } = await caller.post(path, { bankAccount, accountHolder });
		expect(status).toBe(200);
		expect(body.id).toMatch(/^bav_[0-9A-Za-z]{22}$/);
		expect(body.updatedAt).toBe(body.createdAt);
		expect(body.bankAccount).toEqual({
			...bankAccount,
			branchCode: expect.stringMatching(/^\d{6}$/),
		});
		expect(body.accountHolder).toMatchObject({
			...accountHolder,
			identifyingDocument: { ...identifyingDocument, country: 'ZA' },
		});
		const result = body.verificationResult as Record<string, object>;
		expect(keysOf(result)).toEqual(['accountHolder', 'bankAccount', 'outcome']);
		expect(keysOf(result.bankAccount)).toEqual(
			[
				'acceptsCredits',
				'acceptsDebits',
				'exists',
				'isOpen',
				'isOpenForMoreThanThreeMonths',
			].concat('typeMatch'),
		);
		expect(keysOf(result.accountHolder)).toEqual(
			expect.arrayContaining(['familyName', 'identifyingDocument']),
		);
	});

	it.each<[string, object]>([
		['a field that is not specified', { more: 1 }],
		['no account', { bankAccount: undefined }],
		['an account number of five digits', { bankAccount: { ...bankAccount, number: '12345' } }],
		['a bank that is not listed', { bankAccount: { ...bankAccount, bank: 'no_bank' } }],
		['a branch code of five digits', { bankAccount: { ...bankAccount, branchCode: '25065' } }],
		['an account type that is not listed', { bankAccount: { ...bankAccount, type: 'x' } }],
		['no type of holder', { accountHolder: { identifyingDocument } }],
		['initials of six letters', { accountHolder: { ...accountHolder, initials: 'ABCDEF' } }],
	])('are refused with %s', async (_, change) => {
		const body = { bankAccount, accountHolder, ...change };
		expect(await statusOf(await newCaller(), path, body)).toEqual(refused);
	});

	it('are answered with 202 while the bank is asked, then with the result, billed once (spec 4.4)', async () => {
		const caller = await newCaller({ verifiedAfterMs: 5_000 });
		const ask = async () => await caller.post(path, { bankAccount, accountHolder });
		const running = await ask();
		expect([running.status, running.body]).toEqual([
			202,
			{ status: 'pending', message: expect.any(String) },
		]);
		await simulator.control.advance(5_000);
		const { status, body } = await ask();
		expect([status, body.updatedAt]).toEqual([200, body.createdAt]);
		expect((await caller.client.summary()).verifications).toBe(1);
	});

	it('name the second scope where a token lacks it', async () => {
		const caller = await newCaller({}, 'client_bankaccountverification');
		expect(await caller.post(path, { bankAccount, accountHolder })).toMatchObject({
			status: 403,
			body: { code: 'FORBIDDEN', missingScopes: ['accountholders'] },
		});
	});
});

describe('dispute evidence (companion spec 4.4)', () => {
	const fields = {
		type: 'dispute_evidence',
		caseReference: 'case-1',
		evidenceType: 'consolidated',
	};

	async function upload(change: Record<string, string | undefined>, { file = true } = {}) {
		const form = new FormData();
		for (const [name, value] of Object.entries({ ...fields, ...change })) {
			if (value !== undefined) form.set(name, value);
		}
		if (file) form.set('file', new Blob(['receipt']), 'receipt.pdf');
		return (await (await newCaller()).send('POST', '/files', { body: form })).status;
	}

	it('is taken with 201', async () => {
		expect(await upload({})).toBe(201);
	});

	it.each<[string, Record<string, string | undefined>]>([
		['another type', { type: 'invoice' }],
		['no case reference', { caseReference: undefined }],
		['an empty case reference', { caseReference: '' }],
		['a case reference of 256 characters', { caseReference: 'x'.repeat(256) }],
		['another type of evidence', { evidenceType: 'receipt' }],
		['a field that is not specified', { more: '1' }],
	])('is refused with %s', async (_, change) => {
		expect(await upload(change)).toBe(400);
	});

	it('is refused without a file', async () => {
		expect(await upload({}, { file: false })).toBe(400);
	});
});
