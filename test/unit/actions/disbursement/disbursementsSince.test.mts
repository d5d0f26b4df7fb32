import { disbursementsSince } from '../../../../nodes/Stitch/actions/disbursement/disbursements';
import { graphqlPage, serviceOf } from '../../builders.mts';

const since = '2026-11-19T22:00:00.000Z';

const node = (nonce: string, status: string, quantity: unknown = '10.50') => ({
	id: nonce,
	nonce,
	amount: { quantity, currency: 'ZAR' },
	status: { __typename: `Disbursement${status}` },
});

const page = (nodes: object[], endCursor?: string) =>
	graphqlPage('disbursements', nodes, endCursor);

it('lists payouts that were paid, are being paid or wait, and leaves out those that failed', async () => {
	const statuses = [
		'Pending',
		'Submitted',
		'Paused',
		'Completed',
		'Error',
		'Cancelled',
		'Reversed',
	];
	const { service, sent } = serviceOf([page(statuses.map((status) => node(status, status)))]);
	expect(await disbursementsSince(service, since)).toEqual(
		['Pending', 'Submitted', 'Paused', 'Completed'].map((nonce) => ({ nonce, cents: 1050 })),
	);
	expect(sent[0]?.body).toMatchObject({ variables: { filter: { created: { gte: since } } } });
});

it('counts a payout with an unknown status', async () => {
	const { service } = serviceOf([page([node('n', 'Reviewed')])]);
	expect(await disbursementsSince(service, since)).toHaveLength(1);
});

it('reads all pages', async () => {
	const { service } = serviceOf([
		page([node('a', 'Pending')], 'next'),
		page([node('b', 'Pending')]),
	]);
	const paid = await disbursementsSince(service, since);
	expect(paid.map(({ nonce }) => nonce)).toEqual(['a', 'b']);
});

it.each([null, '', 'ten', -1])('does not add up an amount of %p', async (quantity) => {
	const { service } = serviceOf([page([node('a', 'Pending', quantity)])]);
	await expect(disbursementsSince(service, since)).rejects.toThrow('a list that cannot be read');
});
