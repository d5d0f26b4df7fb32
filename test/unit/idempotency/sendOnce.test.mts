import { answer, type Script } from '../builders.mts';
import { usedNonces } from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import {
	before,
	conflict,
	failureOf,
	lost,
	notReachable,
	now,
	paid,
	send,
	type Case,
} from './sending.mts';

const made = { ...paid, createdAt: now };
/** A used nonce in an answer of GraphQL, without the time of the service. */
const undated = { kind: 'graphql', happened: 'no', code: 'NONCE_DUPLICATE' } as const;

describe('a payment that a nonce protects', () => {
	it('is returned with its nonce when it is new', async () => {
		const { result, lookedUp } = send({ script: [answer(201, made)] });
		expect(await result).toEqual({ ...made, nonce: 'nonce-1', alreadyExisted: false });
		expect(lookedUp).toEqual([]);
	});

	it.each([
		['before it was sent', { createdAt: '2026-11-20T09:59:54.999Z' }, true],
		['before it was sent, in UTC without saying so', { createdAt: '2026-11-20T09:59:53' }, true],
		[
			'so shortly before it was sent that clocks may differ',
			{ createdAt: '2026-11-20T09:59:55.001Z' },
			null,
		],
		['when it was sent', { createdAt: '2026-11-20T10:00:00.000Z' }, null],
		['then, in UTC without saying so', { createdAt: '2026-11-20T10:00:00.000' }, null],
		['after it was sent', { createdAt: '2026-11-20T10:00:01Z' }, null],
		['long after that, by another clock', { createdAt: '2026-11-20T10:03:00Z' }, null],
		['at a time that nobody can read', { createdAt: 'soon' }, null],
		['at a time that is not said', { createdAt: undefined }, null],
		['at a time that is left empty', { createdAt: null }, null],
		[
			'in a state that it had before',
			{ createdAt: undefined, statusDate: '2026-11-20T09:00:00Z' },
			true,
		],
		[
			'in a state that it has reached since',
			{ createdAt: undefined, statusDate: '2026-11-20T10:00:01Z' },
			null,
		],
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

	it('is no older where an earlier pass of its execution may have made it', async () => {
		const found = [{ ...paid, createdAt: '2026-11-20T09:59:30.500Z' }];
		const { result } = send({ script: [conflict], found, sendingFor: 30_000 });
		expect(await result).toMatchObject({ alreadyExisted: null });
	});

	it('is no older where its time, in whole seconds, leaves that open', async () => {
		const found = [{ ...paid, createdAt: '2026-11-20T09:59:54Z' }];
		const { result } = send({ script: [conflict], found, sendingFor: 200 });
		expect(await result).toMatchObject({ alreadyExisted: null });
	});

	it.each([
		['an hour', '2026-11-20T09:00:00Z', null],
		['a month', before, true],
	])(
		'is older by %s where no answer has a date, which says nothing unless it is a day',
		async (_, createdAt, alreadyExisted) => {
			const { result } = send({ script: [undated], found: [{ ...paid, createdAt }] });
			expect(await result).toMatchObject({ alreadyExisted });
		},
	);

	it('names the values that could not be compared because Stitch does not return them', async () => {
		const { result } = send({ script: [conflict], found: [{ ...paid, account: undefined }] });
		expect(await result).toMatchObject({ notCompared: ['Account Number'] });
	});

	it('is looked up again when the service lists it a little later', async () => {
		const { result, clock } = send({ script: [conflict], found: [undefined, undefined, paid] });
		expect(await result).toMatchObject({ id: '1' });
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it('is rejected with both values when the first one was different', async () => {
		const { result, sent } = send({
			script: [conflict],
			found: [{ ...paid, amount: '12.00', account: '2' }],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			nonce: 'nonce-1',
			happened: 'no',
			sentence:
				"Already sent under the reference salary-1, but with different values: nothing was sent again. 'Amount' was 12.00 and is now 10.00; 'Account Number' is not the same",
			advice:
				'Check the first payment in Stitch: its ID is 1. If it is this payment, leave this row out of the next run: with different values or a different reference, it could be paid a second time. If more is due, send only the difference, under a new reference.',
		});
		expect(sent).toHaveLength(1);
	});

	it('is the first one where GraphQL says by its code that the nonce was used', async () => {
		const { result } = send({ script: [undated], found: [paid] });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true });
	});

	it.each<[string, Partial<Case>]>([
		['is as new as this run', { found: [{ ...paid, createdAt: '2026-11-20T10:00:00Z' }] }],
		['is not listed', { script: [answer(409, {})] }],
		['cannot be looked up', { found: [notReachable] }],
	])('is rejected as what may be its own when that was chosen and it %s', async (_, more) => {
		const { result } = send({ script: [conflict], onDuplicate: 'fail', ...more });
		expect(await failureOf(result)).toMatchObject({ status: 409, happened: 'maybe' });
	});

	it('fails as it failed where no answer came however often it was sent', async () => {
		const { result, lookedUp } = send({ script: [lost, lost, lost] });
		const failure = await failureOf(result);
		expect(failure).toMatchObject({ kind: 'answerLost', happened: 'maybe' });
		// Each kind of failure has its own advice: this payment can safely be sent again.
		expect(failure).not.toHaveProperty('advice');
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
	const refusal = () => ({ script: [refused()], rules: { mayRefuseItself: true } });

	it.each<[string, Script[number]]>([
		['404', refused(404)],
		['422', refused(422)],
		['BAD_USER_INPUT', { kind: 'graphql', happened: 'no', code: 'BAD_USER_INPUT' }],
	])('is the first one where it is refused with %s', async (_, refusedForValues) => {
		const { result } = send({ ...refusal(), script: [refusedForValues], found: [paid] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: true });
	});

	it('fails with the first reason, after one look-up, when there is no earlier payment', async () => {
		const { result, clock } = send(refusal());
		await expect(result).rejects.toThrow('More than is left');
		expect(clock.pauses).toEqual([]);
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

	it.each<[string, Script, string]>([
		['says nothing', [answer(409, {})], 'Stitch reports a conflict.'],
		['sends no body', [answer(409, '')], 'Stitch reports a conflict.'],
		['says no more', [conflict], 'Stitch reports a conflict: “Conflict”.'],
		['names another reason', [busy], 'Stitch reports a conflict: “The terminal is busy”.'],
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
			happened: 'maybe',
			sentence: `${start} No payment under the reference salary-1 can be found so far, but there may be one`,
			advice:
				'Wait a few minutes: Stitch may list it later. It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
		});
	});

	it('is told apart from a look-up that failed', async () => {
		const { result, lookedUp } = send({
			script: [busy],
			found: [notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			happened: 'maybe',
			sentence:
				'Nothing was sent twice. Stitch reports a conflict: “The terminal is busy”. The node could not check whether the reference salary-1 was paid (Away)',
			advice:
				'It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
		});
		expect(lookedUp).toHaveLength(1);
	});
});

describe('after a lost answer', () => {
	it.each<[string, Case]>([
		[
			'an answer that leaves it open',
			{ script: [{ kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', happened: 'maybe' }] },
		],
		['silence at a till', { script: [lost], rules: usedNonces['terminalSession.create'] }],
	])('%s is called no refusal', async (_, unconfirmed) => {
		const { result } = send(unconfirmed);
		expect((await failureOf(result))?.sentence).toMatch(
			/^Stitch did not confirm this\. No payment/,
		);
	});

	it('nobody knows what became of it where it cannot be looked up', async () => {
		const { result } = send({
			script: [lost, answer(404, { detail: 'Unknown charge' })],
			found: [new ServiceFailure({ kind: 'notConnected', happened: 'no' })],
		});
		expect(await failureOf(result)).toMatchObject({
			happened: 'maybe',
			sentence:
				'This run may have made the payment, but Stitch did not confirm it: “Unknown charge”. The node could not check whether the reference salary-1 was paid',
			advice:
				'It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
		});
	});

	it('a duplicate that shall fail may be the payment of this very run', async () => {
		const { result } = send({ script: [lost, conflict], onDuplicate: 'fail', found: [made] });
		expect(await failureOf(result)).toMatchObject({ status: 409, happened: 'maybe' });
	});
});

describe('an answer with a payment', () => {
	const answered = (changes: object) => [answer(201, { ...paid, ...changes })];

	it('is the first payment where that is older than this execution, whatever its status says', async () => {
		const { result, lookedUp } = send({ script: answered({}) });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true });
		expect(lookedUp).toEqual([]);
	});

	it('is rejected with both values where the first payment has other values', async () => {
		const { result } = send({ script: answered({ amount: '12.00' }) });
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			sentence: expect.stringContaining("'Amount' was 12.00 and is now 10.00"),
		});
	});

	it('fails as a duplicate where that was chosen and the payment is older', async () => {
		const { result } = send({ script: answered({}), onDuplicate: 'fail' });
		expect(await failureOf(result)).toMatchObject({ kind: 'duplicate', id: '1' });
	});

	it.each([
		['is read by its nonce as asked for', { amount: '10.00' }, {}],
		['is read by its nonce with other values, too', {}, { notAsAsked: ['Amount'] }],
	])('is new where it was made now with other values and %s', async (_, read, shown) => {
		const script = answered({ amount: '12.00', createdAt: now });
		const found = [{ ...paid, amount: '12.00', createdAt: now, ...read }];
		const { result, lookedUp } = send({ script, found });
		expect(await result).toEqual({
			...found[0],
			nonce: 'nonce-1',
			alreadyExisted: false,
			...shown,
		});
		expect(lookedUp).toEqual(['nonce-1']);
	});

	it.each<[string, Case['found']]>([
		['cannot be read', [notReachable]],
		['is not listed yet', []],
		['is another one in the list', [{ ...made, id: '2' }]],
	])('is new, and names what is not as asked, where it %s', async (_, found) => {
		const script = answered({ amount: '12.00', createdAt: now });
		const { result } = send({ script, found });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: false, notAsAsked: ['Amount'] });
	});

	it.each(['12:00:00.500+02:00', '12:00:00.500+0200', '10:00:00.500z'])(
		'is new where it was made just now by the time of another zone: %s',
		async (time) => {
			const { result } = send({ script: answered({ createdAt: `2026-11-20T${time}` }) });
			expect(await result).toMatchObject({ id: '1', alreadyExisted: false });
		},
	);

	it.each([
		['without a time', { createdAt: undefined }],
		['with a time that may be of an earlier pass', { createdAt: '2026-11-20T09:59:58Z' }],
		['with a time without a zone', { createdAt: '2026-11-20T10:00:00.500' }],
	])('may be of any age %s', async (_, when) => {
		const { result } = send({ script: answered(when) });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: null });
	});

	it('is unknown where it has other values and no time', async () => {
		const other = { amount: '12.00', createdAt: undefined };
		const { result } = send({ script: answered(other), found: [{ ...paid, ...other }] });
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			happened: 'maybe',
			sentence:
				"Stitch answered with a payment under the reference salary-1 that has different values, and does not say whether it was made now or before. 'Amount' was 12.00 and is now 10.00",
			advice:
				"It may have gone through. Check in Stitch before you run it again. The payment's ID is 1.",
		});
	});

	it('is the first payment where only its record has a time', async () => {
		const script = answered({ amount: '12.00', createdAt: undefined });
		const { result } = send({ script, found: [paid] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: true });
	});
});
