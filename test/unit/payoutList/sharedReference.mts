import { checkMonth, paid, rows, type Month, type Paid } from './checkedMonth.mts';

const options = { paymentsFor: 'salaries', period: '2026-11-30' };

/** A file in which everybody has one reference, and is told apart by name. */
export const sharedReference = (reference = 'Salaris Nov'): Paid[] =>
	rows('x', () => ({ reference }));

/** Checks such a file; by default, for the salaries of November. */
export const checkShared = async (month: Partial<Month> = {}) =>
	await checkMonth({
		file: sharedReference(),
		before: [],
		...month,
		options: { ...options, ...month.options },
	});

/** What such a check would pay, as Stitch lists it a day later. */
export async function paidYesterday(): Promise<Paid[]> {
	const { rows: checked } = await checkShared();
	return paid('2026-11-24', 'x', (_, index) => ({
		reference: String(checked[index]?.externalReference),
	}));
}
