import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../nodes/Stitch/run/operation';
import {
	aTurn,
	carryOut,
	failure,
	inDryRun,
	jsonOf,
	lost,
	movesMoney,
	things,
	type Plan,
} from './madeUp.mts';

/** What can be waited for. */
const changing = { value: 'thing', name: 'Thing', noun: 'thing', one: { path: '/things' } };

describe('Wait Until Final', () => {
	const lifecycle = {
		...changing,
		statuses: { open: 'open', done: 'done' } as const,
	};
	const goesOn = { ...movesMoney, lifecycle };
	const options = { waitUntilFinal: true, maxWaitSeconds: 3, onTimeout: 'fail' };

	afterEach(() => jest.useRealTimers());

	it('says of each item whether it is final', async () => {
		const rows = ['a', 'b'].map((id) => ({ gives: { id, status: 'done' } }));
		const { items } = await carryOut(rows, { operation: goesOn, options });
		expect(items).toEqual([
			{ json: { id: 'a', status: 'done', final: true }, pairedItem: { item: 0 } },
			{ json: { id: 'b', status: 'done', final: true }, pairedItem: { item: 1 } },
		]);
	});

	it.each([
		['when nobody asked for it', { ...options, waitUntilFinal: false }, goesOn],
		['for what does not go on', options, movesMoney],
	])('leaves an answer as it is %s', async (_, given, operation) => {
		const rows = [{ gives: { id: 'a', status: 'open' } }];
		const { items } = await carryOut(rows, { operation, options: given });
		expect(jsonOf(items)).toEqual([{ id: 'a', status: 'open' }]);
	});

	it('has nothing to wait for in a dry run', async () => {
		const setting = { operation: goesOn, options: { ...options, dryRun: true } };
		const { items } = await carryOut([{}], setting);
		expect(jsonOf(items)).toEqual([{ ...inDryRun, cents: 100, nonce: 'nonce-0' }]);
	});

	it('fails for those alone that are not final when the time is up', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate'] });
		const rows = ['open', 'done'].map((status) => ({ gives: { id: status, status } }));
		const answers = { id: 'open', status: 'open' };
		const setting = { operation: goesOn, options, answers, continues: true };
		const outcome = carryOut(rows, setting);
		for (let turn = 0; turn < 10; turn++) {
			await aTurn();
			await jest.advanceTimersByTimeAsync(1000);
		}
		const { items } = await outcome;
		expect(jsonOf(items)).toMatchObject([
			{ error: expect.stringContaining('was still open'), details: { id: 'open' } },
			{ id: 'done', final: true },
		]);
	});

	it('keeps what is known when the user stops the execution', async () => {
		const rows = [{ gives: { id: 'a', status: 'open' } }];
		const setting = { operation: goesOn, options, signal: AbortSignal.abort() };
		const { items } = await carryOut(rows, setting);
		expect(jsonOf(items)).toEqual([{ id: 'a', status: 'open', final: false }]);
	});
});

describe('Simplify', () => {
	const withColumns = { simplify: ({ id, final }: IDataObject) => ({ column: id, final }) };

	it('makes columns of every output, each still linked to its item', async () => {
		const rows = [{ gives: { id: 'a' } }, { gives: [{ id: 'b' }, { id: 'c' }] }];
		const { items } = await carryOut(rows, { simplify: true, operation: withColumns });
		expect(items).toEqual([
			{ json: { column: 'a' }, pairedItem: { item: 0 } },
			{ json: { column: 'b' }, pairedItem: { item: 1 } },
			{ json: { column: 'c' }, pairedItem: { item: 1 } },
		]);
	});

	it.each([false, undefined])('returns what the service sent where it is %j', async (simplify) => {
		const { items } = await carryOut([{ gives: { id: 'a' } }], {
			simplify,
			operation: withColumns,
		});
		expect(jsonOf(items)).toEqual([{ id: 'a' }]);
	});

	it('comes after the wait, which goes by the status that the service sends', async () => {
		const { items } = await carryOut([{ gives: { id: 'a', status: 'closed' } }], {
			simplify: true,
			options: { waitUntilFinal: true },
			operation: {
				...withColumns,
				lifecycle: { ...changing, statuses: { open: 'open', closed: 'done' } },
			},
		});
		expect(jsonOf(items)).toEqual([{ column: 'a', final: true }]);
	});

	it('leaves the item of a failed row as it is', async () => {
		const { items } = await carryOut([{ fails: failure }], {
			simplify: true,
			continues: true,
			operation: withColumns,
		});
		expect(jsonOf(items)).toEqual([{ error: expect.any(String), details: expect.any(Object) }]);
	});

	it('shows what a dry run would send in the same columns', async () => {
		const { items } = await carryOut([{}], {
			simplify: true,
			options: { dryRun: true },
			operation: { ...movesMoney, simplify: ({ cents }) => ({ amount: cents }) },
		});
		expect(jsonOf(items)).toEqual([{ ...inDryRun, amount: 100 }]);
	});

	it('is read before anything is sent', async () => {
		const { error, journal } = await carryOut(things(1), { simplify: 'x', operation: withColumns });
		expect(error?.message).toContain("'Simplify' is neither true nor false");
		expect(journal).toEqual([]);
	});
});

describe('what an operation completes', () => {
	const completed = (journal: unknown[]): Partial<Operation<Plan>> => ({
		simplify: (output) => output,
		complete: async (output) => {
			journal.push(output);
			if (output.id === 'bad') throw failure;
			return { ...output, more: true };
		},
	});

	it('is read once for each output, after the wait, and only for columns', async () => {
		const read: unknown[] = [];
		const rows = [{ gives: { id: 'a', status: 'closed' } }, { fails: lost }];
		const setting = {
			options: { waitUntilFinal: true },
			operation: {
				...completed(read),
				lifecycle: { ...changing, statuses: { closed: 'done' as const } },
			},
			continues: true,
		};
		const { items } = await carryOut(rows, { ...setting, simplify: true });
		expect(read).toEqual([{ id: 'a', status: 'closed', final: true }]);
		expect(items[0]?.json).toMatchObject({ more: true });
		await carryOut(rows, setting);
		expect(read).toHaveLength(1);
	});

	it('makes a failed item of the one that cannot be read', async () => {
		const rows = [{ gives: { id: 'bad' } }, { gives: { id: 'a' } }];
		const operation = completed([]);
		const { items } = await carryOut(rows, { operation, simplify: true, continues: true });
		expect(jsonOf(items)).toEqual([
			{ error: expect.stringContaining('Refused'), details: expect.any(Object) },
			{ id: 'a', more: true },
		]);
	});
});
