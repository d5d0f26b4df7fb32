import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { answer, graphqlPage, itemOf, serviceOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const refund = (id: string, quantity: string, status: string, nonce = `n-${id}`) => ({
	...{ id, nonce, amount: { quantity, currency: 'ZAR' } },
	status: { __typename: `Refund${status}` },
});

const payment = (refunds: unknown, state = 'Completed') =>
	graphqlPage('paymentInitiationRequests', [
		{
			id: 'pr-1',
			amount: { quantity: '89.00', currency: 'ZAR' },
			state: { __typename: `PaymentInitiationRequest${state}` },
			refunds,
		},
	]);

const asked = (refundsSoFar: unknown, more: object = {}) => ({
	refundOf: 'paymentRequest',
	paymentRequestId: 'pr-1',
	amount: '10.50',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Refund 1017',
	nonceSource: 'itemContent',
	options: { refundsSoFar: refundsSoFar as object[] },
	...more,
});

const nonceOf = (...given: Parameters<typeof asked>) => {
	const { service } = serviceOf([]);
	return (create.prepare(itemOf(asked(...given)), service) as { nonce: string }).nonce;
};

const none = graphqlPage('refunds', []);
const seen = [
	{ id: 'r-1', status: 'pending' },
	{ id: 'r-2', status: 'error' },
];

describe('the nonce of a refund that was approved after certain refunds', () => {
	it('is that of these refunds, in whatever order and with whatever became of them', () => {
		const nonce = nonceOf(seen);
		expect(nonce).toBe('bfe656bc-70bc-51b8-a04f-4e35a91411a2');
		expect(nonceOf([...seen].reverse())).toBe(nonce);
		expect(nonceOf(seen.map(({ id }) => ({ id, status: 'completed' })))).toBe(nonce);
		expect(nonceOf(seen, { amount: '11' })).toBe(nonce);
	});

	it('is another one after a further refund, even one that failed, and for another payment', () => {
		const others = [
			nonceOf(seen),
			nonceOf([]),
			nonceOf(seen.slice(1)),
			nonceOf([...seen, { id: 'r-3', status: 'error' }]),
			nonceOf(seen, { paymentRequestId: 'pr-2' }),
			nonceOf(seen, { options: {} }),
		];
		expect(new Set(others).size).toBe(others.length);
	});

	it('stays the key that somebody has entered', () => {
		expect(nonceOf(seen, { nonceSource: 'custom', customNonce: 'k' })).toBe('k');
	});
});

it.each<[unknown, string]>([
	['', "'Refunds So Far' is empty"],
	[null, "'Refunds So Far' is empty"],
	['[object Object]', "'Refunds So Far' is not a list of refunds"],
	[[{ status: 'pending' }], "'Refunds So Far' is not a list of refunds"],
])('is rejected where it is not certain which refunds were seen: %j', (given, complaint) => {
	expect(complaints(create, asked(given))).toEqual([complaint]);
});

it('is not read for what is no payment request', () => {
	const charge = { refundOf: 'charge', chargeId: 'c-1', beneficiaryReference: undefined };
	expect(complaints(create, asked('x', charge))).toEqual([]);
});

it.each([
	['a refund that failed since', [refund('r-1', '20.00', 'Error'), refund('r-2', '5.00', 'Error')]],
	['a further one', [refund('r-1', '20.00', 'Pending'), refund('r-3', '5.00', 'Pending')]],
	['one that is missing', [refund('r-2', '5.00', 'Error')]],
])('keeps a refund from being sent: %s', async (_, now) => {
	const { failure, sent } = await perform(create, asked(seen), [
		payment(now),
		...[none, none, none],
	]);
	expect(failure).toMatchObject({
		details: { kind: 'notSent', happened: 'no', sentence: expect.stringContaining('has changed') },
	});
	expect(sent).toHaveLength(4);
});

it('does not mind that a refund was completed since', async () => {
	const now = [refund('r-1', '20.00', 'Completed'), refund('r-2', '5.00', 'Error')];
	const { sent } = await perform(create, asked(seen), [payment(now), answer(403, {})]);
	expect(JSON.stringify(sent[1]?.body)).toContain('clientRefundInitiate');
});

describe('an amount next to what is left, R10.50', () => {
	const given = [refund('r-1', '78.50', 'Pending')];
	const askedFor = (amount: string) => asked([{ id: 'r-1', status: 'pending' }], { amount });

	it('is sent if it is exactly that', async () => {
		const { sent } = await perform(create, askedFor('10.50'), [payment(given), answer(403, {})]);
		expect(JSON.stringify(sent[1]?.body)).toContain('clientRefundInitiate');
	});

	it('is not sent if it is one cent more, and the message says what is left', async () => {
		const { failure, sent } = await perform(create, askedFor('10.51'), [payment(given)]);
		const sentence = 'Only R10.50 of this payment is left to give back';
		expect(failure).toMatchObject({ details: { kind: 'notSent', happened: 'no', sentence } });
		expect(sent).toHaveLength(1);
	});
});

it.each([
	['the amount of a refund', [{ id: 'r-1', status: { __typename: 'RefundPending' } }], 'Completed'],
	['the refunds', null, 'Completed'],
	['that it was paid', [], 'Pending'],
])('sends nothing where Stitch does not say %s', async (_, now, state) => {
	const { failure } = await perform(create, asked([]), [payment(now, state), none, none, none]);
	const sentence = 'Stitch does not say what is left to give back of this payment';
	expect(failure).toMatchObject({ details: { kind: 'notSent', happened: 'no', sentence } });
});

it('says that it may be there where Stitch shows it with its payment, and lists it nowhere', async () => {
	const now = [refund('r-1', '10.50', 'Pending', nonceOf([]))];
	const { failure } = await perform(create, asked([]), [payment(now), none, none, none]);
	const advice = expect.stringContaining('Check in Stitch before you run it again.') as string;
	expect(failure).toMatchObject({ details: { kind: 'duplicate', happened: 'maybe', advice } });
});

it('is not to be run again unseen after a lost answer: read again, the refunds include it', async () => {
	const lost = answer(503, {});
	const { failure } = await perform(
		create,
		asked([]),
		[payment([]), ...Array<typeof lost>(9).fill(lost)],
		{ maxTries: 1 },
	);
	const advice =
		"It may have gone through. Check in Stitch before you run it again. If 'Refunds So Far' is read again, this may be one of them, and a further one is made.";
	expect(failure).toMatchObject({ details: { happened: 'maybe', advice } });
});
