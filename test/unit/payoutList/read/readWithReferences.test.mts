import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';
import { readWithReferences } from '../../../../nodes/Stitch/payoutList/read/readWithReferences';
import { asText, sample } from './samples.mts';
import { people, rows } from '../checkedMonth.mts';
import { checkShared } from '../sharedReference.mts';

const asInFile = (file: string) =>
	readWithReferences(asText(sample(file)), { paymentsFor: undefined });

/** The whole message about a file that is rejected. */
function whyNot(file: string): string {
	try {
		asInFile(file);
	} catch (cause) {
		if (cause instanceof InvalidInput) return JSON.stringify(cause.mistakes);
	}
	return '';
}

describe('a file whose references are to be taken from it', () => {
	it.each(['absa-bio.csv', 'acbeft-maincsv.csv', 'bankserv-acb.txt', 'generic-payroll.csv'])(
		'%s, with one text for everybody, is rejected once, and says what to choose',
		(file) => {
			expect(whyNot(file)).toMatch(/"is the same in each row".*Choose what the list pays/);
		},
	);

	it('a list with copies of one row names no new reference, under which both would be paid', () => {
		const row = 'INV-1,T Tester,FNB,62000000010,10.00,Invoice';
		const head = 'reference,name,bank,account number,amount,statement reference';
		const data = [head, row, row].join('\n');
		expect(readWithReferences([{ data }], { paymentsFor: undefined }).rows).toHaveLength(2);
	});

	it('nett-pay-list.csv, which has none, says what to choose', () => {
		expect(whyNot('nett-pay-list.csv')).toMatch(
			/“reference” or similar.*choose what the list pays/,
		);
	});

	it.each(['fnb-obe-acb.txt', 'nedbank-netbank.csv', 'netcash-salaries.txt'])(
		'%s is read with them',
		(file) => {
			const references = asInFile(file).rows.map(({ cells }) => cells.externalReference);
			expect(new Set(references).size).toBe(6);
		},
	);
});

it('a file with one reference for everybody gets one for each person: kind, period, person', async () => {
	const { rows: checked, summary } = await checkShared();
	expect(checked[0]).toMatchObject({
		pay: true,
		externalReference: 'salaries-2026-11-THANDIBORGEN',
	});
	expect(new Set(checked.map(({ externalReference }) => externalReference)).size).toBe(20);
	expect(summary.readAs).toBe(
		'Read as a list with headings: 20 payments; references: salaries, November 2026, name.',
	);
});

it('references of each run of the payroll program do not count, as the chosen period decides', async () => {
	for (const run of ['run-88', 'run-89']) {
		const { rows: checked } = await checkShared({ file: rows(run) });
		expect(checked[0]?.externalReference).toBe('salaries-2026-11-THANDIBORGEN');
	}
});

it.each(['salaries', 'wages', 'bonus'])('%s without a period are refused', async (kind) => {
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
