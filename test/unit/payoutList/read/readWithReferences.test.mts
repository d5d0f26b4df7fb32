import { people, rows } from '../checkedMonth.mts';
import { checkShared } from '../sharedReference.mts';

it('a file with one reference for everybody gets one for each person: kind, period, person', async () => {
	const { rows: checked, summary } = await checkShared();
	expect(checked[0]).toMatchObject({
		pay: true,
		externalReference: 'salaries-2026-11-THANDIBORGEN',
	});
	expect(new Set(checked.map(({ externalReference }) => externalReference)).size).toBe(20);
	expect(summary.readAs).toBe(
		'Read as a list with headings: 20 payments; references: salaries, November 2026, beneficiary name.',
	);
});

it('references of each run of the payroll program do not count: what is paid has been chosen', async () => {
	for (const run of ['run-88', 'run-89']) {
		const { rows: checked } = await checkShared({ file: rows(run) });
		expect(checked[0]?.externalReference).toBe('salaries-2026-11-THANDIBORGEN');
	}
});

it.each(['salaries', 'wages', 'suppliers'])('%s without a period are refused', async (kind) => {
	const options = { paymentsFor: kind, period: '' };
	await expect(checkShared({ options })).rejects.toMatchObject({
		mistakes: [
			{
				...{ field: 'Period', what: 'is empty' },
				fix: 'Enter any day of the month that is paid. For wages, enter the payday.',
			},
		],
	});
});

it('a namesake with a code of their own is paid', async () => {
	const both = rows('x', () => ({ reference: 'Salaris', name: 'J Smith' }), people.slice(0, 2));
	const { rows: checked } = await checkShared({ file: both });
	// Without a code, nobody knows which of them is meant.
	expect(checked.map(({ pay }) => pay)).toEqual([false, false]);
	expect(checked[0]?.explanation).toMatch(/would be salaries-2026-11-JSMITH in rows 2 and 3/);
});

it('wages have their payday in the reference, and other payments their word', async () => {
	const wages = await checkShared({ options: { paymentsFor: 'wages', period: '2026-11-27' } });
	expect(wages.rows[0]?.externalReference).toBe('wages-2026-11-27-THANDIBORGEN');
	const other = await checkShared({
		options: { paymentsFor: 'other', paymentsForWord: '13th cheque' },
	});
	expect(other.rows[0]?.externalReference).toMatch(/^other-13THCHEQUE-2026-11-/);
	await expect(checkShared({ options: { paymentsFor: 'other' } })).rejects.toThrow(
		"'Payments For: Other' has no word for what is paid",
	);
});

it.each(['Nov', '2026-13', '2026-11-31'])('no free text is a period: %j', async (period) => {
	await expect(checkShared({ options: { period } })).rejects.toThrow(/^'Period' /);
});
