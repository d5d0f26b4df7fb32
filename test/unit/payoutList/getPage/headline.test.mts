import type { IDataObject } from 'n8n-workflow';

import { checked, lastTime, notPaid, page, paid, shown, summaryOf } from './list.mts';

const counted = (count: number, sum: number) => ({ count, sum });

/** The headline of a list of which R100.00 was paid on 25 October, as one line. */
async function headlineOf(rows: IDataObject[], change: IDataObject = {}): Promise<string> {
	const last = counted(1, 100);
	const { headline } = await page(rows, summaryOf({ lastTime: lastTime({ last, ...change }) }));
	return headline.lines.join(' ').replaceAll('\u00a0', ' ');
}

describe('the headline of a review', () => {
	it.each([
		['more', 120, 'R20.00 (20.0 %) more than on 25 October'],
		['less', 80, 'R20.00 (20.0 %) less than on 25 October'],
		['hardly more', 100.01, 'R0.01 (less than 0.1 %) more than on 25 October'],
		['the same', 100, 'the same sum as on 25 October'],
	])('compares what will be paid with the last payday: %s', async (_, amount, says) => {
		const rest = `Will be paid: 1 payment, R${amount.toFixed(2)}: ${says}`;
		expect(await headlineOf([checked(2, { amount })])).toBe(rest);
	});

	it.each([
		['more', 120, 1, ', although 1 row is not sent now'],
		['the same', 100, 2, ', although 2 rows are not sent now'],
		['less', 80, 1, ', and 1 row is not sent now'],
	])('says how many rows are not sent where the sum is %s', async (_, amount, count, says) => {
		const others = Array.from({ length: count }, (_row, row) => notPaid(row + 3, 'alreadyPaid'));
		const headline = await headlineOf([checked(2, { amount }), ...others]);
		expect(headline).toMatch(new RegExp(`25 October${says}$`));
	});

	it.each([
		['there is no payday', { day: null }],
		['nobody of it is in the file', { known: 0 }],
	])('compares with no payday where %s', async (_, change) => {
		expect(await headlineOf([checked(2)], change)).toBe('Will be paid: 1 payment, R10.50');
	});

	it('gives no percentage of nothing', async () => {
		const headline = await headlineOf([checked(2)], { last: counted(0, 0) });
		expect(headline).toContain('R10.50 more than on 25 October');
	});

	it.each([
		['every row was sent before', 'alreadyPaid', 'There is nothing to pay: every row was sent'],
		['no row can be paid', 'cannotBePaid', 'No row of this list can be paid now.'],
	])('says that nothing will be paid where %s', async (_, verdict, says) => {
		expect(await headlineOf([notPaid(2, verdict)])).toContain(says);
	});

	it('is the reason, in red, where the whole list is above a limit', async () => {
		const blocked = 'Nobody would be paid: this list is R10.50, and your limit is R9.00.';
		const html = await shown([notPaid(2, 'heldBack')], summaryOf({ blocked }));
		expect(html).toContain(`<h2><strong><i>${blocked}</i></strong></h2>`);
		expect(html).not.toContain('Will be paid: 0');
	});

	it('stands below what may be wrong with the whole list, and above what is to be known', async () => {
		const change = { alerts: ['Pay nothing.'], messages: ['The float is low.'] };
		expect(await shown([checked(2)], summaryOf(change))).toMatch(
			/<i>Pay nothing\.<\/i><\/strong><\/h2>\n<h2><strong>Will be paid[^]*<li><em>The float is low\./,
		);
	});
});

it('the headline of a result is what was sent now, whatever became of it', async () => {
	const rows = [
		paid(2, { status: 'completed' }),
		paid(3, { status: 'error' }),
		paid(4, { status: 'completed', alreadyExisted: true }),
		paid(5, { error: 'Refused' }),
	];
	const { headline } = await page(rows, {}, { kind: 'result' });
	expect(headline.lines).toEqual(['Sent now: 2 payments, R21.00']);
	expect((await page(rows, {}, { kind: 'report' })).headline.lines).toEqual([]);
});
