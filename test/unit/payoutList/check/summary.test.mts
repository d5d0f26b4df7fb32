import type { IDataObject } from 'n8n-workflow';

import { summaryOf } from '../../../../nodes/Stitch/payoutList/check/summary';
import type { Judged } from '../../../../nodes/Stitch/payoutList/check/verdicts';

const judged = (row: number, change: Partial<Judged> = {}): Judged => ({
	...{ row: { row, item: row, types: {}, cells: {} }, pay: true, verdict: 'willBePaid' },
	explanation: '',
	payment: { amount: { cents: 10_050 }, body: {} } as unknown as Judged['payment'],
	...change,
});

const paid = { pay: false, verdict: 'alreadyPaid' } as const;
const wrong = { pay: false, verdict: 'cannotBePaid', payment: undefined } as const;

const checkDigits = "Stitch tests an account number's check digit only when it pays.";

const noLimits = { maxCentsPerItem: Infinity, maxCentsPerRun: Infinity, maxCentsPerDay: Infinity };

function summarise(change: Partial<Parameters<typeof summaryOf>[0]> = {}): IDataObject {
	return summaryOf({
		...{
			judged: [judged(2)],
			warnings: { byRow: new Map(), ofMost: [] },
			columns: { top: 0, found: {} },
		},
		...{
			total: undefined,
			changes: undefined,
			verification: [],
			limits: noLimits,
			client: 'live',
			gaps: [],
			days: 35,
			isComplete: true,
			failed: [],
		},
		checkedAt: '2026-11-20T10:00:00.000Z',
		...change,
	});
}

describe('the summary of a list', () => {
	it('counts the rows by what becomes of them, and sums up those that are paid', () => {
		const list = [judged(2), judged(3), judged(4, paid), judged(5, wrong)];
		expect(summarise({ judged: list })).toMatchObject({
			...{ rows: 4, toPay: 2, sumToPay: 201, alreadyPaid: 1, cannotBePaid: 1 },
		});
	});

	it('counts rows with warnings, and those without none', () => {
		const byRow = new Map([
			[2, { texts: [] }],
			[3, { texts: ['The bank is down today.'] }],
		]);
		const warnings = { byRow, ofMost: ['Most are new.'] };
		expect(summarise({ warnings })).toMatchObject({
			withWarnings: 1,
			notes: expect.arrayContaining(['Most are new.']),
		});
	});

	it('says what the float lacks', () => {
		expect(summarise({ float: 10_000 })).toMatchObject({
			...{ floatBalance: 100, floatMissing: 0.5 },
			messages: [
				expect.stringMatching(/^Your account at Stitch has R100\.00, which is R0\.50 too little/),
			],
		});
		for (const float of [10_050, 10_051]) {
			expect(summarise({ float })).toMatchObject({ floatMissing: 0, messages: [] });
		}
	});

	it('says null of a float that is not known, and what could not be read', () => {
		expect(
			summarise({ gaps: ['The balance of your account at Stitch could not be read: No.'] }),
		).toMatchObject({
			...{ floatBalance: null, floatMissing: null, paidToday: null },
			messages: ['The balance of your account at Stitch could not be read: No.'],
		});
	});

	it('says whether the list is within the limit of the day', () => {
		const limits = { ...noLimits, maxCentsPerDay: 20_000 };
		expect(summarise({ limits, paidToday: 9950 })).toMatchObject({
			...{ dayLimit: 200, isWithinDayLimit: true, messages: [] },
		});
		expect(summarise({ limits, paidToday: 9951 })).toMatchObject({
			isWithinDayLimit: false,
			messages: [expect.stringMatching(/^With R99\.51 paid out today, .* R200\.00: nothing/)],
		});
		expect(summarise({ limits })).toMatchObject({ isWithinDayLimit: null, messages: [] });
		expect(summarise()).not.toHaveProperty('dayLimit');
	});

	it('says of a list above a limit of the run that nothing would be sent', () => {
		const limits = { ...noLimits, maxCentsPerRun: 20_000 };
		expect(summarise({ limits, judged: [judged(2), judged(3)] }).messages).toEqual([
			"'Maximum Total per Run' is R200.00, and all rows together ask for R201.00: nothing would be sent.",
		]);
		expect(summarise({ limits, judged: [judged(2), judged(3, paid)] }).messages).toEqual([]);
	});

	it('has a total that agrees among the notes, and one that does not among the messages', () => {
		const total = { agrees: true, message: 'The total in row 9 agrees.' };
		expect(summarise({ total })).toMatchObject({
			notes: [total.message, checkDigits],
			messages: [],
		});
		const other = { agrees: false, message: 'The total in row 9 is wrong.' };
		expect(summarise({ total: other })).toMatchObject({
			notes: [checkDigits],
			messages: [other.message],
		});
	});

	it('says what the sheet calls each column that was found, as people call it', () => {
		const found = {
			externalReference: { place: 0, heading: 'Verwysing' },
			amount: { place: 1, heading: 'Netto' },
		};
		expect(summarise({ columns: { top: 0, found } }).columns).toBe(
			'reference is “Verwysing”, amount is “Netto”',
		);
	});

	it('says with how many earlier payouts the rows were compared', () => {
		expect(summarise({ recent: [], days: 90 }).notes).toEqual([
			'Compared with 0 payouts of the last 90 days.',
			checkDigits,
		]);
	});
});
