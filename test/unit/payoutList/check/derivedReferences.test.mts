import { checkMonth, paid, people, rows, type Month, type Paid } from '../checkedMonth.mts';

const options = { paymentsFor: 'salaries', period: '2026-11-30' };

/** A file in which everybody has one reference, and is told apart by name. */
const file = (tag = 'Salaris Nov'): Paid[] => rows('x', () => ({ reference: tag }));

const check = async (month: Partial<Month> = {}) =>
	await checkMonth({
		file: file(),
		before: [],
		...month,
		options: { ...options, ...month.options },
	});

/** What a check would pay, as Stitch lists it a day later. */
async function paidYesterday(change: Partial<Month> = {}): Promise<Paid[]> {
	const { rows: checked } = await check(change);
	return paid('2026-11-24', 'x', (_, index) => ({
		reference: String(checked[index]?.externalReference),
	}));
}

it('a file with one reference for everybody gets one for each person: kind, period, person', async () => {
	const { rows: checked, summary } = await check();
	expect(checked[0]).toMatchObject({
		pay: true,
		externalReference: 'salaries-2026-11-THANDIBORGEN',
	});
	expect(new Set(checked.map(({ externalReference }) => externalReference)).size).toBe(20);
	expect(summary.readAs).toBe(
		'Read as a list with headings: 20 payments; references: salaries, November 2026, beneficiary name.',
	);
});

it('a file with references of its own keeps them', async () => {
	const { rows: checked } = await check({ file: rows('nov') });
	expect(checked[0]?.externalReference).toBe('nov-0');
});

it('the same file pays once, whatever it calls its payments', async () => {
	const before = await paidYesterday();
	const { rows: checked } = await check({ file: file('SALARY november'), before });
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['alreadyPaid']));
});

it.each<[string, Partial<Paid>]>([
	['a corrected name', { name: 'Thandi Newname' }],
	['a corrected account', { account: '9999000011' }],
])('a person who was paid for the period is not paid again with %s', async (_, change) => {
	const before = await paidYesterday();
	const changed = file().map((one, index) => (index === 0 ? { ...one, ...change } : one));
	const { rows: checked, summary } = await check({ file: changed, before });
	expect(checked[0]?.pay).toBe(false);
	expect(['alreadyPaid', 'sentWithOtherValues']).toContain(checked[0]?.verdict);
	expect(summary.toPay).toBe(0);
});

it('a namesake with a code of their own is paid', async () => {
	const both = rows('x', () => ({ reference: 'Salaris', name: 'J Smith' }), people.slice(0, 2));
	const { rows: checked } = await check({ file: both });
	// Without a code, nobody knows which of them is meant.
	expect(checked.map(({ pay }) => pay)).toEqual([false, false]);
	expect(checked[0]?.explanation).toMatch(/would be salaries-2026-11-JSMITH in rows 2 and 3/);
});

it('the same people and amounts a day later under a different period are blocked, until somebody says that it is meant', async () => {
	const before = [...(await paidYesterday()), ...paid('2026-10-25', 'oct')];
	const december = { period: '2026-12-01' };
	const { rows: checked, summary } = await check({ before, options: december });
	expect(new Set(checked.map(({ verdict }) => verdict))).toEqual(new Set(['heldBack']));
	expect(summary.blocked).toBe(
		"Nobody would be paid: 20 of 20 payments are exactly those of 1 day ago. If they are to be paid once more, upload the file again and choose 'Another Payment of the Same Kind'.",
	);
	const meant = await check({ before, options: { ...december, another: true } });
	expect(meant.summary).toMatchObject({ blocked: '', toPay: 20 });
});

it('the next month is paid as usual', async () => {
	const before = await paidYesterday();
	const { summary } = await check({
		...{ before, today: '2026-12-23' },
		options: { period: '2026-12-23' },
	});
	expect(summary).toMatchObject({ blocked: '', toPay: 20, alerts: [] });
});

it('wages have their payday in the reference, and other payments their word', async () => {
	const wages = await check({ options: { paymentsFor: 'wages', period: '2026-11-27' } });
	expect(wages.rows[0]?.externalReference).toBe('wages-2026-11-27-THANDIBORGEN');
	const other = await check({ options: { paymentsFor: 'other', paymentsForWord: '13th cheque' } });
	expect(other.rows[0]?.externalReference).toMatch(/^other-13THCHEQUE-2026-11-/);
	await expect(check({ options: { paymentsFor: 'other' } })).rejects.toThrow(
		"'Kind' has no word for what is paid",
	);
});
