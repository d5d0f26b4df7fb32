import { guard, type ReadyPayment } from '../../../nodes/Stitch/run/guard';

const none = { maxCentsPerItem: Infinity, maxCentsPerRun: Infinity };

const payment = (itemIndex: number, cents: number, nonce = `nonce-${itemIndex}`): ReadyPayment => ({
	itemIndex,
	payment: { amount: { cents }, nonce, preview: { cents } },
});

const refusals = (payments: ReadyPayment[], limits: Partial<typeof none> = {}) =>
	[...guard(payments, { ...none, ...limits })].map(([item, { message }]) => [item, message]);

describe('the guards of a run', () => {
	it('let payments pass that are within the limits and all different', () => {
		const payments = [payment(0, 100), payment(1, 200)];
		expect(refusals(payments, { maxCentsPerItem: 200, maxCentsPerRun: 300 })).toEqual([]);
	});

	it('refuse all payments when one is too large', () => {
		const what = 'Amount R2.01 of item 3 is more than Maximum Amount per Item, R2.00';
		expect(refusals([payment(1, 100), payment(3, 201)], { maxCentsPerItem: 200 })).toEqual([
			[1, what],
			[3, what],
		]);
	});

	it('refuse all payments when their sum is too large', () => {
		const what = 'All items together ask for R3.01, more than Maximum Total per Run, R3.00';
		expect(refusals([payment(0, 100), payment(1, 201)], { maxCentsPerRun: 300 })).toEqual([
			[0, what],
			[1, what],
		]);
	});

	it('refuse every repetition of a nonce and name the first item that has it', () => {
		const payments = [
			payment(0, 1, 'a'),
			payment(2, 1, 'b'),
			payment(4, 1, 'a'),
			payment(5, 1, 'a'),
		];
		expect(refusals(payments)).toEqual([
			[4, 'Same payment as item 0: both have the same nonce'],
			[5, 'Same payment as item 0: both have the same nonce'],
		]);
	});

	it('refuse both of two payments with one nonce that differ: nobody knows which is meant', () => {
		expect(refusals([payment(0, 1, 'a'), payment(1, 1, 'b'), payment(2, 5, 'a')])).toEqual([
			[2, 'Same payment as item 0: both have the same nonce'],
			[0, 'Same payment as item 2: both have the same nonce'],
		]);
	});
});
