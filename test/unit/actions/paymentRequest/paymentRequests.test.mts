import { simplifyPaymentRequest } from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequestColumns';
import {
	asPaymentRequest,
	paymentRequests,
	withPaymentUrl,
} from '../../../../nodes/Stitch/actions/paymentRequest/paymentRequests';
import { isFinal, meaningOf } from '../../../../nodes/Stitch/run/resource';

const [paymentConfirmationEvents, paymentRequestEvents] = paymentRequests.events;

const completed = { __typename: 'PaymentInitiationRequestCompleted', date: '2026-11-20' };
const list = 'paymentInitiationRequests';

const nodeWith = (paymentConfirmation?: unknown) =>
	({
		id: 'p',
		state: completed,
		...(paymentConfirmation !== undefined && { paymentConfirmation }),
	}) as Parameters<typeof asPaymentRequest>[0];

describe('an event about a payment request', () => {
	it.each([
		['is decided', { __typename: 'PaymentReceived' }, { __typename: 'PaymentReceived' }],
		['is pending', { __typename: 'PaymentPending' }, { __typename: 'PaymentPending' }],
		['is null', null, {}],
		['is left out', undefined, {}],
	])('has its status, and of its money the confirmation: it %s', (_, given, money) => {
		const node = nodeWith(given);
		expect(paymentRequestEvents.readGraphqlNode?.(list, node)).toEqual({
			data: node,
			state: completed,
		});
		expect(paymentConfirmationEvents.readGraphqlNode?.(list, node)).toMatchObject({
			data: node,
			state: money,
		});
	});

	it('is neither in the list of something else', () => {
		const node = nodeWith({ __typename: 'PaymentReceived' });
		for (const family of [paymentRequestEvents, paymentConfirmationEvents]) {
			expect(family.readGraphqlNode?.('refunds', node)).toBeUndefined();
		}
	});
});

describe('a payment request that was completed by hand', () => {
	const received = { __typename: 'PaymentReceived' };
	const state = { __typename: 'PaymentInitiationRequestManuallyCompleted', date: '2026-11-20' };

	it('is final and counts as unpaid', () => {
		const byHand = { status: 'manually_completed' };
		expect(isFinal(byHand, paymentRequests)).toBe(true);
		expect(meaningOf(byHand, paymentRequests)).not.toBe(
			meaningOf({ status: 'completed' }, paymentRequests),
		);
	});

	it('never says that money arrived, whatever other fields say', () => {
		const node = { ...nodeWith(received), state };
		expect(asPaymentRequest(node)).toMatchObject({ status: 'manually_completed' });
		expect(asPaymentRequest(node)).toMatchObject({ paymentConfirmation: null });
		expect(paymentConfirmationEvents.readGraphqlNode?.(list, node)?.state).toEqual({});
		for (const paymentConfirmation of [received, 'received']) {
			const data = { id: 'p', status: 'manually_completed', paymentConfirmation };
			const part = paymentConfirmationEvents.readFlatEvent?.(data, 'payment.confirmation');
			expect(part?.state.__typename).toBe('manually_completed');
		}
	});
});

describe('a flat event about the money', () => {
	it.each([
		[{ __typename: 'PaymentReceived' }, 'PaymentReceived'],
		['received', 'received'],
	])('believes the confirmation %j before the status of the request', (given, found) => {
		const data = { id: 'p', status: 'completed', paymentConfirmation: given };
		const part = paymentConfirmationEvents.readFlatEvent?.(data, 'payment.confirmation');
		expect(part?.state.__typename).toBe(found);
	});

	it('takes its status where there is no confirmation', () => {
		const data = { id: 'p', status: 'unsettled' };
		const part = paymentConfirmationEvents.readFlatEvent?.(data, 'payment.confirmation');
		expect(part?.state.__typename).toBe('unsettled');
	});
});

describe('a payment request of GraphQL', () => {
	const node = {
		...nodeWith({ __typename: 'PaymentReceived' }),
		url: 'https://pay.test/1',
		created: '2026-11-19',
	};

	it('has the field names of REST, and whether the money has arrived', () => {
		expect(asPaymentRequest(node)).toEqual({
			id: 'p',
			status: 'completed',
			statusDate: '2026-11-20',
			paymentConfirmation: 'received',
			interaction: { type: 'redirect', url: 'https://pay.test/1' },
			createdAt: '2026-11-19',
		});
	});

	it('says why the money has not arrived', () => {
		const unsettled = nodeWith({ __typename: 'PaymentUnsettled', description: 'Not there' });
		const paymentRequest = asPaymentRequest({ ...node, ...unsettled });
		expect(paymentRequest).toMatchObject({
			paymentConfirmation: 'unsettled',
			paymentConfirmationDescription: 'Not there',
		});
		expect(simplifyPaymentRequest(paymentRequest)).toMatchObject({
			reasonText: 'Not there',
		});
	});

	it('says that there is no confirmation only where GraphQL was asked for it', () => {
		const none = { ...node, paymentConfirmation: null };
		expect(asPaymentRequest(none)).toMatchObject({ paymentConfirmation: null });
		const silent = { ...node, paymentConfirmation: undefined };
		expect(asPaymentRequest(silent)).not.toHaveProperty('paymentConfirmation');
	});
});

const at = (url: unknown) =>
	({ interaction: { type: 'redirect', url } }) as { interaction: object };

describe('a payment request', () => {
	const sent = { id: 'p', status: 'pending', ...at('https://pay.test/1?x=1'), merchantId: 'm' };
	const back = 'https://pay.test/1?x=1&redirect_uri=https%3A%2F%2Fshop.test%2F';

	it('has one address to pay at, wherever a workflow reads it', () => {
		const shown = withPaymentUrl(sent, {
			redirectUrl: 'https://shop.test/',
			failureRedirectUrl: undefined,
		});
		expect(shown).toEqual({
			...sent,
			paymentUrl: back,
			interaction: { type: 'redirect', url: back },
		});
	});

	it('has it in the second place', () => {
		const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
		expect(Object.keys(withPaymentUrl(sent, none)).slice(0, 2)).toEqual(['id', 'paymentUrl']);
	});

	it('keeps what the service sent where that is no address', () => {
		const none = { redirectUrl: undefined, failureRedirectUrl: undefined };
		const odd = { id: 'p', ...at('/pay/1') };
		expect(withPaymentUrl(odd, none)).toEqual(odd);
	});
});
