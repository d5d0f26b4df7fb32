import type { IDataObject } from 'n8n-workflow';

import { answer, serviceOf, type Script } from '../builders.mts';
import type { OnDuplicate } from '../../../nodes/Stitch/idempotency/attempt';
import { sendOnce } from '../../../nodes/Stitch/idempotency/sendOnce';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';

const conflict = answer(409, { title: 'Conflict', code: 'CONFLICT' });
const lost = { kind: 'answerLost' } as const;

/** What each look-up of a nonce brings, one after the other; a failure is thrown. */
type LookUps = Array<IDataObject | ServiceFailure | undefined>;

interface Case {
	script: Script;
	found?: LookUps;
	onDuplicate?: OnDuplicate;
	nonces?: string[];
	laterNonces?: string[];
	mayRefuseItself?: boolean;
	mayBeUnlisted?: boolean;
	isLookedUpFirst?: boolean;
	/** Why it is not sent at all. */
	blocked?: FailureDetails;
	/** How long this execution has been sending, in milliseconds. */
	sendingFor?: number;
}

function send({
	script,
	found: listed = [],
	onDuplicate = 'returnExisting',
	nonces = ['nonce-1'],
	laterNonces,
	mayRefuseItself,
	mayBeUnlisted,
	isLookedUpFirst,
	blocked,
	sendingFor = 0,
}: Case) {
	const { service, sent, clock } = serviceOf([...script], { maxAttempts: 3 });
	const found = [...listed];
	const lookedUp: string[] = [];
	const find = async (nonce: string) => {
		lookedUp.push(nonce);
		const next = found.shift();
		if (next instanceof ServiceFailure) throw next;
		return next;
	};
	const result = sendOnce(service, {
		name: () => 'External Reference salary-1',
		nonces,
		...(laterNonces && { laterNonces: () => laterNonces }),
		onDuplicate,
		since: (now) => now - sendingFor,
		send: async (nonce) =>
			blocked
				? { blocked }
				: await service.attempt({ method: 'POST', path: '/x', body: { nonce }, repeat: 'always' }),
		...(isLookedUpFirst && { findFirst: find }),
		find,
		compare: ({ amount, account }) => [
			{ label: 'Amount', asked: '10.00', found: amount as string | undefined },
			{ label: 'Account Number', asked: '1', found: account as string | undefined, secret: true },
		],
		hasFailed: ({ status }) => status === 'error',
		mayRefuseItself,
		mayBeUnlisted,
		lookUpAdvice: 'Look in the dashboard.',
	});
	return { result, sent, clock, lookedUp };
}

async function failureOf(result: Promise<unknown>) {
	return await result.then(
		() => undefined,
		(cause: ServiceFailure) => cause.details,
	);
}

const paid = { id: '1', amount: '10.00', account: '1', status: 'completed' };
const failed = {
	id: '1',
	amount: '10.00',
	account: '1',
	status: 'error',
	statusReason: 'account_closed',
};
const notReachable = new ServiceFailure({ kind: 'status', status: 500, title: 'Away' });

describe('a payment that a nonce protects', () => {
	it('is returned with its nonce when it is new', async () => {
		const { result } = send({ script: [answer(201, { id: '1' })] });
		expect(await result).toEqual({ id: '1', nonce: 'nonce-1', alreadyExisted: false });
	});

	it('is the first one when the nonce was used for the same values', async () => {
		const { result, sent } = send({ script: [conflict], found: [paid] });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true });
		expect(sent).toHaveLength(1);
	});

	it.each([
		['in the second before it was sent', { createdAt: '2026-11-20T09:59:59Z' }, true],
		['before it was sent', { createdAt: '2026-11-20T09:59:59.999Z' }, true],
		['when it was sent', { createdAt: '2026-11-20T10:00:00.000Z' }, null],
		['after it was sent', { createdAt: '2026-11-20T10:00:01Z' }, null],
		['long after that, by another clock', { createdAt: '2026-11-20T10:03:00Z' }, true],
		['at a time that nobody can read', { createdAt: 'soon' }, true],
		['in a state that it had before', { statusDate: '2026-11-20T09:00:00Z' }, true],
		['in a state that it has reached since', { statusDate: '2026-11-20T10:00:01Z' }, null],
	])('is the first one, made %s, and says whether it is older', async (_, when, alreadyExisted) => {
		const { result } = send({ script: [conflict], found: [{ ...paid, ...when }] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted });
	});

	it.each([
		['ahead', '2026-11-20T10:05:01Z', 'Fri, 20 Nov 2026 10:05:01 GMT', null],
		['ahead', '2026-11-20T10:04:00Z', 'Fri, 20 Nov 2026 10:05:01 GMT', true],
		['behind', '2026-11-20T09:55:00Z', 'Fri, 20 Nov 2026 09:54:59 GMT', null],
	])(
		'is no older for a clock of Stitch that is %s: made at %s, answered at %s',
		async (_, createdAt, date, alreadyExisted) => {
			const script = [answer(409, { code: 'CONFLICT' }, { date })];
			const { result } = send({ script, found: [{ ...paid, createdAt }] });
			expect(await result).toMatchObject({ alreadyExisted });
		},
	);

	it('tells what could not be compared because the service does not say it', async () => {
		const { result } = send({ script: [conflict], found: [{ id: '1', amount: '10.00' }] });
		expect(await result).toMatchObject({ notCompared: ['Account Number'] });
	});

	it('is looked up again when the service lists it a little later', async () => {
		const { result, clock } = send({ script: [conflict], found: [undefined, undefined, paid] });
		expect(await result).toMatchObject({ id: '1' });
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it('is refused with both values when the first one was different', async () => {
		const { result, sent } = send({
			script: [conflict],
			found: [{ id: '1', amount: '12.00', account: '2' }],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			nonce: 'nonce-1',
			uncertain: false,
			sentence:
				'Already sent under External Reference salary-1, but with other values: nothing was sent again. Amount was 12.00 and is now 10.00; Account Number is not the same',
			advice:
				'Look at the first payment in Stitch: its ID is 1. If it is this payment, correct the row and keep its reference or nonce: under a new one, it would be paid a second time. Only what is owed on top of it is a new payment, with a new reference.',
		});
		expect(sent).toHaveLength(1);
	});

	it('is the first one, too, where GraphQL says by its code that the nonce was used', async () => {
		const used = { kind: 'graphql', code: 'NONCE_DUPLICATE' } as const;
		const { result } = send({ script: [used], found: [paid] });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true });
	});

	it('is refused without a look-up when that was chosen', async () => {
		const { result, lookedUp } = send({ script: [conflict], onDuplicate: 'fail' });
		expect(await failureOf(result)).toMatchObject({ status: 409, uncertain: true });
		expect(lookedUp).toEqual([]);
	});

	it('fails as it failed when the nonce is not the reason', async () => {
		const { result, lookedUp } = send({ script: [answer(400, { detail: 'No such charge' })] });
		await expect(result).rejects.toThrow('No such charge');
		expect(lookedUp).toEqual([]);
	});
});

describe('a payment that its own first may have left no room for', () => {
	const refused = (status = 400) => answer(status, { detail: 'More than is left' });
	const refusal = () => ({ script: [refused()], mayRefuseItself: true });

	it.each<[string, Script[number]]>([
		['REST', refused()],
		['GraphQL', { kind: 'graphql', code: 'BAD_USER_INPUT' }],
	])('is the first one where %s refuses it for its values', async (_, refusedForValues) => {
		const { result } = send({ ...refusal(), script: [refusedForValues], found: [paid] });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true });
	});

	it('fails as it failed, after one look, where there is no first one', async () => {
		const { result, clock } = send(refusal());
		await expect(result).rejects.toThrow('More than is left');
		expect(clock.pauses).toEqual([]);
	});

	it('fails as it failed where it cannot be looked up', async () => {
		const { result } = send({ ...refusal(), found: [notReachable] });
		await expect(result).rejects.toThrow('More than is left');
	});

	it.each<[string, Partial<Case>]>([
		['refused for the credential', { script: [refused(403)] }],
		['to fail if there is one', { onDuplicate: 'fail' }],
	])('is not looked up where it is %s', async (_, more) => {
		const { result, lookedUp } = send({ ...refusal(), ...more });
		await expect(result).rejects.toThrow('More than is left');
		expect(lookedUp).toEqual([]);
	});
});

describe('a conflict', () => {
	const busy = answer(409, { detail: 'The terminal is busy.' });

	it('is told in the words of the service where nothing is known under the nonce', async () => {
		const { result, lookedUp } = send({ script: [busy] });
		expect(await failureOf(result)).toMatchObject({
			uncertain: false,
			sentence:
				'Stitch reports a conflict: “The terminal is busy”, and it knows no payment under External Reference salary-1: nothing was carried out',
			advice:
				'Put right what Stitch names, then run the item again. If it says that the nonce was used: Look in the dashboard.',
		});
		expect(lookedUp).toHaveLength(3);
	});

	it('is told in those words whole', async () => {
		const { result } = send({ script: [answer(409, { detail: 'Terminal no. 7 is busy.' })] });
		expect((await failureOf(result))?.sentence).toBe(
			'Stitch reports a conflict: “Terminal no. 7 is busy”, and it knows no payment under External Reference salary-1: nothing was carried out',
		);
	});

	it.each<[string, Script, string]>([
		['says nothing', [answer(409, {})], 'Stitch reports a conflict.'],
		[
			'says that the nonce was used',
			[answer(409, { detail: 'Nonce was already used' })],
			'Stitch reports a conflict: “Nonce was already used”.',
		],
		[
			'says so in GraphQL',
			[answer(400, { errors: [{ message: 'Used', extensions: { code: 'NONCE_DUPLICATE' } }] })],
			'Stitch reports a conflict: “Used”.',
		],
		[
			'has lost an answer before',
			[lost, answer(409, { detail: 'The terminal is busy' })],
			'Stitch reports a conflict: “The terminal is busy”.',
		],
	])('proves nothing where the service %s, and lists nothing', async (_, script, start) => {
		const { result } = send({ script });
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence: `${start} No payment under External Reference salary-1 can be found so far, but there may be one`,
			advice: expect.stringMatching(/^Run the item again in a few minutes, under the same/),
		});
	});

	it('is no proof that there is none where the list may lack the payment', async () => {
		const { result } = send({ script: [conflict], mayBeUnlisted: true });
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence: expect.stringContaining('could not be looked up'),
		});
	});

	it('is told apart from a look-up that failed', async () => {
		const { result, lookedUp } = send({
			script: [busy],
			found: [notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence:
				'Nothing was sent twice. Stitch reports a conflict: “The terminal is busy”. Whether there is a payment under External Reference salary-1 could not be looked up (Away)',
			advice: 'Look in the dashboard.',
		});
		expect(lookedUp).toHaveLength(1);
	});
});

describe('after a lost answer', () => {
	it.each([400, 404, 422])('a refusal with %i is not believed before a look-up', async (status) => {
		const { result } = send({ script: [lost, answer(status, {})], found: [paid] });
		expect(await result).toMatchObject({ id: '1', status: 'completed' });
	});

	it('a payment that is found is not told as one of before', async () => {
		const { result } = send({ script: [lost, conflict], found: [paid] });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: null });
	});

	it('a refusal is believed where nothing is known under the nonce', async () => {
		const { result } = send({ script: [lost, answer(422, { detail: 'Too much' })] });
		const failure = await failureOf(result);
		expect(failure).toMatchObject({ status: 422, detail: 'Too much', uncertain: false });
		expect(failure?.sentence).toBeUndefined();
	});

	it('a refusal that the payment itself may have caused is no proof', async () => {
		const script = [lost, answer(400, { detail: 'More than is left' })];
		const { result } = send({ script, mayRefuseItself: true });
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence: expect.stringMatching(/^Stitch refused this: “More than is left”. No payment/),
		});
	});

	it('nobody knows what became of it where it cannot be looked up', async () => {
		const { result } = send({
			script: [lost, answer(404, { detail: 'Unknown charge' })],
			found: [new ServiceFailure({ kind: 'notConnected' })],
		});
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence:
				'This run may have made the payment, but Stitch did not confirm it: “Unknown charge”. Whether there is a payment under External Reference salary-1 could not be looked up',
			advice: 'Look in the dashboard.',
		});
	});

	it('a duplicate that shall fail may be the payment of this very run', async () => {
		const { result } = send({ script: [lost, conflict], onDuplicate: 'fail' });
		expect(await failureOf(result)).toMatchObject({ status: 409, uncertain: true });
	});
});

describe('a payment that may be made again if it failed', () => {
	const again = { onDuplicate: 'payAgainIfFailed', nonces: ['a', 'b', 'c'] } as const;
	const options = { ...again, nonces: [...again.nonces] };
	const first = {
		id: '1',
		status: 'error',
		reason: 'account_closed',
		reasonText: 'Account closed',
	};
	const noncesOf = (sent: Array<{ body?: unknown }>) =>
		sent.map(({ body }) => (body as { nonce: string }).nonce);

	it('is made under the nonce of the first attempt that does not exist yet', async () => {
		const { result, sent } = send({
			...options,
			script: [conflict, conflict, answer(201, { id: '3', status: 'pending' })],
			found: [failed, { ...failed, id: '2' }],
		});
		expect(await result).toEqual({
			id: '3',
			status: 'pending',
			nonce: 'c',
			alreadyExisted: false,
			attempt: 3,
			earlierAttempts: [first, { ...first, id: '2' }],
		});
		expect(noncesOf(sent)).toEqual(['a', 'b', 'c']);
	});

	it('is the first attempt where nothing was sent before', async () => {
		const { result } = send({ ...options, script: [answer(201, { id: '1' })] });
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
			script: [conflict, answer(201, { id: '2' })],
			found: [{ ...failed, ...other }],
		});
		expect(await corrected.result).toMatchObject({ id: '2' });
		const differing = send({ ...options, script: [conflict], found: [{ ...paid, ...other }] });
		await expect(differing.result).rejects.toThrow('Amount was 99.00 and is now 10.00');
	});

	it('is not made again where the failed payment may be that of this very run', async () => {
		const { result, sent } = send({ ...options, script: [lost, conflict], found: [failed] });
		expect(await result).toMatchObject({ status: 'error', alreadyExisted: null, attempt: 1 });
		expect(noncesOf(sent)).toEqual(['a', 'a']);
	});

	it.each<[string, Partial<Case>]>([
		['this very moment', {}],
		['a minute ago', { sendingFor: 60_000 }],
		['with values that the execution has changed since', { sendingFor: 60_000 }],
		['where it is looked up first', { sendingFor: 60_000, isLookedUpFirst: true, script: [] }],
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
			script: [conflict, answer(201, { id: '2' })],
			found: [{ ...failed, createdAt: '2026-11-20T09:58:59Z' }],
			sendingFor: 59_999,
		});
		expect(await result).toMatchObject({ id: '2', attempt: 2, alreadyExisted: false });
	});

	it('is the next attempt, where there is one, after a lost answer', async () => {
		const { result, sent } = send({
			...options,
			script: [lost, conflict, conflict],
			found: [failed, { ...paid, id: '2' }, { ...paid, id: '2' }],
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
			found: [failed, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			uncertain: true,
			sentence: expect.stringMatching(
				/under External Reference salary-1 could not be looked up \(Away\)$/,
			),
		});
		expect(sent).toHaveLength(2);
	});

	it('is not made an eleventh time after a lost answer', async () => {
		const { result, lookedUp } = send({
			...options,
			nonces: ['a'],
			script: [lost, conflict],
			found: [failed],
		});
		expect(await result).toMatchObject({ status: 'error', alreadyExisted: null });
		expect(lookedUp).toStrictEqual(['a']);
	});

	it('is made again where the failed payment has other values, so that it is older', async () => {
		const { result, sent } = send({
			...options,
			script: [lost, conflict, answer(201, { id: '2' })],
			found: [{ ...failed, account: '9' }],
		});
		expect(await result).toMatchObject({ id: '2', nonce: 'b', attempt: 2 });
		expect(noncesOf(sent)).toEqual(['a', 'a', 'b']);
	});

	it('names the nonce of the attempt that nobody knows about', async () => {
		const { result } = send({
			...options,
			script: [conflict, conflict],
			found: [failed, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({ nonce: 'b', uncertain: true });
	});

	it('is not made again where the first one cannot be looked up', async () => {
		const { result, sent } = send({ ...options, script: [conflict], found: [notReachable] });
		await expect(result).rejects.toThrow('could not be looked up');
		expect(sent).toHaveLength(1);
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
				'Nothing more is sent under this reference or nonce. Find out why it fails. Use a new one only after you have seen in Stitch that no attempt was paid.',
		});
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
			expect(failure?.reason).toBeUndefined();
			expect(failure?.sentence).toBe(
				'All 2 attempts to make this payment have failed. The last time: no reason given',
			);
		},
	);

	describe('where that was not asked for', () => {
		const later = () => ({ script: [conflict], laterNonces: ['nonce-2', 'nonce-3'] });
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

		it('is not looked for where the first one has not failed', async () => {
			const { result, lookedUp } = send({ ...later(), found: [paid] });
			expect(await result).toMatchObject({ id: '1' });
			expect(lookedUp).toEqual(['nonce-1']);
		});

		it('is not known where the next one cannot be looked up', async () => {
			const { result } = send({ ...later(), found: [failed, notReachable] });
			expect(await failureOf(result)).toMatchObject({ uncertain: true, nonce: 'nonce-2' });
		});
	});

	it('is returned as it failed where that was not asked for, and nobody did', async () => {
		const { result, sent } = send({ script: [conflict], found: [failed] });
		expect(await result).toEqual({ ...failed, nonce: 'nonce-1', alreadyExisted: true });
		expect(sent).toHaveLength(1);
	});
});

describe('what follows from what was heard and what is known', () => {
	const refused = answer(400, { detail: 'More than is left' });
	const nonceUsed: Partial<Case> = { script: [answer(409, { detail: 'Nonce was already used' })] };
	const other: Partial<Case> = { script: [answer(409, { detail: 'The terminal is busy' })] };
	const doubt: Partial<Case> = { script: [lost, refused] };
	const itself: Partial<Case> = { ...doubt, mayRefuseItself: true };
	const values: Partial<Case> = { script: [refused], mayRefuseItself: true };
	const notAllowed: Partial<Case> = { script: [answer(403, { detail: 'No' })] };
	const blocked: Partial<Case> = {
		script: [],
		blocked: { kind: 'notSent', sentence: 'The consent is revoked', advice: 'Ask again.' },
	};
	const missing = { found: [] };
	const unlisted = { found: [], mayBeUnlisted: true };
	const away = { found: [notReachable] };
	const there = { found: [paid] };
	const differing = { found: [{ ...paid, amount: '12.00' }] };

	const first = { alreadyExisted: true };
	const firstOrNew = { alreadyExisted: null };
	const otherValues = { kind: 'otherValues', uncertain: false };
	const perhaps = /^Stitch (reports a conflict|refused this): .* there may be one$/;
	const nobodyKnows = /Whether there is a payment under .* could not be looked up/;

	it.each<[heard: string, known: string, Partial<Case>, Partial<Case>, follows: object]>([
		['that the nonce was used', 'it is there', nonceUsed, there, first],
		['that the nonce was used', 'it has other values', nonceUsed, differing, otherValues],
		[
			'that the nonce was used',
			'none is there',
			nonceUsed,
			missing,
			{ uncertain: true, sentence: perhaps },
		],
		[
			'that the nonce was used',
			'it may be unlisted',
			nonceUsed,
			unlisted,
			{ uncertain: true, sentence: nobodyKnows },
		],
		[
			'that the nonce was used',
			'nobody can look',
			nonceUsed,
			away,
			{ uncertain: true, sentence: nobodyKnows },
		],
		['another conflict', 'it is there', other, there, first],
		['another conflict', 'it has other values', other, differing, otherValues],
		[
			'another conflict',
			'none is there',
			other,
			missing,
			{ uncertain: false, sentence: /nothing was carried out$/ },
		],
		[
			'another conflict',
			'it may be unlisted',
			other,
			unlisted,
			{ uncertain: true, sentence: nobodyKnows },
		],
		[
			'another conflict',
			'nobody can look',
			other,
			away,
			{ uncertain: true, sentence: nobodyKnows },
		],
		['a refusal after a lost answer', 'it is there', doubt, there, firstOrNew],
		['a refusal after a lost answer', 'it has other values', doubt, differing, otherValues],
		[
			'a refusal after a lost answer',
			'none is there',
			doubt,
			missing,
			{ uncertain: false, sentence: undefined },
		],
		[
			'a refusal after a lost answer',
			'it may be unlisted',
			doubt,
			unlisted,
			{ uncertain: true, sentence: nobodyKnows },
		],
		[
			'a refusal after a lost answer',
			'nobody can look',
			doubt,
			away,
			{ uncertain: true, sentence: nobodyKnows },
		],
		['one that it may have caused', 'it is there', itself, there, firstOrNew],
		['one that it may have caused', 'it has other values', itself, differing, otherValues],
		[
			'one that it may have caused',
			'none is there',
			itself,
			missing,
			{ uncertain: true, sentence: perhaps },
		],
		[
			'one that it may have caused',
			'it may be unlisted',
			itself,
			unlisted,
			{ uncertain: true, sentence: nobodyKnows },
		],
		[
			'one that it may have caused',
			'nobody can look',
			itself,
			away,
			{ uncertain: true, sentence: nobodyKnows },
		],
		['a refusal of its values', 'it is there', values, there, first],
		['a refusal of its values', 'it has other values', values, differing, otherValues],
		[
			'a refusal of its values',
			'none is there',
			values,
			missing,
			{ status: 400, sentence: undefined },
		],
		[
			'a refusal of its values',
			'it may be unlisted',
			values,
			unlisted,
			{ status: 400, sentence: undefined },
		],
		[
			'a refusal of its values',
			'nobody can look',
			values,
			away,
			{ status: 400, sentence: undefined },
		],
		['that it may not be sent', 'it is there', blocked, there, first],
		['that it may not be sent', 'it has other values', blocked, differing, otherValues],
		[
			'that it may not be sent',
			'none is there',
			blocked,
			missing,
			{ kind: 'notSent', advice: 'Ask again.' },
		],
		[
			'that it may not be sent',
			'it may be unlisted',
			blocked,
			unlisted,
			{ kind: 'notSent', advice: 'Ask again.' },
		],
		[
			'that it may not be sent',
			'nobody can look',
			blocked,
			away,
			{
				uncertain: true,
				sentence: 'The consent is revoked. Whether it was charged before could not be looked up',
				advice:
					'Do not ask for this money in another way yet: run the item again. Look in the dashboard. Ask again.',
			},
		],
		['any other refusal', 'nobody looks', notAllowed, there, { status: 403, sentence: undefined }],
	])('heard %s, and %s', async (_heard, _known, heard, known, follows) => {
		const { result } = send({ script: [], ...heard, ...known } as Case);
		const outcome = await result.catch(({ details }: ServiceFailure) => details);
		for (const [name, expected] of Object.entries(follows)) {
			const is = (outcome as IDataObject)[name];
			if (expected instanceof RegExp) expect(is).toMatch(expected);
			else expect(is).toEqual(expected);
		}
	});

	it('says no more than was heard where what forbids it could not be read', async () => {
		const unreadable: FailureDetails = { kind: 'status', status: 500, onlyRead: true };
		const { result } = send({ script: [], blocked: unreadable, found: [notReachable] });
		expect(await failureOf(result)).toEqual({ ...unreadable, nonce: 'nonce-1' });
	});

	it('fails where a duplicate is to fail, also one that is only found because it may not be sent', async () => {
		const fails = { onDuplicate: 'fail', found: [paid] } satisfies Partial<Case>;
		const { result } = send({ script: [], ...blocked, ...fails });
		expect(await failureOf(result)).toMatchObject({
			kind: 'duplicate',
			id: '1',
			sentence: 'Already sent under External Reference salary-1: nothing was sent again',
		});
	});

	it('looks for nothing where the document was refused: none was carried out', async () => {
		const script: Script = [{ kind: 'notOffered', status: 400 }];
		const { result, lookedUp } = send({ script, mayRefuseItself: true, found: [paid] });
		expect(await failureOf(result)).toMatchObject({ kind: 'notOffered' });
		expect(lookedUp).toEqual([]);
	});
});

describe('a payment that is looked up before it is sent', () => {
	const modes = ['returnExisting', 'fail', 'payAgainIfFailed'] as const;
	const answered = answer(200, { ...failed, id: '2' });
	const first = (more: Partial<Case>) => send({ script: [], isLookedUpFirst: true, ...more });
	const again = (more: Partial<Case>) =>
		first({ onDuplicate: 'payAgainIfFailed', nonces: ['a', 'b'], ...more });

	it('is made again at once where the first one has failed: the answer would look like a new failure', async () => {
		const { result, sent } = again({
			script: [answer(201, { ...paid, id: '3' })],
			found: [failed],
		});
		expect(await result).toMatchObject({ id: '3', nonce: 'b', attempt: 2, alreadyExisted: false });
		expect(sent).toHaveLength(1);
	});

	it.each(['returnExisting', 'payAgainIfFailed'] as const)(
		'is not sent where it is there already (%s)',
		async (onDuplicate) => {
			const { result, sent } = first({ found: [paid], onDuplicate });
			expect(await result).toMatchObject({ id: '1', alreadyExisted: true });
			expect(sent).toEqual([]);
		},
	);

	it('fails where it is there already and a duplicate is to fail', async () => {
		const { result, sent } = first({ found: [paid], onDuplicate: 'fail' });
		expect(await failureOf(result)).toMatchObject({ kind: 'duplicate', id: '1' });
		expect(sent).toEqual([]);
	});

	it('fails where it is there already with other values', async () => {
		const { result, sent } = first({ found: [{ ...paid, amount: '12.00' }] });
		expect(await failureOf(result)).toMatchObject({ kind: 'otherValues', id: '1' });
		expect(sent).toEqual([]);
	});

	it('may be that of this very execution where it is as new', async () => {
		const found = [{ ...paid, createdAt: '2026-11-20T09:59:30Z' }];
		const { result } = first({ found, sendingFor: 60_000 });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: null });
	});

	it.each(modes)('is sent where there is none, and the answer is believed (%s)', async (mode) => {
		const { result, lookedUp } = first({ script: [answered], onDuplicate: mode, nonces: ['a'] });
		expect(await result).toMatchObject({ id: '2', nonce: 'a', alreadyExisted: false });
		expect(lookedUp).toEqual(['a']);
	});

	const forbidden = { kind: 'graphql', code: 'FORBIDDEN', path: 'client.transactions' } as const;
	it.each<[string, FailureDetails]>([
		['the service has no such list', { kind: 'notOffered', status: 400 }],
		['the client may not read the list', forbidden],
		['the client may not read the list, by its status', { kind: 'status', status: 403 }],
	])('is sent without a look where %s', async (_, details) => {
		const { result } = first({ script: [answered], found: [new ServiceFailure(details)] });
		expect(await result).toMatchObject({ id: '2', alreadyExisted: false });
	});

	const path = 'client.transactions.edges.0.node.metadata';
	const ofRecord: FailureDetails = { kind: 'graphql', code: 'FORBIDDEN', path, onlyRead: true };
	it.each<[string, FailureDetails]>([
		['is lost', { kind: 'answerLost', onlyRead: true }],
		['cannot be read', { kind: 'unreadable', status: 200, onlyRead: true }],
		['is a failure of the service', { kind: 'status', status: 500, onlyRead: true }],
		['is that there are too many requests', { kind: 'status', status: 429, onlyRead: true }],
		['refuses what a record holds', ofRecord],
		['is the page of a firewall', { kind: 'notTheService', status: 403, onlyRead: true }],
		['refuses the token', { kind: 'graphql', code: 'UNAUTHENTICATED', onlyRead: true }],
	])('is not sent where the answer to the look %s', async (_, details) => {
		for (const onDuplicate of modes) {
			const { result, sent } = first({ found: [new ServiceFailure(details)], onDuplicate });
			expect(await failureOf(result)).toMatchObject({
				kind: 'notSent',
				uncertain: true,
				nonce: 'nonce-1',
				sentence: expect.stringMatching(
					/^Nothing was sent now: whether there is a payment under External Reference salary-1 could not be looked up \(/,
				),
			});
			expect(sent).toEqual([]);
		}
	});

	it('is told as not sent, and no more, where the run does not reach the service', async () => {
		const details = { kind: 'notSent', sentence: 'Not sent: Stitch is away' } as const;
		const { result, sent } = first({ found: [new ServiceFailure(details)] });
		expect(await failureOf(result)).toEqual({ ...details, nonce: 'nonce-1' });
		expect(sent).toEqual([]);
	});

	it.each(modes)('is an earlier one where the answer shows another payment (%s)', async (mode) => {
		const script = [answer(200, { ...paid, amount: '12.00' })];
		const { result } = first({ script, onDuplicate: mode });
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			sentence: expect.stringContaining('Amount was 12.00 and is now 10.00'),
		});
	});

	it('is made again where the answer shows a failed one of other values', async () => {
		const old = answer(200, { ...failed, amount: '12.00' });
		const { result } = again({ script: [old, answer(201, { ...paid, id: '3' })] });
		expect(await result).toMatchObject({ id: '3', nonce: 'b', attempt: 2 });
	});

	it('says what it knows where a later attempt of another run cannot be looked up', async () => {
		const { result } = first({
			script: [answer(200, { ...failed, amount: '12.00' })],
			laterNonces: ['nonce-2'],
			found: [undefined, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'duplicate',
			uncertain: true,
			nonce: 'nonce-2',
			sentence: expect.stringMatching(/^Nothing was sent twice\. Whether there is a payment/),
		});
	});

	it('is looked up and compared only where the service may not refuse a used nonce', async () => {
		const { result } = send({ script: [answer(201, { ...paid, amount: '12.00' })] });
		expect(await result).toMatchObject({ alreadyExisted: false });
	});
});
