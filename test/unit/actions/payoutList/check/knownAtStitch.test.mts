import { readKnownAtStitch } from '../../../../../nodes/Stitch/actions/payoutList/check/knownAtStitch';
import { answer, serviceOf, type SentRequest } from '../../../builders.mts';

const payout = (created: string, id = created, change: object = {}) => ({
	node: {
		...{ id, nonce: id, created, amount: { quantity: '10.50', currency: 'ZAR' } },
		status: { __typename: 'DisbursementCompleted' },
		...change,
	},
});

/** Midnight in South Africa, by the clock of the tests. */
const midnight = '2026-11-19T22:00:00.000Z';

const float = (quantity: string) => ({
	accountFunction: 'float',
	availableBalance: { quantity, currency: 'ZAR' },
});

/** What is known where Stitch lists these payouts of the last weeks, those of today, and these floats. */
async function read(recent: object[], today: object[] = [], bankAccounts: object[] = []) {
	const served = ({ body }: SentRequest) => {
		const { query, variables } = body as { query: string; variables: { filter?: object } | null };
		const isOfToday = JSON.stringify(variables).includes(midnight);
		const disbursements = { edges: isOfToday ? today : recent, pageInfo: { hasNextPage: false } };
		const client = query.includes('bankAccounts') ? { bankAccounts } : { disbursements };
		return answer(200, { data: { banks: [], client } });
	};
	const { service } = serviceOf([served, served, served, served]);
	return await readKnownAtStitch(service, 'Africa/Johannesburg');
}

it('the newest payout of the last weeks comes first, in whatever order Stitch lists them', async () => {
	const dates = ['2026-11-03T10:00:00Z', '2026-11-20T10:00:00Z', '2026-11-10T10:00:00Z'];
	const { recent, gaps } = await read(dates.map((date) => payout(date)));
	expect(gaps).toEqual([]);
	expect(recent?.map(({ createdAt }) => createdAt)).toEqual([
		'2026-11-20T10:00:00Z',
		'2026-11-10T10:00:00Z',
		'2026-11-03T10:00:00Z',
	]);
});

it('what was paid today is known where more payouts of the last weeks are listed than are read', async () => {
	const old = Array.from({ length: 2000 }, (_, id) => payout('2026-11-03T10:00:00Z', `old-${id}`));
	const { paidToday, isCut, gaps } = await read(old, [payout('2026-11-20T09:00:00Z')]);
	expect([paidToday, isCut]).toEqual([1050, true]);
	expect(gaps).toEqual([expect.stringMatching(/^There may be more than 2000 payouts/)]);
});

it('a payout that has failed is none of the last weeks', async () => {
	const failed = { status: { __typename: 'DisbursementError' } };
	const { recent } = await read([payout('2026-11-03T10:00:00Z', 'failed', failed)]);
	expect(recent).toEqual([]);
});

it('an account number is known without the zeros before it', async () => {
	const bankBeneficiary = { accountHolder: 'N', accountNumber: '0012345678', bankId: 'fnb' };
	const { recent } = await read([payout('2026-11-03T10:00:00Z', 'd-1', { bankBeneficiary })]);
	expect(recent?.map(({ account }) => account)).toEqual(['12345678']);
});

it('the float is known where there is only one', async () => {
	expect((await read([], [], [float('12.50')])).float).toBe(1250);
	expect((await read([], [], [float('12.50'), float('20.00')])).float).toBeUndefined();
});
