import { getPage } from '../../../../nodes/Stitch/payoutList/getPage.operation';
import { itemOf, serviceOf } from '../../builders.mts';
import {
	checkMonth,
	paid,
	payout,
	people,
	recheckMonth,
	rows,
	type Month,
} from '../checkedMonth.mts';

const before = paid('2026-10-25', 'oct');

async function check(options: Month['options'], month: Partial<Month> = {}) {
	const { rows: checked, summary } = await checkMonth({
		file: rows('nov'),
		before,
		options,
		...month,
	});
	return { checked, verdicts: checked.map(({ verdict }) => verdict), summary };
}

it('a row above the limit for one payment is left out, and the others are paid', async () => {
	const { checked, summary } = await check({ maxAmountPerItem: '22888.99' });
	expect(checked.slice(-2)).toMatchObject([
		{ pay: true, verdict: 'willBePaid' },
		{
			...{ pay: false, verdict: 'cannotBePaid' },
			explanation:
				'R22\u00a0889.00 is above your limit for one payment, R22\u00a0888.99. Correct the amount, or ask the person who runs your n8n to raise the limit.',
		},
	]);
	expect(summary).toMatchObject({ blocked: '', toPay: 19, sumToPay: 296_001 });
});

it('a row above the limit for one payment is left out at once, before anybody is asked to call about it', async () => {
	const moved = rows('nov', (_, index) => (index === 19 ? { account: '9999000011' } : {}));
	const verdictOf = async (maxAmountPerItem: string) =>
		(await check({ maxAmountPerItem }, { file: moved })).verdicts.at(-1);
	expect(await verdictOf('22889')).toBe('confirmFirst');
	expect(await verdictOf('22888.99')).toBe('cannotBePaid');
});

it('a list above the limit of a run is blocked before anybody approves it, compared with the last payday', async () => {
	const { verdicts, summary } = await check(
		{ maxTotalPerRun: '400000' },
		{ file: rows('nov', ({ amount }, index) => (index === 7 ? { amount: amount * 10 } : {})) },
	);
	expect(new Set(verdicts)).toEqual(new Set(['heldBack']));
	expect(summary).toMatchObject({
		...{ toPay: 0, sumToPay: 0 },
		blocked:
			'Nobody would be paid: this list is R445\u00a0943.00, R127\u00a0053.00 (39.8\u00a0%) more than on 25 October, and your limit for one run is R400\u00a0000.00. Look at the first rows. If they are right, ask the person who runs your n8n to raise the limit.',
	});
});

it('a list above the limit is not compared with a day on which none of its people were paid', async () => {
	const file = rows('nov', undefined, people.slice(0, 3));
	const others = paid('2026-10-25', 'oct', undefined, people.slice(10));
	const { summary } = await check({ maxTotalPerRun: '1' }, { file, before: others });
	expect(summary.blocked).toMatch(
		/^Nobody would be paid: this list is R29\u00a0193\.00, and your limit for one run is R1\.00\./,
	);
});

it('a list that is exactly at its limits is not blocked', async () => {
	const limits = { maxAmountPerItem: '15945', maxTotalPerRun: '318890', maxTotalPerDay: '318890' };
	const options = { ...limits, maxAmountPerItem: '22889' };
	expect((await check(options)).summary).toMatchObject({ blocked: '', toPay: 20 });
});

it('what was sent today counts for the limit of a day', async () => {
	const today = payout(people[0], '2026-11-25', { reference: 'early', amount: 10 });
	const { summary } = await check({ maxTotalPerDay: '318899' }, { before: [...before, ...today] });
	expect(summary.blocked).toMatch(
		/with R10\.00 sent today, your limit for one day is R318\u00a0899\.00\. .* or pay on another day\.$/,
	);
	expect(
		(await check({ maxTotalPerDay: '318900' }, { before: [...before, ...today] })).summary,
	).toMatchObject({ blocked: '', toPay: 20 });
});

it('a list that pays nobody is above no limit', async () => {
	const file = rows('nov', () => ({ bank: 'FBN' }));
	const { verdicts, summary } = await check({ maxTotalPerRun: '1' }, { file });
	expect(new Set(verdicts)).toEqual(new Set(['cannotBePaid']));
	expect(summary.blocked).toBe('');
});

it('a list is blocked by its limit for a day if the payments of today cannot be read', async () => {
	const { summary } = await check({ maxTotalPerDay: '400000' }, { unreadable: 'today' });
	expect(summary).toMatchObject({
		blocked: expect.stringMatching(/the payments of today could not be read/),
	});
});

it('a limit that is reached after the approval is the reason of each row, and on the result', async () => {
	const limit = { maxTotalPerDay: '318890' };
	const { checked: approved } = await check(limit);
	const other = payout({ name: 'Z Other', account: '7777777770', amount: 1 }, '2026-11-25');
	const { rows: again } = await recheckMonth(approved, {
		...{ file: rows('nov'), before: [...before, ...other] },
		options: { ...limit, onlyAsApproved: true },
	});
	const why = /your limit for one day is R318\u00a0890\.00/;
	expect(again.filter(({ explanation }) => why.test(String(explanation)))).toHaveLength(20);
	const { service } = serviceOf([], {}, 'live-client');
	const plan = getPage.prepare(itemOf({ page: 'result', details: {}, options: {} }), service);
	const plans = again.map((row, at) => ({ ...(at === 0 && (plan as object)), row }));
	const [page] = (await getPage.sendTogether?.(plans, service)) ?? [];
	expect((page as { html: string }).html.match(new RegExp(why, 'g'))).toHaveLength(1);
});
