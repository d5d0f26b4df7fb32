import type { Payee } from '../../../../nodes/Stitch/payoutList/check/listRow';
import {
	isSoonerThanUsual,
	paydaysOf,
	timesBetween,
} from '../../../../nodes/Stitch/payoutList/check/payday';
import type { Payout } from '../../../../nodes/Stitch/payoutList/check/transfer';

type Earlier = [day: string, cents: number, meaning?: Payout['meaning']];

/** A payee that gets 100 cents now, and what it got before, the newest first. */
const payee = (...earlier: Earlier[]): Payee => ({
	...{ rows: [], cents: 100, ofFile: [], last: [], since: [] },
	payouts: earlier.map(([day, cents, meaning = 'done']) => ({ day, cents, meaning }) as Payout),
});
const paydays = (...payees: Payee[]) => paydaysOf(payees, ({ payouts }) => payouts[0]?.day);

const [oct, nov] = ['2026-10-25', '2026-11-20'];

describe('the last payday', () => {
	it.each([
		[
			'the day on which most got what they get now',
			[
				[nov, 70],
				[oct, 100],
			],
			oct,
		],
		[
			'the newest of two such days',
			[
				[nov, 100],
				[oct, 100],
			],
			nov,
		],
		[
			'their last day where none got that',
			[
				[nov, 70],
				[oct, 60],
			],
			nov,
		],
		['none where nobody was paid', [], undefined],
		[
			'not a day on which no payment went through',
			[
				[nov, 100, 'failed'],
				[oct, 100],
			],
			oct,
		],
	] as Array<[string, Earlier[], string | undefined]>)('is %s', (_what, earlier, day) => {
		const [one, two, three] = [payee(...earlier), payee(...earlier), payee(...earlier)];
		expect(paydaysOf([one, two, three], ({ payouts }) => payouts[0]?.day).last).toBe(day);
	});

	it('adds up what a payee got on one day', () => {
		expect(paydays(payee([nov, 70], [oct, 60], [oct, 40])).last).toBe(oct);
	});

	it('is none where no more than half have it in common', () => {
		expect(paydays(payee([nov, 1]), payee([oct, 1])).last).toBeUndefined();
		expect(paydays(payee([nov, 1]), payee([nov, 1]), payee([oct, 1])).last).toBe(nov);
	});

	it('is not asked of people who were never paid', () => {
		expect(paydays(payee([oct, 100]), payee(), payee()).last).toBe(oct);
	});
});

it('paydays are the days on which most were paid, the newest first', () => {
	const both: Earlier[] = [
		[nov, 5],
		[oct, 5],
	];
	expect(paydays(payee(...both), payee(...both), payee([nov, 5])).all).toEqual([nov, oct]);
	expect(paydays(payee(...both), payee([nov, 5]), payee([nov, 5])).all).toEqual([nov]);
});

it.each([
	['five days after the only payday', '2026-11-25', [nov], true],
	['six days after the only payday', '2026-11-26', [nov], false],
	['before half of a month has passed', '2026-12-02', [nov, oct], true],
	['when half of it has passed', '2026-12-03', [nov, oct], false],
	[
		'when half of the shortest known time has passed',
		'2026-11-24',
		[nov, '2026-11-13', oct],
		false,
	],
])('a list is sooner than usual %s: %s', (_when, today, known, isSooner) => {
	expect(isSoonerThanUsual(nov, today, known)).toBe(isSooner);
});

it('times between paydays are in days', () => {
	expect(timesBetween([nov, oct, '2026-09-25'])).toEqual([26, 30]);
});
