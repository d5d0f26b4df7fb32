import { refundChoices } from '../../../../nodes/Stitch/actions/refund/refunds';
import { answer, serviceOf } from '../../builders.mts';

const createdAt = '2026-11-20T10:30:00Z';

it.each([
	[
		{ id: 'r', status: 'success', amount: 10, createdAt, reason: 'fraud' },
		'R10.00 · 20 Nov 2026, 12:30 · success · fraud',
	],
	[
		{
			id: 'r',
			status: 'completed',
			amount: { quantity: '10.00', currency: 'ZAR' },
			beneficiaryReference: 'Refund 1017',
			externalReference: 'order-1017',
			reason: 'requested_by_user',
			createdAt,
		},
		'R10.00 · Refund 1017 · 20 Nov 2026, 12:30 · completed · order-1017',
	],
	[{ id: 'r' }, 'r'],
])('labels the refund %j', (refund, label) => {
	expect(refundChoices.label(refund, 'Africa/Johannesburg')).toBe(label);
});

describe('a refund by external reference', () => {
	const request = (id: string, refunds: object[] | null) => ({
		node: { id, externalReference: 'order-1', refunds, state: {} },
	});
	const listOf = (...edges: object[]) =>
		answer(200, {
			data: {
				client: {
					paymentInitiationRequests: { edges, pageInfo: { hasNextPage: false } },
				},
			},
		});
	const refund = (id: string) => ({
		id,
		amount: { quantity: '5.00', currency: 'ZAR' },
		status: { __typename: 'RefundCompleted' },
	});

	it('is that of the payment request with this reference', async () => {
		const { service, sent } = serviceOf([listOf(request('pr-1', [refund('r-1')]))]);
		expect(await refundChoices.withReference(service, 'order-1')).toMatchObject([
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
		const found = await refundChoices.withReference(service, 'order-1');
		expect(found.map(({ id }) => id)).toEqual(['r-2', 'r-1', 'r-0']);
	});
});
