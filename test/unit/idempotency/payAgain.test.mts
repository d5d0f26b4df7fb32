import { answer } from '../builders.mts';
import type { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import {
	conflict,
	failed,
	failureOf,
	lost,
	notReachable,
	now,
	paid,
	send,
	type Case,
} from './sending.mts';

describe('a payment that may be made again if it failed', () => {
	const again = { onDuplicate: 'payAgainIfFailed', nonces: ['a', 'b', 'c'] } as const;
	const options = { ...again, nonces: [...again.nonces] };
	const first = {
		id: '1',
		status: 'error',
		reason: 'account_closed',
		reasonText: 'Account closed',
	};
	/** As this very execution may have made it. */
	const own = { ...failed, createdAt: now };
	const noncesOf = (sent: Array<{ body?: unknown }>) =>
		sent.map(({ body }) => (body as { nonce: string }).nonce);

	it('is made under the nonce of the first attempt that does not exist yet', async () => {
		const { result, sent } = send({
			...options,
			script: [
				conflict,
				conflict,
				answer(201, { ...paid, id: '3', status: 'pending', createdAt: now }),
			],
			found: [failed, { ...failed, id: '2' }],
		});
		expect(await result).toEqual({
			...paid,
			id: '3',
			status: 'pending',
			createdAt: now,
			nonce: 'c',
			alreadyExisted: false,
			attempt: 3,
			earlierAttempts: [first, { ...first, id: '2' }],
		});
		expect(noncesOf(sent)).toEqual(['a', 'b', 'c']);
	});

	it('is the first attempt where nothing was sent before', async () => {
		const { result } = send({ ...options, script: [answer(201, { ...paid, createdAt: now })] });
		expect(await result).toMatchObject({ nonce: 'a', attempt: 1, earlierAttempts: [] });
	});

	it.each(['pending', 'submitted', 'paused', 'completed'])(
		'is returned as it is while it is %s',
		async (status) => {
			const { result, sent } = send({
				...options,
				script: [conflict, conflict],
				found: [failed, { ...paid, id: '2', status }],
			});
			expect(await result).toMatchObject({ id: '2', nonce: 'b', attempt: 2, alreadyExisted: true });
			expect(noncesOf(sent)).toEqual(['a', 'b']);
		},
	);

	it('may have been corrected since it failed, but not since it was paid', async () => {
		const other = { amount: '99.00', account: '9' };
		const corrected = send({
			...options,
			script: [conflict, answer(201, { ...paid, id: '2', createdAt: now })],
			found: [{ ...failed, ...other }],
		});
		expect(await corrected.result).toMatchObject({ id: '2' });
		const differing = send({ ...options, script: [conflict], found: [{ ...paid, ...other }] });
		await expect(differing.result).rejects.toThrow("'Amount' was 99.00 and is now 10.00");
	});

	it('is not made again where the failed payment may be that of this very run', async () => {
		const { result, sent } = send({ ...options, script: [lost, conflict], found: [own] });
		expect(await result).toMatchObject({ status: 'error', alreadyExisted: null, attempt: 1 });
		expect(noncesOf(sent)).toEqual(['a', 'a']);
	});

	it.each<[string, Partial<Case>]>([
		['this very moment', {}],
		['a minute ago', { sendingFor: 60_000 }],
		['with values that the execution has changed since', { sendingFor: 60_000 }],
		[
			'where its time is still to come',
			{ found: [{ ...failed, createdAt: '2026-11-20T10:03:00Z' }] },
		],
		[
			'where it is looked up first',
			{ sendingFor: 60_000, rules: { isLookedUpFirst: true }, script: [] },
		],
	])('is not made again in the execution that has made it, %s', async (when, more) => {
		const createdAt = new Date(Date.parse('2026-11-20T10:00:00Z') - (more.sendingFor ?? 0));
		const own = { ...failed, createdAt: createdAt.toISOString() };
		const found = [when.includes('changed') ? { ...own, amount: '12.00' } : own];
		const { result, sent } = send({ ...options, script: [conflict], found, ...more });
		const { id } = await result.catch(({ details }: ServiceFailure) => details);
		expect(id).toBe(own.id);
		expect(noncesOf(sent)).not.toContain('b');
	});

	it('is made again by a later execution', async () => {
		const { result } = send({
			...options,
			script: [conflict, answer(201, { ...paid, id: '2', createdAt: now })],
			found: [{ ...failed, createdAt: '2026-11-20T09:58:54Z' }],
			sendingFor: 59_999,
		});
		expect(await result).toMatchObject({ id: '2', attempt: 2, alreadyExisted: false });
	});

	it('is the next attempt, where there is one, after a lost answer', async () => {
		const { result, sent } = send({
			...options,
			script: [lost, conflict, conflict],
			found: [own, { ...paid, id: '2' }, { ...paid, id: '2' }],
		});
		expect(await result).toMatchObject({
			id: '2',
			nonce: 'b',
			alreadyExisted: true,
			attempt: 2,
			earlierAttempts: [first],
		});
		expect(noncesOf(sent)).toEqual(['a', 'a', 'b']);
	});

	it('is not known after a lost answer where the next attempt cannot be looked up', async () => {
		const { result, sent } = send({
			...options,
			script: [lost, conflict],
			found: [own, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			happened: 'maybe',
			sentence: expect.stringMatching(
				/could not check whether the reference salary-1 was paid \(Away\)$/,
			),
		});
		expect(sent).toHaveLength(2);
	});

	it('is not made an eleventh time after a lost answer', async () => {
		const { result, lookedUp } = send({
			...options,
			nonces: ['a'],
			script: [lost, conflict],
			found: [own],
		});
		expect(await result).toMatchObject({ status: 'error', alreadyExisted: null });
		expect(lookedUp).toStrictEqual(['a']);
	});

	it('is made again after a lost answer where the failed payment is older', async () => {
		const { result, sent } = send({
			...options,
			script: [lost, conflict, answer(201, { ...paid, id: '2', createdAt: now })],
			found: [failed],
		});
		expect(await result).toMatchObject({ id: '2', nonce: 'b', attempt: 2 });
		expect(noncesOf(sent)).toEqual(['a', 'a', 'b']);
	});

	it('names the nonce of the attempt with the unknown outcome', async () => {
		const { result } = send({
			...options,
			script: [conflict, conflict],
			found: [failed, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({ nonce: 'b', happened: 'maybe' });
	});

	it('is given up when every attempt has failed', async () => {
		const { result } = send({
			...options,
			script: [conflict, conflict, conflict],
			found: [failed, failed, { ...failed, id: '3' }],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'failedPayment',
			nonce: options.nonces?.at(-1),
			id: '3',
			reason: 'account_closed',
			sentence: 'All 3 attempts to make this payment have failed. The last time: Account closed',
			advice:
				'Nothing more is sent under this reference or key. Find out why it fails. Use a new one only after you have seen in Stitch that no attempt was paid.',
		});
	});

	it('is given up without the account number that a reason names', async () => {
		const { result } = send({
			...options,
			nonces: ['a'],
			script: [conflict],
			found: [{ ...failed, statusReason: 'Not to 1234567890' }],
		});
		const failure = await failureOf(result);
		expect(failure).toMatchObject({ reason: 'Not to …90' });
		expect(JSON.stringify(failure)).not.toContain('1234567890');
	});

	it.each([undefined, null, { code: 7 }])(
		'is given up with no reason where the service gives %j for one',
		async (statusReason) => {
			const { result } = send({
				...options,
				nonces: ['a', 'b'],
				script: [conflict, conflict],
				found: [failed, { ...failed, statusReason }],
			});
			const failure = await failureOf(result);
			expect(failure).toMatchObject({ reason: undefined });
			expect(failure?.sentence).toBe(
				'All 2 attempts to make this payment have failed. The last time: no reason given',
			);
		},
	);

	describe('where that was not asked for', () => {
		const later = () => ({ script: [conflict], nonces: ['nonce-1', 'nonce-2', 'nonce-3'] });
		const second = { ...paid, id: '2' };

		it('is the attempt that another run has made since', async () => {
			const { result, sent, lookedUp } = send({ ...later(), found: [failed, second] });
			expect(await result).toEqual({ ...second, nonce: 'nonce-2', alreadyExisted: true });
			expect(lookedUp).toEqual(['nonce-1', 'nonce-2']);
			expect(sent).toHaveLength(1);
		});

		it('is the last one that has failed', async () => {
			const { result } = send({ ...later(), found: [failed, { ...failed, id: '2' }, undefined] });
			expect(await result).toMatchObject({ id: '2', status: 'error', nonce: 'nonce-2' });
		});

		it('is not looked up when the first one has not failed', async () => {
			const { result, lookedUp, allNonces } = send({ ...later(), found: [paid] });
			expect(await result).toMatchObject({ id: '1' });
			expect(lookedUp).toEqual(['nonce-1']);
			// Nor are the nonces of later attempts worked out, which takes time for every row.
			expect(allNonces).not.toHaveBeenCalled();
		});

		it('is not looked up when On Duplicate is Fail', async () => {
			const script = [lost, answer(422, { detail: 'Too much' })];
			const { result, lookedUp } = send({
				...later(),
				script,
				onDuplicate: 'fail',
				found: [own, second],
			});
			expect(await result).toMatchObject({ id: '1', status: 'error', alreadyExisted: null });
			expect(lookedUp).toEqual(['nonce-1']);
		});

		it('is not known where the next one cannot be looked up', async () => {
			const { result } = send({ ...later(), found: [failed, notReachable] });
			expect(await failureOf(result)).toMatchObject({ happened: 'maybe', nonce: 'nonce-2' });
		});
	});

	it('is returned as failed when nobody asked to pay it again', async () => {
		const { result, sent } = send({ script: [conflict], found: [failed] });
		expect(await result).toEqual({ ...failed, nonce: 'nonce-1', alreadyExisted: true });
		expect(sent).toHaveLength(1);
	});

	it.each(['returnExisting', 'payAgainIfFailed'] as const)(
		'is returned where payments of its kind cannot fail for good (%s)',
		async (onDuplicate) => {
			const script = [conflict];
			const { result, sent } = send({ script, found: [failed], onDuplicate, canFail: false });
			expect(await result).toMatchObject({ id: '1', alreadyExisted: true });
			expect(sent).toHaveLength(1);
		},
	);
});
