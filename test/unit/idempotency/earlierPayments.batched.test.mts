import type { IDataObject } from 'n8n-workflow';

import { EarlierPayments, batched } from '../../../nodes/Stitch/idempotency/earlierPayments';
import { serviceOf } from '../builders.mts';

/** Asks for numbers by their names, and notes what was asked for at once. */
function asking() {
	const asked: string[][] = [];
	const get = batched(async (keys) => {
		asked.push([...keys]);
		return new Map(keys.filter((key) => key !== 'none').map((key) => [key, Number(key)]));
	});
	return { asked, get };
}

describe('what several items need at the same moment', () => {
	it('is asked for in one request, each of it once', async () => {
		const { asked, get } = asking();
		expect(await Promise.all(['1', '2', '1', 'none'].map(get))).toEqual([1, 2, 1, undefined]);
		expect(asked).toEqual([['1', '2', 'none']]);
	});

	it('is asked for in requests of a hundred', async () => {
		const { asked, get } = asking();
		await Promise.all(Array.from({ length: 250 }, (_, number) => get(String(number))));
		expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
	});

	it('is asked for again at a later moment', async () => {
		const { asked, get } = asking();
		await get('1');
		await get('1');
		expect(asked).toHaveLength(2);
	});

	it('fails for all of them where the request fails', async () => {
		const get = batched(async () => await Promise.reject(new Error('No list')));
		const outcomes = await Promise.allSettled([get('1'), get('2')]);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	});
});

describe('the earlier payments of several items', () => {
	const kind = 'disbursement.create' as const;
	const paid = (nonce: string) => ({ id: `of ${nonce}`, status: 'completed', nonce });

	it('are listed in one request for a kind, each found by its nonce', async () => {
		const listByNonce = jest.fn(async () => [paid('b'), paid('a')]);
		const earlier = new EarlierPayments(serviceOf([]).service);
		const find = jest.fn();
		const found = await Promise.all(
			['a', 'b', 'c'].map((nonce) =>
				earlier.lookUpsOf({ kind, find, listByNonce }).findByNonce(nonce),
			),
		);
		expect(found).toEqual([paid('a'), paid('b'), undefined]);
		expect(listByNonce).toHaveBeenCalledTimes(1);
		expect(find).not.toHaveBeenCalled();
	});

	it('are looked up one by one where no list shows several', async () => {
		const earlier = new EarlierPayments(serviceOf([]).service);
		const { findByNonce } = earlier.lookUpsOf({ kind, find: async (_, nonce) => paid(nonce) });
		expect(await findByNonce('a')).toEqual(paid('a'));
	});
});

describe('a payment that is looked up together with others', () => {
	const [failed, paid] = ['error', 'completed'].map((status, id) => ({
		...{ id: String(id), nonce: 'a', status },
	})) as [object, object];
	const under = async (...listed: object[]) =>
		await new EarlierPayments(serviceOf([]).service)
			.lookUpsOf({
				kind: 'disbursement.create',
				find: async () => undefined,
				listByNonce: async () => listed as IDataObject[],
			})
			.findByNonce('a');

	it('is the one that is listed, even if it is listed twice', async () => {
		expect(await under(paid)).toBe(paid);
		expect(await under(paid, { ...paid })).toEqual(paid);
		expect(await under()).toBeUndefined();
	});

	it('is not known where two have its nonce', async () => {
		await expect(under(failed, paid)).rejects.toThrow('Stitch has 2 payments under one');
		await expect(under(paid, failed)).rejects.toThrow('Stitch has 2 payments under one');
	});

	it.each([
		['of another nonce', { ...paid, nonce: 'b' }],
		['without a nonce', { ...paid, nonce: undefined }],
		['without a status', { id: '0', nonce: 'a' }],
	])('is not known where the list holds one %s: such a list proves nothing', async (_, other) => {
		const unreadable = { details: { kind: 'unreadable', happened: 'no' } };
		await expect(under(other)).rejects.toMatchObject(unreadable);
	});
});
