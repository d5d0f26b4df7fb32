import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../../setup/thorough.mts';
import fc from '../../properties.mts';
import { checkMonth, type Paid } from '../checkedMonth.mts';

const names = ['A One', 'B Two', 'C Three', 'D Four', 'E Five'];
const accounts = ['1000000010', '2000000020', '3000000030', '4000000040', '5000000050'];
const days = ['2026-09-25', '2026-10-24', '2026-10-25', '2026-11-02', '2026-11-20', '2026-11-25'];

/** Few values, so that names, accounts, amounts, days and references meet in every way. */
const payment = fc.record({
	name: fc.constantFrom(...names),
	account: fc.constantFrom(...accounts),
	amount: fc.constantFrom(100, 100.5, 2000, 9000),
	reference: fc.constantFrom('r-1', 'r-2', 'R-2', 'r-3', 'r-4', 'r-5', 'r-6'),
	statement: fc.constantFrom('Salary', 'Salary E1', 'Travel'),
	day: fc.constantFrom(...days),
	status: fc.constantFrom('Completed', 'Completed', 'Pending', 'Error', 'Cancelled', 'Reversed'),
	bank: fc.constantFrom('FNB', 'FNB', 'FNB', 'FBN'),
	reason: fc.constant(''),
});

const lists = fc.record({
	file: fc.array(payment, { minLength: 1, maxLength: 8 }),
	before: fc.array(payment, { maxLength: 14 }),
});

const cents = (rand: unknown): number => Math.round(Number(rand) * 100);
const sumOf = (some: readonly Paid[]): number =>
	some.reduce((sum, one) => sum + cents(one.amount), 0);

/** The sums of a comparison, in cents. */
function sumsIn(lastTime: IDataObject) {
	const of = (name: string) => cents((lastTime[name] as IDataObject).sum);
	return {
		last: of('last'),
		more: of('more'),
		less: of('less'),
		first: of('first'),
		left: of('left'),
	};
}

it('last time, with what is more, less, new and missing, is the file, whatever was paid before', async () => {
	await fc.assert(
		fc.asyncProperty(lists, async ({ file, before }) => {
			const { lastTime } = (await checkMonth({ file, before })).summary;
			if (lastTime === null) return;
			const { last, more, less, first, left } = sumsIn(lastTime as IDataObject);
			expect(last + more + less + first - left).toBe(sumOf(file));
		}),
		{ seed: 67, numRuns: cases(60) },
	);
});

it('no payment is both to be paid and already sent, and none of them needs a call', async () => {
	await fc.assert(
		fc.asyncProperty(lists, async ({ file, before }) => {
			const { rows, summary } = await checkMonth({ file, before });
			const toPay = rows.filter(({ pay }) => pay === true);
			expect(toPay.map(({ verdict }) => verdict).filter((one) => one !== 'willBePaid')).toEqual([]);
			expect(cents(summary.sumToPay)).toBe(
				toPay.reduce((sum, { amount }) => sum + cents(amount), 0),
			);
		}),
		{ seed: 67, numRuns: cases(60) },
	);
});
