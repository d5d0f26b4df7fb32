import {
	asRefund,
	inPersonRefunds,
	refunds,
	simplifyRefund,
} from '../../../../nodes/Stitch/actions/refund/refunds';
import { graphqlPage, serviceOf } from '../../builders.mts';

const createdAt = '2026-11-20T10:30:00Z';

describe('the events of refunds', () => {
	const [refundEvents] = refunds.events;

	it('name the payment request that is refunded', () => {
		const status = { __typename: 'RefundCompleted' };
		const paymentInitiationRequest = { id: 'p', externalReference: 'shop-1' };
		const node = { id: 'r', status, paymentInitiationRequest };
		expect(refundEvents.readGraphqlNode?.('refunds', node)).toEqual({
			data: { ...node, externalReference: 'shop-1' },
			state: status,
		});
	});

	it('are not found in the list of something else', () => {
		expect(refundEvents.readGraphqlNode?.('disbursements', { id: 'd' })).toBeUndefined();
	});

	it('do not take why money is given back for why a refund is held back', () => {
		const data = { id: 'r', status: 'paused', reason: 'fraud', statusReason: 'insufficient_funds' };
		expect(refundEvents.readFlatEvent?.(data, 'refund')?.state.reason).toBe('insufficient_funds');
		const silent = { ...data, statusReason: undefined };
		expect(refundEvents.readFlatEvent?.(silent, 'refund')?.state.reason).toBeUndefined();
	});
});

describe('a refund of GraphQL', () => {
	const node = {
		id: 'r',
		nonce: 'n',
		reason: 'fraud',
		status: { __typename: 'RefundError', reason: 'invalid_account', date: '2026-11-20' },
		created: createdAt,
		paymentInitiationRequest: { id: 'p', externalReference: 'shop-1' },
	};

	it('has the field names of REST', () => {
		expect(asRefund(node)).toEqual({
			id: 'r',
			nonce: 'n',
			reason: 'fraud',
			status: 'error',
			statusReason: 'invalid_account',
			statusDate: '2026-11-20',
			createdAt,
			paymentRequestId: 'p',
			externalReference: 'shop-1',
		});
	});

	it('has no external reference where its payment request has none', () => {
		const paymentInitiationRequest = { id: 'p', externalReference: null };
		expect(asRefund({ ...node, paymentInitiationRequest })).not.toHaveProperty('externalReference');
	});
});

describe('a refund as columns', () => {
	it('of a payment request is in the order in which a person reads it', () => {
		const refund = asRefund({
			id: 'r',
			amount: { quantity: '10.10', currency: 'ZAR' },
			reason: 'fraudulent',
			nonce: 'n',
			beneficiaryReference: 'Refund 1',
			paymentInitiationRequest: { id: 'p', externalReference: 'shop-1' },
			status: { __typename: 'RefundError', reason: 'payment_not_received', date: '2026-11-21' },
			created: createdAt,
		});
		expect(Object.entries(simplifyRefund({ ...refund, alreadyExisted: null }))).toEqual([
			['externalReference', 'shop-1'],
			['amount', 10.1],
			['status', 'error'],
			['final', true],
			[
				'reasonText',
				expect.stringMatching(/has not arrived yet\. Refund it once the money is there$/),
			],
			['alreadyExisted', null],
			['createdAt', createdAt],
			['refundOf', 'p'],
			['nonce', 'n'],
			['id', 'r'],
		]);
	});

	it.each([
		['a charge', { charge: 'c' }, 'c'],
		['a terminal session', { terminalSession: { id: 's' } }, 's'],
	])('of %s names it', (_, of, refundOf) => {
		const refund = { id: 'r', ...of, amount: 10.1, currency: 'ZAR', status: 'success' };
		expect(simplifyRefund(refund)).toMatchObject({ amount: 10.1, status: 'success', refundOf });
	});
});

it.each([
	['completed', true],
	['SUCCESS', true],
	['Declined', true],
	['pending', false],
	['paused', false],
])('a refund whose status is %s is final: %s', (status, final) => {
	// How the statuses of in-person refunds are written is not documented.
	const refund = inPersonRefunds.asOutput({ id: 'r', status });
	expect(simplifyRefund(refund)).toMatchObject({ final, reasonText: null });
});

it.each(['rejected', 'bounced', 'processed', 'toString'])(
	'a refund whose status is %s is never taken for final: the word is not known',
	(status) => {
		expect(simplifyRefund({ id: 'r', status })).toMatchObject({
			final: false,
			reasonText: `The node does not know the status “${status}”. Check in Stitch whether the money was given back`,
		});
	},
);

it.each([undefined, null, '', { code: 'failed' }])(
	'a refund with %j as its status is not final, and says that the status is missing',
	(status) => {
		expect(simplifyRefund({ id: 'r', status })).toMatchObject({
			final: false,
			reasonText: 'Stitch returned no status. Check in Stitch whether the money was given back',
		});
	},
);

it('a refund of a dry run, which has no ID yet, needs no status', () => {
	expect(simplifyRefund({ amount: 10 })).toMatchObject({ final: false, reasonText: null });
});

describe('a refund by external reference', () => {
	const request = (id: string, given: object[] | null) => ({
		id,
		externalReference: 'order-1',
		refunds: given,
		state: {},
	});
	const listOf = (...requests: object[]) => graphqlPage('paymentInitiationRequests', requests);
	const refund = (id: string) => ({
		id,
		amount: { quantity: '5.00', currency: 'ZAR' },
		status: { __typename: 'RefundCompleted' },
	});

	it('is that of the payment request with this reference', async () => {
		const { service, sent } = serviceOf([listOf(request('pr-1', [refund('r-1')]))]);
		expect(await refunds.findByReference(service, 'order-1')).toMatchObject([
			{ id: 'r-1', status: 'completed' },
		]);
		expect(sent[0]?.body).toMatchObject({
			variables: { filter: { externalReference: { eq: 'order-1' } } },
		});
	});

	it('is not certain where several payment requests with it were refunded', async () => {
		const { service } = serviceOf([
			listOf(
				request('pr-3', null),
				request('pr-2', []),
				request('pr-1', [refund('r-2'), refund('r-1')]),
				request('pr-0', [refund('r-0')]),
			),
		]);
		const found = await refunds.findByReference(service, 'order-1');
		expect(found.map(({ id }) => id)).toEqual(['r-2', 'r-1', 'r-0']);
	});
});
