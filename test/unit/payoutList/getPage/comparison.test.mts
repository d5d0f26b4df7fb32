import fc from 'fast-check';

import { checked, first, lastTime, linesOf, notPaid, shown, summaryOf } from './list.mts';

const counted = (count: number, sum: number) => ({ count, sum });

describe('the table that compares a file with the last payday', () => {
	const compared = lastTime({
		...{ last: counted(4, 42), more: counted(1, 5), less: counted(1, -2), known: 3 },
		...{ first: counted(1, 7), left: counted(1, 10.5), since: counted(2, 3) },
		earlier: [{ day: '2026-09-25', count: 4, sum: 40 }],
	});
	const rows = [
		checked(2, { amount: 15.5, difference: 5 }),
		checked(3, { amount: 8.5, difference: -2 }),
		checked(4),
		notPaid(5, 'unknown', { amount: 7 }),
	];

	it('goes from what was paid to what will be paid, and shows other payments apart', async () => {
		const html = await shown(rows, summaryOf({ lastTime: compared }));
		expect(html).toContain(
			'Compared with 25 October, 31 days ago; the one before 30 days earlier<',
		);
		expect(linesOf(html, 'Compared with')).toEqual([
			'Paid last time | 4 | R42.00',
			'More than last time | 1 | +R5.00',
			'Less than last time | 1 | −R2.00',
			'Not paid on a payday before | 1 | +R7.00',
			'Not in this list | 1 | −R10.50',
			'Not sent now | 1 | −R7.00',
			'Will be paid | 3 | R34.50',
		]);
		expect(linesOf(html, 'For comparison, not part of this sum')).toEqual([
			'Paid since 25 October, other references | 2 | R3.00',
			'Paid on 25 September | 4 | R40.00',
		]);
	});

	it('leaves out lines of nothing, except that nobody is missing', async () => {
		const html = await shown([checked(2)]);
		expect(linesOf(html, 'Compared with')).toEqual([
			'Paid last time | 1 | R10.50',
			'Not in this list | 0 | R0.00',
			'Will be paid | 1 | R10.50',
		]);
		expect(html).not.toContain('For comparison');
	});

	it('is about each payee’s own last payment where they have no payday in common', async () => {
		const html = await shown(rows, summaryOf({ lastTime: { ...compared, day: null } }));
		expect(linesOf(html, 'Compared with each payee’s own last payment: they have')).toEqual([
			'Their last payments | 4 | R42.00',
			'More than their last payment | 1 | +R5.00',
			'Less than their last payment | 1 | −R2.00',
			'No earlier payment | 1 | +R7.00',
			'Not in this list | 1 | −R10.50',
			'Not sent now | 1 | −R7.00',
			'Will be paid | 3 | R34.50',
		]);
	});

	it('is there where nobody of the last payday is in the file, and not where there is none', async () => {
		const change = { known: 0, first: counted(1, 10.5), left: counted(1, 10.5) };
		const html = await shown([first(2)], summaryOf({ lastTime: lastTime(change) }));
		expect(linesOf(html, 'Compared with')).toContain('Not in this list | 1 | −R10.50');
		expect(await shown([first(2)], summaryOf({ lastTime: null }))).not.toContain('Compared with');
	});

	it('counts payees where one of them has several rows', async () => {
		const html = await shown([checked(2, { together: 21 }), checked(3, { togetherWith: 2 })]);
		expect(html).toContain('30 days earlier, by payee<');
		expect(linesOf(html, 'Compared with')).toContain('Will be paid | 1 | R21.00');
	});

	it.each([
		[0, null, 'today<'],
		[1, 1, '1 day ago; the one before 1 day earlier<'],
	])('says how long ago it was: %s days', async (daysAgo, daysBefore, says) => {
		const summary = summaryOf({ lastTime: lastTime({ daysAgo, daysBefore }) });
		expect(await shown([checked(2)], summary)).toContain(`Compared with 25 October, ${says}`);
	});

	it('adds up to what will be paid, whatever is paid and whatever is not', async () => {
		const cents = fc.integer({ min: 0, max: 1e9 });
		const sums = fc.record({ last: cents, more: cents, less: cents, first: cents, left: cents });
		const rowsOf = fc.array(fc.record({ amount: cents, pay: fc.boolean() }), { maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(sums, rowsOf, async ({ last, more, less, first: joined, left }, list) => {
				const given = { last, more, less: -less, first: joined, left };
				const parts = Object.entries(given).map(([part, sum]) => [part, counted(1, sum / 100)]);
				const summary = summaryOf({ lastTime: lastTime(Object.fromEntries(parts)) });
				const some = list.map(({ amount, pay }, index) =>
					pay
						? checked(index, { amount: (amount + 1) / 100 })
						: notPaid(index, 'unknown', { amount: (amount + 1) / 100 }),
				);
				const lines = linesOf(await shown(some, summary), 'Compared with').map((line) =>
					Number((line.split(' | ')[2] ?? '').replace('−', '-').replace(/[^\d-]/g, '')),
				);
				const sum = lines.slice(0, -1).reduce((all, one) => all + one, 0);
				expect(sum).toBe(lines.at(-1));
			}),
			{ seed: 67, numRuns: 100 },
		);
	});
});

it('the table of the file has each part with its sum, and is not there for one part', async () => {
	const html = await shown([checked(2), first(3), notPaid(4, 'unknown')]);
	expect(linesOf(html, 'Your list')).toEqual([
		'Will be paid | 2 | R21.00',
		'May have been sent | 1 | R10.50',
		'Together | 3 | R31.50',
	]);
	expect(await shown([checked(2), first(3)])).not.toContain('Your list');
});
