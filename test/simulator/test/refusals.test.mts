import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Answer, Caller } from './caller.mts';
import { changed } from './attempts.mts';
import { callerFor, codeIn, newCallers } from './caller.mts';
import { asker } from './graphql-caller.mts';
import { createPaymentRequest, disbursementBody } from './orders.mts';
import { paymentRequestAt, paymentRequestBody, sessionBody } from './orders.mts';
import { charged, paidOnline, refundBody, refundInput, refundMutation } from './paid.mts';
import * as recurring from './recurring.mts';
import * as verification from './verification-bodies.mts';

// What the simulator refuses. A judge that is too strict fails the tests of those who use it; one
// that lets something through is noticed here only.

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 22, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(
	() => simulator,
	'client_bankaccountverification',
	'accountholders',
	'client_card',
	'client_disbursement',
	'client_file_management',
	'client_paymentrequest',
	'client_recurringpaymentconsentrequest',
	'client_refund',
	'client_terminal_session',
	'transaction_initiate',
);
const ask = asker(() => simulator);
const { charge, granted, refund } = recurring.recurringCalls(() => simulator);

const addWebhook = `mutation ($url: URL!, $filterTypes: [String!]!) {
	clientWebhookAdd(input: { url: $url, filterTypes: $filterTypes }) { id } }`;

type Send = (caller: Caller, body: object) => Promise<Answer>;
const toRest =
	(path: string): Send =>
	(caller, body) =>
		caller.post(path, body);
const toGraphql =
	(document: string): Send =>
	(caller, input) =>
		ask(caller, document, { input });

interface Order {
	send: Send;
	/** What is accepted. */
	body: (caller: Caller) => object | Promise<object>;
	/** By field, its name with dots: values that are refused there. Undefined is a field left out. */
	refused: Record<string, unknown[]>;
}

const long = (length: number) => 'x'.repeat(length);
const eftOff = { eft: { enabled: false } };
const holder = 'accountHolder';

const orders: Record<string, Order> = {
	'a payment request (spec 2.1 to 2.3)': {
		send: toRest('/payment-requests'),
		body: () => paymentRequestBody(),
		refused: {
			amount: [undefined],
			'amount.currency': ['EUR'],
			'amount.quantity': ['1', 0, 1.234],
			expireAt: [undefined, 'tomorrow', '2020-01-01T00:00:00Z'],
			paymentMethods: [undefined, {}, eftOff],
			'paymentMethods.eft.payerReference': [undefined, long(13)],
			'paymentMethods.eft.beneficiaryReference': [long(21)],
			'paymentMethods.eft.beneficiary': [undefined],
			'paymentMethods.eft.beneficiary.bank': ['x'],
			'paymentMethods.eft.beneficiary.name': [''],
			merchantId: ['merchant-1', 'unknown'],
			restrictPayerBank: ['za_hsbc'],
			'payer.identifyingDocument': [{ type: 'licence', country: 'ZA', number: '1' }],
			'payer.accountCreatedDate': ['long ago'],
			metadata: [{ cart: { items: 2 } }, 'text'],
			splitSettlements: [
				[{ merchantId: 'merchant-2', amount: { currency: 'ZAR', quantity: 101 } }],
			],
		},
	},
	'a disbursement (spec 2.5)': {
		send: toRest('/disbursements'),
		body: () => disbursementBody(),
		refused: {
			amount: [undefined],
			'amount.currency': ['USD'],
			'amount.quantity': [0, -1, '1.234', 'much', undefined],
			nonce: [undefined, ''],
			beneficiaryReference: [undefined, long(21)],
			beneficiary: [undefined],
			'beneficiary.name': [undefined, long(21)],
			// Those that end in 9 fail the check digit.
			'beneficiary.accountNumber': ['12a', '1234567899'],
			'beneficiary.bank': ['no_bank'],
			type: ['tomorrow'],
		},
	},
	'an instant disbursement, which three banks do not take (spec 2.5)': {
		send: toRest('/disbursements'),
		body: () => disbursementBody({ type: 'instant' }),
		refused: { 'beneficiary.bank': ['za_citibank', 'za_olympus_mobile', 'grindrod_bank'] },
	},
	'the verification of a person (spec 2.6)': {
		send: toRest(verification.path),
		body: () => verification.body(),
		refused: {
			note: ['x'],
			bankAccount: [undefined],
			'bankAccount.note': ['x'],
			'bankAccount.number': [undefined, '12345', '12345678901230', '12345678a0'],
			'bankAccount.bank': [undefined, 'za_hsbc'],
			'bankAccount.branchCode': ['12345', '12345a'],
			'bankAccount.type': ['piggy_bank'],
			[holder]: [undefined],
			[`${holder}.note`]: ['x'],
			[`${holder}.name`]: ['x'],
			[`${holder}.type`]: [undefined, 'trust'],
			[`${holder}.familyName`]: [long(61)],
			[`${holder}.initials`]: ['ABCDEF'],
			[`${holder}.email`]: ['nobody'],
			[`${holder}.identifyingDocument`]: [undefined],
			[`${holder}.identifyingDocument.number`]: [undefined, '9001010000081'],
			[`${holder}.identifyingDocument.type`]: ['licence'],
			[`${holder}.identifyingDocument.country`]: ['ZAF', 'QQ'],
		},
	},
	'the verification of a business (spec 2.6)': {
		send: toRest(verification.path),
		body: () => verification.body({}, verification.business),
		refused: {
			[`${holder}.name`]: [long(61)],
			[`${holder}.registrationNumber`]: [undefined, '12'],
		},
	},
	'a terminal session (terminal 2.1)': {
		send: toRest('/terminal-sessions'),
		body: () => sessionBody(),
		refused: {
			intent: [undefined, {}],
			'intent.disbursement': [{ amount: 1, currency: 'ZAR' }],
			'intent.charge.currency': ['USD'],
			'intent.charge.amount': ['1'],
			'intent.charge.capture': [{ method: 'later' }],
			terminal: [undefined, 'terminal-9'],
			nonce: [undefined],
			metadata: ['x'],
		},
	},
	'a refund at a terminal (terminal 2.2)': {
		send: toRest('/refunds'),
		body: async (caller) =>
			refundBody({ charge: (await charged(simulator.control, caller)).charge }),
		refused: {
			amount: [undefined, '1', 100.01],
			currency: ['USD'],
			reason: [undefined, 'regret'],
			nonce: [undefined],
			charge: [undefined],
		},
	},
	'an online refund': {
		send: toGraphql(refundMutation),
		body: async (caller) => refundInput(await paidOnline(simulator.control, caller)),
		refused: {
			paymentRequestId: ['none'],
			'amount.quantity': [0],
			'amount.currency': ['USD'],
			beneficiaryReference: [long(31)],
			nonce: [''],
		},
	},
	'a payment consent': {
		send: toGraphql(recurring.consentMutation),
		body: () => recurring.cardConsent(),
		refused: { paymentMethods: [{}] },
	},
	'a charge': {
		send: toGraphql(recurring.chargeMutation),
		body: async (caller) => recurring.chargeInput(await granted(caller)),
		refused: { token: ['none'], 'amount.quantity': ['0'] },
	},
	'a charge of a Capitec customer': {
		send: toGraphql(recurring.chargeMutation),
		body: async (caller) => ({
			...recurring.chargeInput(await granted(caller, recurring.capitecConsent())),
			paymentMethods: { capitecPayRecurring: { payerReference: 'Gym' } },
		}),
		refused: { paymentMethods: [undefined] },
	},
	'a webhook subscription': {
		send: (caller, variables) => ask(caller, addWebhook, variables),
		body: () => ({ url: 'https://n8n.example.com/webhook/1', filterTypes: ['payment'] }),
		refused: {
			url: ['http://n8n.example.com/', 'http://127.0.0.1:5678/', 'https://localhost/', 'somewhere'],
			filterTypes: [[], ['weather']],
		},
	},
};

describe.each(Object.entries(orders))('%s', (_name, { send, body, refused }) => {
	it('is accepted as the tests send it', async () => {
		const caller = await newCaller();
		expect(codeIn(await send(caller, await body(caller)))).toBeUndefined();
	});

	it.each(Object.entries(refused))('is refused for a wrong %s: %j', async (field, values) => {
		const caller = await newCaller();
		for (const value of values) {
			const wrong = changed(await body(caller), field.split('.'), value) as object;
			expect([value, codeIn(await send(caller, wrong))]).toEqual([value, 'BAD_USER_INPUT']);
		}
	});
});

describe('what its state forbids', () => {
	it.each(['start', 'pay'] as const)('is refused: cancelling a link after %s', async (action) => {
		const caller = await newCaller();
		const id = await createPaymentRequest(caller);
		await simulator.control.payer(action, id);
		const answer = await caller.post(`${paymentRequestAt(id)}/cancel`, { reason: 'Late' });
		expect(answer.status).toBe(409);
	});

	it('is refused: cancelling a payout that is not paused', async () => {
		const caller = await newCaller();
		const { id } = (await caller.post('/disbursements', disbursementBody())).body;
		const answer = await caller.post('/disbursements/cancel', { id, reason: 'Not needed' });
		expect(answer.status).toBe(409);
	});

	it.each(['pause', 'revoke', 'expire'] as const)(
		'is refused: a charge under a consent after %s',
		async (action) => {
			const caller = await newCaller();
			const consent = await granted(caller);
			await simulator.control.consent(action, consent);
			const { answer } = await charge(caller, recurring.chargeInput(consent));
			expect(codeIn(answer)).toBe('BAD_USER_INPUT');
			expect((await caller.client.summary()).charges).toBe(0);
		},
	);

	it('is refused: refunds of what was not paid', async () => {
		const caller = await newCaller();
		const pending = refundInput(await createPaymentRequest(caller));
		expect(codeIn(await ask(caller, refundMutation, { input: pending }))).toBe('BAD_USER_INPUT');
		const failed = await charge(caller, recurring.chargeInput(await granted(caller), '99.51'));
		const { answer } = await refund(caller, recurring.chargeRefundInput(failed.id));
		expect(codeIn(answer)).toBe('BAD_USER_INPUT');
	});

	it.each([
		['a domain that is not on the allowlist', 'https://other.example.com/', {}],
		['another protocol', 'javascript:alert(1)', {}],
		['http, of a production client', 'http://shop.example.com/', { test: false }],
	])('is refused: paying and returning to %s', async (_name, home, options) => {
		const caller = await newCaller({ returnDomains: ['shop.example.com'], ...options });
		const id = await createPaymentRequest(caller);
		const { interaction } = (await caller.get(paymentRequestAt(id))).body;
		const page = `${(interaction as { url: string }).url}?redirect_uri=${encodeURIComponent(home)}`;
		const body = new URLSearchParams({ action: 'pay' });
		expect((await fetch(page, { method: 'POST', body, redirect: 'manual' })).status).toBe(400);
		expect((await caller.get(paymentRequestAt(id))).body.status).toBe('pending');
	});
});

describe('dispute evidence (terminal 4.4)', () => {
	const file = new Blob(['evidence'], { type: 'application/pdf' });
	const largest = new Blob([new Uint8Array(50 * 1024 * 1024)]);

	it.each([
		['what the tests send', {}, 201],
		['an additional field', { note: 'x' }, 400],
		['no file', { file: undefined }, 400],
		['a file that is only a text', { file: 'text' }, 400],
		['another evidence type', { evidenceType: 'partial' }, 400],
		['a case reference of 256 characters', { caseReference: long(256) }, 400],
		['50 MiB', { file: largest }, 201],
		['50 MiB and a byte', { file: new Blob([largest, 'x']) }, 400],
	])('with %s is answered by %s', async (_name, changes, status) => {
		const fields = { type: 'dispute_evidence', caseReference: 'case-1', file, ...changes };
		const form = new FormData();
		for (const [name, value] of Object.entries({ evidenceType: 'consolidated', ...fields })) {
			if (value instanceof Blob) form.set(name, value, 'evidence.pdf');
			else if (value !== undefined) form.set(name, value);
		}
		const answer = await (await newCaller()).send('POST', '/files', { body: form });
		expect(answer.status).toBe(status);
	});
});

describe('lists (terminal 8)', () => {
	it.each([
		'/cards',
		'/cards?payerId=p&limit=51',
		'/refunds?limit=0',
		'/refunds?limit=51',
		'/terminal-sessions?limit=51',
		'/terminal-sessions?offset=-1',
		'/fingerprint/events',
		'/fingerprint/events?correlationId=c&deviceId=d',
		'/fingerprint/events?deviceId=d&limit=501',
	])('%s is refused', async (path) => {
		expect((await (await newCaller()).get(path)).status).toBe(400);
	});
});

describe('scopes (spec 5.1, terminal 5)', () => {
	it.each([
		['POST', '/payment-requests', 'client_paymentrequest'],
		['GET', '/payment-requests/x', 'client_paymentrequest'],
		['POST', '/payment-requests/x/cancel', 'client_paymentrequest'],
		['POST', '/disbursements', 'client_disbursement'],
		['GET', '/disbursements/x', 'client_disbursement'],
		['POST', '/disbursements/cancel', 'client_disbursement'],
		['GET', '/cards?payerId=p', 'client_card'],
		['DELETE', '/cards/x', 'client_card'],
		['GET', '/terminal-sessions', 'client_terminal_session'],
		['POST', '/terminal-sessions', 'client_terminal_session'],
		['GET', '/terminal-sessions/x', 'client_terminal_session'],
		['POST', '/terminal-sessions/x/cancel', 'client_terminal_session'],
		['GET', '/refunds', 'client_refund'],
		['POST', '/refunds', 'client_refund'],
		['GET', '/refunds/x', 'client_refund'],
		['POST', '/files', 'client_file_management'],
		['POST', '/bank-account-verifications', 'client_bankaccountverification'],
	])('%s %s needs %s', async (method, path, scope) => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, 'accountholders');
		const form = new FormData();
		form.set('type', 'dispute_evidence');
		const body = path === '/files' ? form : null;
		const answer = await caller.send(method, path, { body });
		expect(answer).toMatchObject({ status: 403, body: { missingScopes: [scope] } });
	});

	it.each([
		['{ client { disbursements { edges { cursor } } } }', {}],
		[refundMutation, refundInput('any')],
		[recurring.consentMutation, recurring.cardConsent()],
		[recurring.chargeMutation, recurring.chargeInput('any')],
	])('GraphQL needs them, too: %s', async (document, input) => {
		const caller = await newCaller({}, 'client_card');
		expect(codeIn(await ask(caller, document, { input }))).toBe('FORBIDDEN');
	});
});

it('without a token there is 401, whatever the body', async () => {
	const { status } = await fetch(`${simulator.baseUrl}/disbursements`, {
		method: 'POST',
		body: '{',
		headers: { 'content-type': 'application/json' },
	});
	expect(status).toBe(401);
});
