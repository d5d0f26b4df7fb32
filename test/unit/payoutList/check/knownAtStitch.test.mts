import { readKnownAtStitch } from '../../../../nodes/Stitch/payoutList/check/knownAtStitch';
import { answer, serviceOf, type SentRequest } from '../../builders.mts';

const payout = (created: string, id = created, change: object = {}) => ({
	node: {
		...{ id, nonce: id, created, amount: { quantity: '10.50', currency: 'ZAR' } },
		bankBeneficiary: { accountHolder: 'N', accountNumber: '1234567890', bankId: 'fnb' },
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
	return await readKnownAtStitch(service, { zone: 'Africa/Johannesburg', days: 35 });
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
	const { paidToday, isComplete, gaps } = await read(old, [payout('2026-11-20T09:00:00Z')]);
	expect([paidToday, isComplete]).toEqual([1050, false]);
	expect(gaps).toEqual([expect.stringMatching(/^There may be more than 2000 payouts/)]);
});

it('a warning may be missing where only one stretch of a long time has more payouts than are read', async () => {
	const served = ({ body }: SentRequest) => {
		const { variables } = body as { variables?: { filter?: { created?: { lt?: string } } } };
		const isOld = variables?.filter?.created?.lt === '2026-09-11T00:00:00.000Z';
		const edges = Array.from({ length: isOld ? 2000 : 1 }, (_, id) =>
			payout('2026-09-10T10:00:00Z', `old-${id}`),
		);
		const client = { bankAccounts: [], disbursements: { edges, pageInfo: { hasNextPage: false } } };
		return answer(200, { data: { banks: [], client } });
	};
	const { service } = serviceOf(Array.from({ length: 6 }, () => served));
	const { isComplete, gaps } = await readKnownAtStitch(service, { zone: 'UTC', days: 80 });
	expect(isComplete).toBe(false);
	expect(gaps).toEqual([expect.stringMatching(/^There may be more than 2002 payouts/)]);
});

it('a payout is known with all that rows are compared with', async () => {
	const references = { externalReference: 'salary-1', beneficiaryReference: 'Salary' };
	const { recent } = await read([payout('2026-11-03T10:00:00Z', 'd-1', references)]);
	expect(recent).toEqual([
		{
			...{ name: 'N', account: '1234567890', bank: 'fnb', cents: 1050 },
			...{ ...references, createdAt: '2026-11-03T10:00:00Z' },
		},
	]);
});

it('a payout that has failed is none of the last weeks', async () => {
	const failed = { status: { __typename: 'DisbursementError' } };
	const { recent, failed: ofFailed } = await read([
		payout('2026-11-03T10:00:00Z', 'failed', failed),
		payout('2026-11-04T10:00:00Z', 'newer', failed),
	]);
	expect(recent).toEqual([]);
	expect(ofFailed.map(({ createdAt }) => createdAt.slice(8, 10))).toEqual(['04', '03']);
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

it('payouts whose account Stitch does not show whole are said not to be compared', async () => {
	const bankBeneficiary = { accountHolder: 'N', accountNumber: '******7890', bankId: 'fnb' };
	const masked = payout('2026-11-03T10:00:00Z', 'd-1', { bankBeneficiary });
	const { isComplete, gaps } = await read([masked, payout('2026-11-04T10:00:00Z')]);
	expect(isComplete).toBe(false);
	expect(gaps).toEqual([
		'Stitch does not show the whole account number of 1 of 2 payouts of the last 35 days. The rows were not compared with these accounts, so a warning may be missing.',
	]);
});

it('payouts that could not be read are said not to be compared', async () => {
	const { service } = serviceOf(Array.from({ length: 4 }, () => answer(500, {})));
	const { recent, isComplete, gaps } = await readKnownAtStitch(service, { zone: 'UTC', days: 35 });
	expect([recent, isComplete]).toEqual([undefined, false]);
	expect(gaps[0]).toMatch(/^The payouts of the last 35 days could not be read: /);
	expect(gaps).toHaveLength(4);
});

it('payouts of a long time are read in stretches without gaps', async () => {
	const page = answer(200, {
		data: { banks: [], client: { bankAccounts: [], disbursements: { edges: [], pageInfo: {} } } },
	});
	const { service, sent } = serviceOf(Array.from({ length: 8 }, () => page));
	await readKnownAtStitch(service, { zone: 'UTC', days: 80 });
	const stretches = sent.flatMap(({ body }) => {
		const { variables } = body as { variables?: { filter?: { created: object } } };
		return variables?.filter?.created ?? [];
	});
	expect(stretches).toEqual([
		{ gte: '2026-10-16T00:00:00.000Z' },
		{ gte: '2026-09-11T00:00:00.000Z', lt: '2026-10-16T00:00:00.000Z' },
		{ gte: '2026-09-01T00:00:00.000Z', lt: '2026-09-11T00:00:00.000Z' },
		{ gte: '2026-11-20T00:00:00.000Z' },
	]);
});
