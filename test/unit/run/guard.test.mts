import type { SharedValue } from '../../../nodes/Stitch/idempotency/payment';
import {
	guardDuplicates,
	guardLimits,
	type ReadyPayment,
	type UniqueRequest,
} from '../../../nodes/Stitch/run/guard';

const none = { maxCentsPerItem: Infinity, maxCentsPerRun: Infinity };

const payment = (itemIndex: number, cents: number): ReadyPayment => {
	const nonce = `nonce-${itemIndex}`;
	const shared = 'External Reference' as const;
	const payment = {
		amount: { cents },
		nonce,
		nonces: [nonce],
		shared,
		body: { cents },
		dryRun: async () => ({}),
		send: async () => ({}),
	};
	return { itemIndex, payment };
};

const refusals = (payments: ReadyPayment[], limits: Partial<typeof none> = {}) =>
	[...guardLimits(payments, { ...none, ...limits })].map(([item, { message }]) => [item, message]);

const request = (
	itemIndex: number,
	key: string,
	content: object = {},
	label: SharedValue = 'My Own Key',
) => ({
	itemIndex,
	unique: { label, key, content },
});

const repetitions = (requests: UniqueRequest[]) =>
	[...guardDuplicates(requests)].map(([item, { message }]) => [item, message]);

describe('the guards of a run', () => {
	it('let payments pass that are within the limits and all different', () => {
		const payments = [payment(0, 100), payment(1, 200)];
		expect(refusals(payments, { maxCentsPerItem: 200, maxCentsPerRun: 300 })).toEqual([]);
	});

	it('reject all payments when one is too large', () => {
		const what = "'Maximum Amount per Item' is R2.00, and item 3 asks for R2.01";
		expect(refusals([payment(1, 100), payment(3, 201)], { maxCentsPerItem: 200 })).toEqual([
			[1, what],
			[3, what],
		]);
	});

	it('name the payment that is too large by its reference, where it has one', () => {
		const { itemIndex, payment: unnamed } = payment(3, 201);
		const named = { ...unnamed, body: { externalReference: 'salary-3' } };
		expect(refusals([{ itemIndex, payment: named }], { maxCentsPerItem: 200 })).toEqual([
			[3, "'Maximum Amount per Item' is R2.00, and salary-3 (item 3) asks for R2.01"],
		]);
	});

	it('reject all payments when their sum is too large', () => {
		const what = "'Maximum Total per Run' is R3.00, and all items together ask for R3.01";
		expect(refusals([payment(0, 100), payment(1, 201)], { maxCentsPerRun: 300 })).toEqual([
			[0, what],
			[1, what],
		]);
	});

	it('give each refusal the kind that a workflow can branch on', () => {
		const tooLarge = guardLimits([payment(0, 2)], { ...none, maxCentsPerItem: 1 });
		const twice = guardDuplicates([request(0, 'same'), request(1, 'same')]);
		expect(tooLarge.get(0)?.kind).toBe('limitExceeded');
		expect(twice.get(1)?.kind).toBe('duplicateInRun');
	});

	it('reject every repetition of a nonce and name the first item that has it', () => {
		expect(
			repetitions([request(0, 'a'), request(2, 'b'), request(4, 'a'), request(5, 'a')]),
		).toEqual([
			[4, "'My Own Key' is the same as in item 0"],
			[5, "'My Own Key' is the same as in item 0"],
		]);
	});

	it('reject both of two different payments with one nonce, because either could be meant', () => {
		const one = { account: '1234567890' };
		const other = { account: '9876543290' };
		expect(
			repetitions([request(0, 'a', one), request(1, 'b', one), request(2, 'a', other)]),
		).toEqual([
			[2, "'My Own Key' is the same as in item 0"],
			[0, "'My Own Key' is the same as in item 2"],
		]);
	});

	it.each([
		[{ maxCentsPerItem: 1 }, 'Check the amount, or raise the limit.'],
		[{ maxCentsPerRun: 1 }, 'Check the amounts, or raise the limit.'],
	])('say that nothing was sent, and how to fix it: %j', (limits, fix) => {
		const refused = guardLimits([payment(0, 2)], { ...none, ...limits });
		expect(refused.get(0)?.mistakes[0]?.fix).toBe(`No item of this run was sent. ${fix}`);
	});

	it('say of two rows whose nonce comes from their content that the setting of all others has to stay', () => {
		const twins = [0, 1].map((row) => request(row, 'a', {}, 'content'));
		const refused = guardDuplicates(twins);
		expect(refused.get(1)?.mistakes).toEqual([
			{
				field: 'Duplicate Protection',
				what: 'finds the same content in item 0',
				fix: "If both rows mean one payment, remove one of them. Only if two payments are due, send one of them alone, in a separate run with 'Duplicate Protection' set to By My Own Key; the other rows keep By Content, or they would be sent again.",
			},
		]);
	});

	it('name the nearest duplicate when a third row also differs from the first', () => {
		const requests = [1, 2, 3].map((row) => request(row, 'a', { row }));
		expect(repetitions(requests)).toEqual([
			[2, "'My Own Key' is the same as in item 1"],
			[1, "'My Own Key' is the same as in item 2"],
			[3, "'My Own Key' is the same as in item 1"],
		]);
	});

	it('name the value that two requests without a nonce share', () => {
		const label = 'External Reference';
		const refused = guardDuplicates([request(0, 'a', {}, label), request(1, 'a', {}, label)]);
		expect([...refused].map(([item, { mistakes }]) => [item, mistakes])).toEqual([
			[
				1,
				[
					{
						field: 'External Reference',
						what: 'is the same as in item 0',
						fix: "If both rows mean one payment, remove one of them. Only if two payments are due, check in Stitch which of them was sent before, leave its 'External Reference' as it is, and change only the other one.",
					},
				],
			],
		]);
	});
});
