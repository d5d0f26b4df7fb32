import { readKnownAtStitch } from '../../../../../nodes/Stitch/actions/payoutList/check/knownAtStitch';
import { answer, serviceOf } from '../../../builders.mts';

const payout = (created: string) => ({
	node: { id: created, created, amount: { quantity: '10.00', currency: 'ZAR' } },
});

it('the newest payout of the last weeks comes first, in whatever order Stitch lists them', async () => {
	const edges = ['2026-11-03T10:00:00Z', '2026-11-20T10:00:00Z', '2026-11-10T10:00:00Z'].map(
		payout,
	);
	const pageInfo = { hasNextPage: false };
	const { service } = serviceOf([
		answer(200, { data: { client: { disbursements: { edges, pageInfo } } } }),
		answer(200, { data: { banks: [] } }),
		answer(200, { data: { client: { bankAccounts: [] } } }),
	]);
	const { recent, gaps } = await readKnownAtStitch(service, 'Africa/Johannesburg');
	expect(gaps).toEqual([]);
	expect(recent?.map(({ createdAt }) => createdAt)).toEqual([
		'2026-11-20T10:00:00Z',
		'2026-11-10T10:00:00Z',
		'2026-11-03T10:00:00Z',
	]);
});
