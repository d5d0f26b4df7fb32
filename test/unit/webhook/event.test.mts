import type { IDataObject } from 'n8n-workflow';

import { changeKeyOf, readEvent, type EventContent } from '../../../nodes/Stitch/webhook/event';
import { eventOptions } from '../../../nodes/Stitch/webhook/catalogue';
import { cases } from '../../setup/thorough.mts';
import fc from '../properties.mts';

const date = '2026-11-20T10:00:00.000Z';
const amount = { quantity: '10.50', currency: 'ZAR' };

/** Envelope A. */
function nested(list: string, node: object) {
	return { data: { client: { [list]: { node: { id: 'aWQ6MQ==', amount, ...node } } } } };
}

/** Envelope B. */
function flat(type: string, data: object) {
	return { type, id: 'evt_1', data: { id: 'aWQ6MQ==', amount, updatedAt: date, ...data } };
}

const paymentRequest = (state: string, more: object = {}) =>
	nested('paymentInitiationRequests', {
		externalReference: 'shop-1',
		state: { __typename: `PaymentInitiationRequest${state}`, date },
		...more,
	});

const confirmation = (kind: string) =>
	paymentRequest('Completed', { paymentConfirmation: { __typename: `Payment${kind}`, date } });

const disbursement = (status: string, more: object = {}) =>
	nested('disbursements', {
		nonce: 'nonce-1',
		status: { __typename: `Disbursement${status}`, date, ...more },
	});

const refund = (status: string, more: object = {}) =>
	nested('refunds', {
		status: { __typename: `Refund${status}`, date, ...more },
		paymentInitiationRequest: { id: 'cGF5OjE=', externalReference: 'shop-1' },
	});

const consent = (status: string) => [
	flat('payment-consent-request', { status: status.toUpperCase(), type: 'CARD' }),
	flat('payment-consent-request', { status: { __typename: `PaymentConsent${status}`, date } }),
	nested('paymentConsentRequests', {
		status: { __typename: `PaymentConsent${status}`, date },
	}),
];

const charge = (state: string, __typename = 'CardTransaction') => [
	flat('transaction', { __typename, status: state.toUpperCase() }),
	flat('transaction', { __typename, state: { __typename: `Transaction${state}`, date } }),
	nested('transactions', { __typename, state: { __typename: `Transaction${state}`, date } }),
];

type Kind = [event: string, resource: string, ...bodies: object[]];

const typeName = (status: string) =>
	status.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase());

/** One kind for each status, with the bodies that report it. */
const kinds = (
	family: string,
	resource: string,
	statuses: string,
	bodies: (typeName: string, status: string) => object[],
): Kind[] =>
	statuses
		.split(' ')
		.map((status) => [`${family}.${status}`, resource, ...bodies(typeName(status), status)]);

/** In envelope A, and in B with the word alone or with the status as in A. */
const both =
	(inA: (typeName: string) => object, type: string, prefix: string) =>
	(name: string, status: string) => [
		inA(name),
		flat(type, { status }),
		flat(type, { status: { __typename: `${prefix}${name}`, date }, updatedAt: undefined }),
	];

const consentStatuses = 'cancelled expired failed granted paused processing revoked';
const chargeStatuses = 'cancelled failure pending success';
const linkStatuses = 'completed cancelled expired manually_completed pending';
const payoutStatuses = 'submitted completed error paused cancelled reversed';
const refundStatuses = 'completed error paused pending submitted';

const everyKind: Kind[] = [
	...kinds(
		'paymentRequest',
		'paymentRequest',
		linkStatuses,
		both(paymentRequest, 'payment', 'PaymentInitiationRequest'),
	),
	...kinds(
		'disbursement',
		'disbursement',
		payoutStatuses,
		both(disbursement, 'disbursement', 'Disbursement'),
	),
	...kinds('refund', 'refund', refundStatuses, both(refund, 'refund', 'Refund')),
	...kinds('paymentConsent', 'paymentConsent', consentStatuses, consent),
	...kinds('charge', 'charge', chargeStatuses, (state) => charge(state)),
	...kinds('chargeRefund', 'refund', chargeStatuses, (state) =>
		charge(state, 'CardRefundTransaction'),
	),
	[
		'paymentRequest.manually_completed',
		'paymentRequest',
		paymentRequest('ManuallyCompleted', { paymentConfirmation: null }),
		flat('payment', { status: 'PaymentInitiationRequestManuallyCompleted' }),
	],
	[
		'paymentConfirmation.received',
		'paymentRequest',
		confirmation('Received'),
		flat('payment.confirmation', { status: 'received' }),
		flat('payment.confirmation', {
			status: 'completed',
			paymentConfirmation: { __typename: 'PaymentReceived' },
		}),
		flat('payment.confirmation', { status: 'completed', paymentConfirmation: 'received' }),
	],
	[
		'paymentConfirmation.unsettled',
		'paymentRequest',
		confirmation('Unsettled'),
		flat('payment.confirmation', { status: 'unsettled' }),
		flat('payment.confirmation', { status: { __typename: 'PaymentUnsettled' } }),
	],
	[
		'terminalSession.success',
		'terminalSession',
		flat('terminal-session.success', { status: 'success' }),
		flat('terminal-session.success', {}),
	],
	[
		'terminalSession.failure',
		'terminalSession',
		flat('terminal-session.failure', { status: 'failure' }),
	],
];

function read(body: object, subscribedTypes?: string[]): EventContent & { changeKey: unknown } {
	const content = readEvent(body as IDataObject, subscribedTypes);
	return { ...content, changeKey: changeKeyOf(content) };
}

describe.each(everyKind)('%s', (event, resource, ...bodies) => {
	it.each(bodies.map((body) => [JSON.stringify(body)]))('is read from %s', (body) => {
		expect(read(JSON.parse(body) as object)).toMatchObject({
			event,
			resource,
			status: event.split('.')[1],
			id: 'aWQ6MQ==',
			amount: { quantity: 10.5, currency: 'ZAR' },
			occurredAt: date,
		});
	});
});

it('has a body here for every kind that the editor offers', () => {
	const offered = eventOptions.map(({ value }) => value).filter((value) => value !== 'unknown');
	const read = new Set(everyKind.map(([event]) => event));
	expect([...read].sort()).toEqual([...offered].sort());
});

describe('one shape comes from both envelopes:', () => {
	it('a disbursement', () => {
		const expected = {
			event: 'disbursement.error',
			resource: 'disbursement',
			id: 'aWQ6MQ==',
			status: 'error',
			statusReason: 'invalid_account',
			amount: { quantity: 10.5, currency: 'ZAR' },
			externalReference: null,
			nonce: 'nonce-1',
			occurredAt: date,
			changeKey: 'disbursement.error/aWQ6MQ==',
		};
		const statusReason = 'invalid_account';
		const flatly = flat('disbursement', { status: 'error', statusReason, nonce: 'nonce-1' });
		expect(read(flatly)).toEqual(expected);
		const nestedly = disbursement('Error', { disbursementErrorReason: statusReason });
		expect(read(nestedly)).toEqual(expected);
	});

	it('a refund, with the reference of its payment', () => {
		expect(read(refund('Completed'))).toEqual(
			read(
				flat('refund', { status: 'completed', externalReference: 'shop-1', reason: 'fraudulent' }),
			),
		);
	});
});

it('reads an amount in every form that is known', () => {
	const amounts = [
		flat('payment', { amount: { quantity: 10.5, currency: 'ZAR' } }),
		flat('refund', { amount: 10.5, currency: 'ZAR' }),
		flat('terminal-session.success', {
			amount: undefined,
			intent: { charge: { amount: 10.5, currency: 'ZAR' } },
		}),
		flat('terminal-session.success', {
			amount: undefined,
			intent: { disbursement: { amount: '10.50', currency: 'ZAR' } },
		}),
	].map((body) => read(body).amount);
	expect(amounts).toEqual(amounts.map(() => ({ quantity: 10.5, currency: 'ZAR' })));
	expect(read(flat('payment', { amount: { quantity: '1,000' } })).amount).toBeNull();
	expect(read(flat('payment', { amount: null })).amount).toBeNull();
});

describe('money that may not have arrived is never reported as received:', () => {
	it('a completed request whose confirmation is pending or null', () => {
		expect(read(confirmation('Pending')).event).toBe('paymentRequest.completed');
		expect(read(paymentRequest('Completed', { paymentConfirmation: null })).event).toBe(
			'paymentRequest.completed',
		);
	});

	it.each([['payment'], ['payment.confirmation'], ['disbursement']])(
		'a request that was completed by hand, where %s is subscribed to',
		(type) => {
			const paymentConfirmation = { __typename: 'PaymentReceived', date };
			const body = paymentRequest('ManuallyCompleted', { paymentConfirmation });
			expect(read(body, [type]).event).not.toMatch(/received|\.completed/);
			const status = 'manually_completed';
			const event = flat('payment.confirmation', { status, paymentConfirmation });
			expect(read(event, [type]).event).toBe('unknown');
		},
	);

	it('a confirmation that contains only the status of the request', () => {
		expect(read(flat('payment.confirmation', { status: 'completed' })).event).toBe('unknown');
	});
});

describe('a payment request with a confirmation is read as', () => {
	it.each([
		['what was subscribed to, the payment', ['payment'], 'paymentRequest.completed'],
		['what was subscribed to, the money', ['payment.confirmation'], 'paymentConfirmation.received'],
		['the money, of both', ['payment', 'payment.confirmation'], 'paymentConfirmation.received'],
		['the money, of none', ['disbursement', 'refund'], 'paymentConfirmation.received'],
		['the money, where nobody knows', [], 'paymentConfirmation.received'],
		['what stands next to other types', ['disbursement', 'payment'], 'paymentRequest.completed'],
	])('%s: %j', (_, types, event) => {
		expect(read(confirmation('Received'), types).event).toBe(event);
	});

	it.each(['Pending', 'SomethingNew'])(
		'nothing known, if the money alone was asked for and is %s',
		(kind) => {
			expect(read(confirmation(kind), ['payment.confirmation']).event).toBe('unknown');
			expect(read(confirmation(kind), ['payment']).event).toBe('paymentRequest.completed');
			expect(read(confirmation(kind), ['payment', 'payment.confirmation']).event).toBe(
				'paymentRequest.completed',
			);
		},
	);

	it('its own type in the flat envelope, whatever was subscribed to', () => {
		const event = flat('payment.confirmation', { status: 'received' });
		expect(read(event, ['payment']).event).toBe('paymentConfirmation.received');
	});
});

const completedNode = {
	disbursements: { node: { id: 'a', status: { __typename: 'DisbursementCompleted' } } },
};

it.each([
	['a type that nobody documented', flat('settlement', { status: 'done' })],
	['a status that nobody documented', disbursement('Teleported')],
	['a list that nobody documented', nested('mandates', {})],
	['a client without content', { data: { client: {} } }],
	['a status that is missing', nested('disbursements', { status: null })],
	['an empty body', {}],
	[
		'two objects in one message',
		{ data: { client: { ...completedNode, refunds: { node: { id: 'b' } } } } },
	],
	[
		'what the guides of terminals show',
		{
			webhookId: 'w-1',
			webhookType: 'transaction',
			webhookTime: '2026-11-20T10:00:00Z',
			terminal: { terminalId: 't-1' },
			transaction: { transactionId: 'x-1', transactionResult: 'approved' },
		},
	],
	['data that is a text', { type: 'payment', data: 'x' }],
])('takes %s for unknown', (_, body) => {
	expect(read(body).event).toBe('unknown');
});

describe('an event about a transaction', () => {
	const type = { __typename: 'CardTransaction' };

	it.each([
		['that only names it', flat('transaction', {})],
		['in a word that nobody documented', flat('transaction', { status: 'SETTLED' })],
	])('%s is unknown, and can still be read again', (_, body) => {
		const event = read(body);
		expect(event).toMatchObject({ event: 'unknown', resource: 'charge', id: 'aWQ6MQ==' });
		expect(event.mayBe).toBeUndefined();
	});

	it.each([
		flat('transaction', { status: 'SUCCESS' }),
		flat('transaction', { status: 'SUCCESS', type: 'PAYMENT', originalTransactionId: null }),
		nested('transactions', { state: { __typename: 'TransactionSuccess' } }),
	])('is no charge where it does not say so, until it was read: %j', (body) => {
		expect(read(body)).toMatchObject({
			event: 'unknown',
			changeKey: null,
			mayBe: ['charge.success', 'chargeRefund.success'],
		});
	});

	it.each([
		flat('transaction', { status: 'SUCCESS', originalTransaction: { id: 'a' } }),
		flat('transaction', { status: 'SUCCESS', originalTransactionId: 'a', ...type }),
		flat('transaction', { status: 'SUCCESS', __typename: 'CardRefundTransaction' }),
		flat('transaction', { status: 'SUCCESS', type: 'REFUND' }),
		flat('transaction', { status: 'SUCCESS', transactionType: 'REFUND' }),
		nested('transactions', {
			...type,
			originalTransaction: { id: 'a' },
			state: { __typename: 'TransactionSuccess' },
		}),
	])('is about the refund of a charge where it says so in any way: %j', (body) => {
		expect(read(body)).toMatchObject({
			event: 'chargeRefund.success',
			resource: 'refund',
			changeKey: 'chargeRefund.success/aWQ6MQ==',
		});
	});

	it.each([
		flat('transaction', { status: 'SUCCESS', ...type }),
		nested('transactions', { ...type, state: { __typename: 'TransactionSuccess' } }),
	])('is about a charge if its type is one of charges: %j', (body) => {
		expect(read(body)).toMatchObject({ event: 'charge.success', resource: 'charge' });
	});

	it.each([
		flat('transaction', { ...type, status: 'FAILED' }),
		flat('transaction', { ...type, status: 'failure' }),
		flat('transaction', { ...type, state: { __typename: 'TransactionFailed' } }),
		nested('transactions', { ...type, state: { __typename: 'TransactionFailure' } }),
	])('says that a charge failed in whichever word: %j', (body) => {
		expect(read(body)).toMatchObject({ event: 'charge.failure', status: 'failure' });
	});
});

it('also reads a flat event that names its client', () => {
	const event = read(flat('disbursement', { status: 'completed', client: { id: 'c' } }));
	expect(event.event).toBe('disbursement.completed');
});

it('keeps what can be read of an unknown event', () => {
	expect(read(flat('settlement', { status: 'Done', externalReference: 'x' }))).toMatchObject({
		event: 'unknown',
		resource: null,
		id: 'aWQ6MQ==',
		status: 'done',
		externalReference: 'x',
	});
});

it('reads any JSON object without throwing, always into the same fields', () => {
	const names = Object.keys(read({})).sort();
	const value = fc.jsonValue({ maxDepth: 3 });
	const body = fc.oneof(
		fc.dictionary(fc.string(), value),
		fc.record({
			type: fc.constantFrom('payment', 'payment.confirmation', 'refund', 'x'),
			data: value,
		}),
		value.map((node) => ({ data: { client: { disbursements: { node } } } })),
		fc
			.dictionary(
				fc.constantFrom('id', 'status', 'state', 'amount', 'intent', 'nonce', '__proto__'),
				value,
			)
			.map((node) => ({
				data: { client: { paymentInitiationRequests: { node } } },
			})),
	);
	fc.assert(
		fc.property(body, (content) => {
			expect(Object.keys(read(content)).sort()).toEqual(names);
		}),
		{ seed: 6, numRuns: cases(2000) },
	);
});
