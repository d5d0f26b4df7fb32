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

/** What is known where Stitch lists these payouts of the last week, those of today, and these floats. */
async function read(recent: object[], today: object[] = [], bankAccounts: object[] = []) {
	const served = ({ body }: SentRequest) => {
		const { query, variables } = body as { query: string; variables: { filter?: object } | null };
		const asked = JSON.stringify(variables);
		const ofStretch = asked.includes('"lt"') ? [] : recent;
		const edges = asked.includes(midnight) ? today : ofStretch;
		const disbursements = { edges, pageInfo: { hasNextPage: false } };
		const client = query.includes('bankAccounts') ? { bankAccounts } : { disbursements };
		return answer(200, { data: { banks: [], client } });
	};
	const { service } = serviceOf(Array.from({ length: 8 }, () => served));
	return await readKnownAtStitch(service, { timezone: 'Africa/Johannesburg', days: 35 });
}

it('the newest payout of the last weeks comes first, in whatever order Stitch lists them', async () => {
	const dates = ['2026-11-03T10:00:00Z', '2026-11-20T10:00:00Z', '2026-11-10T10:00:00Z'];
	const { payouts, gaps } = await read(dates.map((date) => payout(date)));
	expect(gaps).toEqual([]);
	expect(payouts?.map(({ createdAt }) => createdAt)).toEqual([
		'2026-11-20T10:00:00Z',
		'2026-11-10T10:00:00Z',
		'2026-11-03T10:00:00Z',
	]);
});

it('what was paid today is known even if there are more payouts in a week than are compared', async () => {
	const old = Array.from({ length: 5000 }, (_, id) => payout('2026-11-03T10:00:00Z', `old-${id}`));
	const { paidToday, payouts, notCompared } = await read(old, [payout('2026-11-20T09:00:00Z')]);
	expect([paidToday, payouts]).toEqual([1050, undefined]);
	expect(notCompared).toMatch(
		/^Earlier payments are not compared: there are more than 5000 in one week\./,
	);
});

it('a payout is known with all that rows are compared with, whatever became of it', async () => {
	const references = { externalReference: 'salary-1', beneficiaryReference: 'Salary' };
	const status = { __typename: 'DisbursementCancelled', disbursementCancelledReason: 'Left' };
	const { payouts } = await read([
		payout('2026-11-03T22:30:00Z', 'd-1', { ...references, status }),
	]);
	expect(payouts?.[0]).toEqual({
		...{ name: 'N', who: 'n', account: '1234567890', bank: 'fnb', cents: 1050 },
		...{ reference: 'salary-1', statement: 'Salary', status: 'cancelled', meaning: 'failed' },
		...{ createdAt: '2026-11-03T22:30:00Z', day: '2026-11-04', reason: 'Left' },
	});
});

it.each<[string, object]>([
	['no time', { created: null }],
	['a time that cannot be read', { created: 'yesterday' }],
	['no amount', { amount: null }],
])(
	'a payout with %s is not left out: nothing is compared with the others alone',
	async (_, change) => {
		const { payouts, notCompared } = await read([
			payout('2026-11-03T10:00:00Z'),
			payout('2026-11-04T10:00:00Z', 'd-1', change),
		]);
		expect(payouts).toBeUndefined();
		expect(notCompared).toContain('Stitch sent a list that cannot be read');
	},
);

it('a payout that is listed with two weeks counts once', async () => {
	const edges = [payout('2026-11-12T22:00:00Z', 'd-1')];
	const page = { edges, pageInfo: { hasNextPage: false } };
	const listed = answer(200, { data: { banks: [], client: { disbursements: page } } });
	const { service } = serviceOf(Array.from({ length: 8 }, () => listed));
	const { payouts } = await readKnownAtStitch(service, { timezone: 'UTC', days: 35 });
	expect(payouts).toHaveLength(1);
});

it('an account number is known without the zeros before it', async () => {
	const bankBeneficiary = { accountHolder: 'N', accountNumber: '0012345678', bankId: 'fnb' };
	const { payouts } = await read([payout('2026-11-03T10:00:00Z', 'd-1', { bankBeneficiary })]);
	expect(payouts?.map(({ account }) => account)).toEqual(['12345678']);
});

it('the float is known where there is only one', async () => {
	expect((await read([], [], [float('12.50')])).float).toBe(1250);
	expect((await read([], [], [float('12.50'), float('20.00')])).float).toBeUndefined();
});

it('payouts whose account Stitch does not show whole are said to be compared by name', async () => {
	const bankBeneficiary = { accountHolder: 'N', accountNumber: '******7890', bankId: 'fnb' };
	const { gaps } = await read([payout('2026-11-03T10:00:00Z', 'd-1', { bankBeneficiary })]);
	expect(gaps[0]).toMatch(
		/^Stitch does not show the whole account number of 1 of 1 earlier payments\. They were compared by name,/,
	);
});

it('what could not be read is said, and payouts that were not read are compared with nothing', async () => {
	const { service } = serviceOf(Array.from({ length: 8 }, () => answer(403, {})));
	const known = await readKnownAtStitch(service, { timezone: 'UTC', days: 35 });
	expect(known).toMatchObject({
		notCompared: expect.stringMatching(/^Earlier payments could not be read: .* pay nothing, and/),
		// A page of a wrong secret said why five times.
		gaps: [
			expect.stringMatching(
				/^Not known: today's payouts, the state of the banks and the balance of the float account\. Stitch/,
			),
		],
	});
	expect(known.payouts).toBeUndefined();
});

it('payouts of a long time are read week by week without gaps', async () => {
	const page = answer(200, {
		data: { banks: [], client: { bankAccounts: [], disbursements: { edges: [], pageInfo: {} } } },
	});
	const { service, sent } = serviceOf(Array.from({ length: 6 }, () => page));
	await readKnownAtStitch(service, { timezone: 'UTC', days: 16 });
	const stretches = sent.flatMap(({ body }) => {
		const { variables } = body as { variables?: { filter?: { created: object } } };
		return variables?.filter?.created ?? [];
	});
	expect(stretches).toEqual([
		{ gte: '2026-11-13T00:00:00.000Z' },
		{ gte: '2026-11-06T00:00:00.000Z', lt: '2026-11-13T00:00:00.000Z' },
		{ gte: '2026-11-04T00:00:00.000Z', lt: '2026-11-06T00:00:00.000Z' },
		{ gte: '2026-11-20T00:00:00.000Z' },
	]);
});
