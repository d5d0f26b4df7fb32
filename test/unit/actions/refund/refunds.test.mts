import {
	asRefund,
	refundEvents,
	simplifyRefund,
} from '../../../../nodes/Stitch/actions/refund/refunds';

const createdAt = '2026-11-20T10:30:00Z';

describe('the events of refunds', () => {
	it('are all of one type of subscription', () => {
		expect(Object.keys(refundEvents.meanings).map(refundEvents.filterType)).toEqual(
			Object.keys(refundEvents.meanings).map(() => 'refund'),
		);
	});

	it('name the payment request that is refunded', () => {
		const status = { __typename: 'RefundCompleted' };
		const paymentInitiationRequest = { id: 'p', externalReference: 'shop-1' };
		const node = { id: 'r', status, paymentInitiationRequest };
		expect(refundEvents.fromGraphqlNode?.('refunds', node)).toEqual({
			data: { ...node, externalReference: 'shop-1' },
			state: status,
		});
	});

	it('are not found in the list of something else', () => {
		expect(refundEvents.fromGraphqlNode?.('disbursements', { id: 'd' })).toBeUndefined();
	});

	it('do not take why money is given back for why a refund is held back', () => {
		const data = { id: 'r', status: 'paused', reason: 'fraud', statusReason: 'insufficient_funds' };
		expect(refundEvents.fromFlatEvent?.(data, 'refund')?.state.reason).toBe('insufficient_funds');
		const silent = { ...data, statusReason: undefined };
		expect(refundEvents.fromFlatEvent?.(silent, 'refund')?.state.reason).toBeUndefined();
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
			['currency', 'ZAR'],
			['status', 'error'],
			[
				'reasonText',
				expect.stringMatching(/has not arrived yet\. Refund it once the money is there$/),
			],
			['alreadyExisted', null],
			['refundOf', 'p'],
			['statusDate', '2026-11-21'],
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
