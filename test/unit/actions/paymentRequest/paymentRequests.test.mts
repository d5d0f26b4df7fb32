import {
	asPaymentRequest,
	paymentConfirmationEvents,
	paymentRequestEvents,
} from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';

const completed = { __typename: 'PaymentInitiationRequestCompleted', date: '2026-11-20' };
const list = 'paymentInitiationRequests';

const nodeWith = (paymentConfirmation?: unknown) =>
	({
		id: 'p',
		state: completed,
		...(paymentConfirmation !== undefined && { paymentConfirmation }),
	}) as Parameters<typeof asPaymentRequest>[0];

describe('an event about a payment request', () => {
	it.each(['PaymentReceived', 'PaymentUnsettled'])(
		'is one about its money where the confirmation is decided: %s',
		(__typename) => {
			const node = nodeWith({ __typename });
			expect(paymentConfirmationEvents.ofNode?.(list, node)).toEqual({
				data: node,
				state: { __typename },
			});
			expect(paymentRequestEvents.ofNode?.(list, node)).toBeUndefined();
		},
	);

	it.each([
		[undefined],
		[null],
		[{ __typename: 'PaymentPending' }],
		[{ __typename: 'PaymentNew' }],
	])('is one about its status with the confirmation %j', (confirmation) => {
		const node = nodeWith(confirmation);
		expect(paymentRequestEvents.ofNode?.(list, node)).toEqual({ data: node, state: completed });
		expect(paymentConfirmationEvents.ofNode?.(list, node)).toBeUndefined();
	});

	it('is neither in the list of something else', () => {
		const node = nodeWith({ __typename: 'PaymentReceived' });
		for (const family of [paymentRequestEvents, paymentConfirmationEvents]) {
			expect(family.ofNode?.('refunds', node)).toBeUndefined();
		}
	});
});

it('subscribes to the status and to the money by a type each', () => {
	expect(paymentRequestEvents.filterType('completed')).toBe('payment');
	expect(paymentConfirmationEvents.filterType('received')).toBe('payment.confirmation');
});

describe('a flat event about the money', () => {
	it.each([
		[{ __typename: 'PaymentReceived' }, 'PaymentReceived'],
		['received', 'received'],
	])('believes the confirmation %j before the status of the request', (given, found) => {
		const data = { id: 'p', status: 'completed', paymentConfirmation: given };
		const part = paymentConfirmationEvents.ofData?.(data, 'payment.confirmation');
		expect(part?.state.__typename).toBe(found);
	});

	it('takes its status where there is no confirmation', () => {
		const data = { id: 'p', status: 'unsettled' };
		const part = paymentConfirmationEvents.ofData?.(data, 'payment.confirmation');
		expect(part?.state.__typename).toBe('unsettled');
	});
});

describe('a payment request of GraphQL', () => {
	const node = {
		...nodeWith({ __typename: 'PaymentReceived' }),
		url: 'https://pay.test/1',
		created: '2026-11-19',
	};

	it('is told in the words of REST, with whether the money has arrived', () => {
		expect(asPaymentRequest(node)).toEqual({
			id: 'p',
			status: 'completed',
			statusDate: '2026-11-20',
			paymentConfirmation: 'received',
			interaction: { type: 'redirect', url: 'https://pay.test/1' },
			createdAt: '2026-11-19',
		});
	});

	it('says nothing about the money where GraphQL does not', () => {
		const silent = { ...node, paymentConfirmation: null };
		expect(asPaymentRequest(silent)).not.toHaveProperty('paymentConfirmation');
	});
});
