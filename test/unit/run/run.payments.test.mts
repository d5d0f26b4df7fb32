import type { Operation } from '../../../nodes/Stitch/run/operation';
import {
	carryOut,
	failure,
	inDryRun,
	jsonOf,
	movesMoney,
	sentIn,
	things,
	type Plan,
} from './madeUp.mts';

describe('items that move money', () => {
	it('are only shown in a dry run', async () => {
		const setting = { operation: movesMoney, options: { dryRun: true } };
		const { items, journal } = await carryOut([{ cents: 100 }, { cents: 250 }], setting);
		expect(sentIn(journal)).toEqual([]);
		const tried = { ...inDryRun, runTotal: 3.5, sendTotal: 3.5 };
		expect(items).toEqual([
			{ json: { ...tried, cents: 100, nonce: 'nonce-0' }, pairedItem: { item: 0 } },
			{ json: { ...tried, cents: 250, nonce: 'nonce-1' }, pairedItem: { item: 1 } },
		]);
	});

	it('are not sent at all when one is over a limit, even when the node continues', async () => {
		const setting = { operation: movesMoney, options: { maxAmountPerItem: '2' }, continues: true };
		const { items, journal } = await carryOut([{ cents: 100 }, { cents: 250 }], setting);
		expect(sentIn(journal)).toEqual([]);
		const failed = { error: expect.stringContaining('Maximum Amount per Item') };
		expect(jsonOf(items)).toMatchObject([failed, failed]);
	});

	it('are not sent at all when their sum is over the limit of a run', async () => {
		const setting = { operation: movesMoney, options: { maxTotalPerRun: '3' }, continues: true };
		const { items, journal } = await carryOut([{ cents: 100 }, { cents: 201 }], setting);
		expect(sentIn(journal)).toEqual([]);
		const failed = { error: expect.stringContaining('Maximum Total per Run') };
		expect(jsonOf(items)).toMatchObject([failed, failed]);
	});

	it('are both rejected before anything is sent when two differ under one reference', async () => {
		const payment: Operation<Plan>['payment'] = (plan) => ({
			...movesMoney.payment!(plan),
			...{ nonce: 'nonce', nonces: ['nonce'], shared: 'External Reference' as const },
		});
		const setting = { operation: { payment }, continues: true };
		const { items, journal } = await carryOut([{ cents: 100 }, { cents: 250 }], setting);
		expect(sentIn(journal)).toEqual([]);
		const failed = { error: expect.stringContaining('External Reference') };
		expect(jsonOf(items)).toMatchObject([failed, failed]);
	});

	it('are failed items of a dry run where a run could not check them', async () => {
		const payment: Operation<Plan>['payment'] = (plan) => ({
			...movesMoney.payment!(plan),
			dryRun: async () => await Promise.reject(failure),
		});
		const setting = { operation: { payment }, options: { dryRun: true }, continues: true };
		const { items } = await carryOut([{}], setting);
		expect(jsonOf(items)).toMatchObject([{ error: expect.stringContaining('Refused') }]);
	});

	it('are rejected one by one when the run already contains the same payment', async () => {
		const sameNonce: Partial<Operation<Plan>> = {
			payment: () => ({
				amount: { cents: 1 },
				nonce: 'nonce',
				nonces: ['nonce'],
				shared: 'My Own Key',
				body: {},
				dryRun: async () => ({}),
				send: async () => ({}),
			}),
		};
		const setting = { operation: sameNonce, continues: true };
		const { items, journal } = await carryOut(things(2), setting);
		expect(sentIn(journal)).toEqual([0]);
		expect(jsonOf(items)).toMatchObject([
			{ made: 0 },
			{ error: expect.stringContaining('item 0') },
		]);
	});

	it('are summed up in a dry run where they certainly would be sent', async () => {
		const outcomes = [true, null, false];
		const payment: Operation<Plan>['payment'] = (plan) => ({
			...movesMoney.payment!(plan),
			dryRun: async () => ({ wouldSend: outcomes[plan.index] ?? null }),
		});
		const setting = { operation: { payment }, options: { dryRun: true } };
		const { items } = await carryOut([{ cents: 100 }, { cents: 250 }, { cents: 300 }], setting);
		expect(jsonOf(items)[0]).toMatchObject({ runTotal: 6.5, sendTotal: 1 });
	});

	it('are not counted against a limit where they cannot be prepared', async () => {
		const setting = { operation: movesMoney, options: { maxTotalPerRun: '1' }, continues: true };
		const rows = [{ refused: 'Bank', cents: 100 }, { cents: 100 }];
		expect(sentIn((await carryOut(rows, setting)).journal)).toEqual([1]);
	});
});

it('what may not be asked for twice is asked for once, though it moves no money', async () => {
	const label = 'External Reference' as const;
	const unique = () => ({ noun: 'link', label, key: 'order-1', content: {} });
	const setting = { operation: { unique }, continues: true };
	const { items, journal } = await carryOut(things(2), setting);
	expect(sentIn(journal)).toEqual([0]);
	expect(jsonOf(items)).toMatchObject([
		{ made: 0 },
		{ error: "'External Reference' is the same as in item 0" },
	]);
});

describe('items that are not to be processed', () => {
	const skips: Partial<Operation<Plan>> = {
		...movesMoney,
		passesBy: ({ row }) => (row.pay === false ? row : undefined),
	};

	it('come out as they are, in their place, and nothing is checked or sent for them', async () => {
		const rows = [{ cents: 100 }, { cents: 900, pay: false }, { cents: 50 }];
		const setting = { operation: skips, options: { maxTotalPerRun: '2' } };
		const { items, journal } = await carryOut(rows, setting);
		expect(sentIn(journal)).toEqual([0, 2]);
		expect(journal).not.toContain('prepare 1');
		expect(items[1]).toEqual({ json: { cents: 900, pay: false }, pairedItem: { item: 1 } });
		expect(items).toHaveLength(3);
	});

	it('come out as they are from a dry run as well', async () => {
		const setting = { operation: skips, options: { dryRun: true } };
		const { items } = await carryOut([{ cents: 1, pay: false }], setting);
		expect(jsonOf(items)).toEqual([{ cents: 1, pay: false }]);
	});
});
