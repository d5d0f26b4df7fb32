import { checkMonth, lastMonth, paid, payout, people, rows, type Month } from '../checkedMonth.mts';

const file = rows('nov');

const summaryOf = async (month: Partial<Month> = {}) =>
	(await checkMonth({ file, before: lastMonth, ...month })).summary;

describe('the summary of a list', () => {
	it('counts the rows and their sums: in the file, and to be paid', async () => {
		const changed = rows('nov', (_, index) => {
			if (index === 0) return { account: '9999000011' };
			return index === 1 ? { amount: NaN } : {};
		});
		expect(await summaryOf({ file: changed })).toMatchObject({
			...{ rows: 20, sum: 309_159 },
			...{ toPay: 18, sumToPay: 300_159 },
		});
	});

	it('says what the float lacks', async () => {
		expect(await summaryOf({ floats: ['318889.50'] })).toMatchObject({
			floatBalance: 318_889.5,
			messages: [
				'The float account has R318\u00a0889.50, R0.50 too little: fill it first, or some payments wait for up to 7 days.',
			],
		});
		expect(await summaryOf({ floats: ['318890.00'] })).toMatchObject({ messages: [] });
	});

	it.each([
		['0.00', 'R0.00, R318\u00a0890.00'],
		['-5.00', '-R5.00, R318\u00a0895.00'],
	])('says what a float lacks that has nothing: %s', async (balance, has) => {
		expect(await summaryOf({ floats: [balance] })).toMatchObject({
			floatBalance: Number(balance),
			messages: [expect.stringContaining(`The float account has ${has} too little`)],
		});
	});

	it('counts what already waits for the float', async () => {
		const waits = payout(people[0], '2026-11-24', { status: 'Paused', amount: 100 });
		const before = [...waits, ...lastMonth];
		expect(await summaryOf({ before, floats: ['318889.50'] })).toMatchObject({
			messages: [
				'The float account has R318\u00a0889.50, R100.50 too little with the R100.00 that already waits: fill it first, or some payments wait for up to 7 days.',
			],
		});
		expect(await summaryOf({ before, floats: ['318990.00'] })).toMatchObject({ messages: [] });
		// A list of which nothing is paid takes nothing from the float.
		const unpaid = rows('nov', () => ({ amount: NaN }));
		const { messages } = await summaryOf({ file: unpaid, before, floats: ['0.00'] });
		expect(messages).not.toContainEqual(expect.stringContaining('float account'));
	});

	it('says nothing about a float that is not known, or one of several', async () => {
		for (const floats of [[], ['1', '2']]) {
			expect(await summaryOf({ floats })).toMatchObject({ floatBalance: null, messages: [] });
		}
	});

	it.each(['Degraded', 'Unavailable'] as const)(
		'names a bank that has trouble: %s',
		async (bank) => {
			expect(await summaryOf({ bank })).toMatchObject({
				messages: [
					'FNB has trouble today: 20 of 20 payments may arrive late or fail. You can pay them on another day.',
				],
			});
		},
	);

	it('says once how many payments a test client does not pay', async () => {
		const small = rows('nov', (_, index) => ({ amount: index === 0 ? 400 : 399.99 }));
		expect(await summaryOf({ file: small, clientId: 'test-client' })).toMatchObject({
			messages: [
				'A test client pays only amounts below R400 to account numbers that end in 0: 1 of 20 payments will wait or fail.',
			],
		});
		expect(await summaryOf({ file: small })).toMatchObject({ messages: [] });
	});

	const another = { options: { another: true } };

	it('says that a list that repeats the last payday too soon may be the same one', async () => {
		const again = (today: string) =>
			summaryOf({ before: [...paid('2026-09-25', 'sep'), ...lastMonth], today, ...another });
		// Fifteen days are half of the thirty between the two paydays before.
		expect(await again('2026-11-08')).toMatchObject({
			alerts: [
				'20 of 20 payments are exactly those of 14 days ago. If this is the same list with new references, pay nothing.',
			],
		});
		expect(await again('2026-11-09')).toMatchObject({ alerts: [] });
	});

	it('says so within six days if only one payday is known', async () => {
		expect((await summaryOf({ today: '2026-10-30', ...another })).alerts).toHaveLength(1);
		expect((await summaryOf({ today: '2026-10-31', ...another })).alerts).toEqual([]);
	});

	it('says nothing of that about other amounts', async () => {
		const bonus = rows('bonus', () => ({ amount: 500 }));
		expect(await summaryOf({ file: bonus, today: '2026-10-27' })).toMatchObject({ alerts: [] });
	});

	it('says that nobody of the last payday is in the file', async () => {
		const others = rows('nov', (_, index) => ({
			...{
				name: `Somebody ${'abcdefghijklmnopqrst'[index]}`,
				account: String(6_000_000_010 + index * 10),
			},
		}));
		expect(await summaryOf({ file: others })).toMatchObject({
			lastTime: { day: '2026-10-25', known: 0, left: { count: 20, sum: 318_890 } },
			messages: [
				'Nobody who was paid on 25 October is in this list. Check that it is the right one.',
			],
		});
	});

	it('says nothing of who else was paid if rows of the list itself were sent', async () => {
		const strangers = paid('2026-11-25', 'x', (_, index) => ({
			...{ name: `Somebody ${'ab'[index]}`, account: String(6_000_000_010 + index * 10) },
		})).slice(0, 2);
		const before = [...strangers, ...paid('2026-11-25', 'nov').slice(0, 5)];
		expect(await summaryOf({ before })).toMatchObject({ toPay: 15, lastTime: null, messages: [] });
	});

	it('says that earlier payments could not be read, so that nothing was compared', async () => {
		expect(await summaryOf({ unreadable: 'earlier' })).toMatchObject({
			lastTime: null,
			alerts: [
				expect.stringMatching(
					/^Earlier payments could not be read: .* This page finds no duplicates and no changed accounts: pay nothing, and check the list again later\.$/,
				),
			],
		});
	});

	it('says that nobody was paid on the day that the user has chosen', async () => {
		expect(await summaryOf({ options: { compareWith: '2026-10-03' } })).toMatchObject({
			lastTime: { day: '2026-10-25' },
			messages: ['Nobody in this list was paid on 3 October, so it is compared with 25 October.'],
		});
	});

	it('names those who are not in the file only if they are of the same list, and fewer than those who are', async () => {
		const missing = async (month: Partial<Month>) => {
			const { lastTime } = await summaryOf(month);
			return (lastTime as { missing: unknown[] }).missing.length;
		};
		const without = (from: number) => rows('nov', (_, index) => (index < from ? {} : null));
		expect(await missing({ file: without(11) })).toBe(9);
		expect(await missing({ file: without(10) })).toBe(0);
		const directors = paid('2026-10-25', 'dir', (_, index) =>
			index < 5
				? { name: `Director ${index}`, account: `500000001${index}`, statement: 'Board' }
				: null,
		);
		expect(await missing({ before: [...lastMonth, ...directors] })).toBe(0);
		const unshared = lastMonth.map((one) => ({ ...one, statement: `E${one.account}` }));
		expect(await missing({ file: without(18), before: unshared })).toBe(0);
	});

	it('takes statement references with a code for the same list: SALARY E001', async () => {
		const coded = lastMonth.map((one, index) => ({ ...one, statement: `SALARY E${index}` }));
		const three = rows('nov', (_, index) => (index < 17 ? {} : null));
		expect(await summaryOf({ file: three, before: coded })).toMatchObject({
			lastTime: { left: { count: 3 }, missing: [{}, {}, {}] },
		});
	});

	it('says with how many payments of which time the file was compared', async () => {
		expect(await summaryOf()).toMatchObject({
			notes: ['Compared with 20 payments of the last 70 days.'],
		});
		expect(await summaryOf({ before: [] })).toMatchObject({
			lastTime: null,
			notes: [
				'No bank was asked about 20 new accounts: Verify Accounts does that. Stitch bills each account.',
				'No earlier payment was found in the last 70 days.',
			],
		});
	});
});
