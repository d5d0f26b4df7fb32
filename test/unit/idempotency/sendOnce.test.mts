import { answer, type Script } from '../builders.mts';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import { conflict, failureOf, lost, notReachable, paid, send, type Case } from './sending.mts';

describe('a payment that a nonce protects', () => {
	it('is returned with its nonce when it is new', async () => {
		const { result } = send({ script: [answer(201, { id: '1' })] });
		expect(await result).toEqual({ id: '1', nonce: 'nonce-1', alreadyExisted: false });
	});

	it.each([
		['in the second before it was sent', { createdAt: '2026-11-20T09:59:59Z' }, true],
		['before it was sent', { createdAt: '2026-11-20T09:59:59.999Z' }, true],
		['when it was sent', { createdAt: '2026-11-20T10:00:00.000Z' }, null],
		['then, in UTC without saying so', { createdAt: '2026-11-20T10:00:00.000' }, null],
		['after it was sent', { createdAt: '2026-11-20T10:00:01Z' }, null],
		['long after that, by another clock', { createdAt: '2026-11-20T10:03:00Z' }, null],
		['at a time that nobody can read', { createdAt: 'soon' }, null],
		['at a time that is not said', {}, true],
		['at a time that is left empty', { statusDate: null }, true],
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

	it('is no older where its time, in whole seconds, names the second in which it was sent', async () => {
		const found = [{ ...paid, createdAt: '2026-11-20T09:59:59Z' }];
		const { result } = send({ script: [conflict], found, sendingFor: 500 });
		expect(await result).toMatchObject({ alreadyExisted: null });
	});

	it('is no older where it was made in the very millisecond in which it was sent', async () => {
		const found = [{ ...paid, createdAt: '2026-11-20T09:59:59.500Z' }];
		const { result } = send({ script: [conflict], found, sendingFor: 500 });
		expect(await result).toMatchObject({ alreadyExisted: null });
	});

	it('names the values that could not be compared because Stitch does not return them', async () => {
		const { result } = send({ script: [conflict], found: [{ id: '1', amount: '10.00' }] });
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
			found: [{ id: '1', amount: '12.00', account: '2' }],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'otherValues',
			id: '1',
			nonce: 'nonce-1',
			happened: 'no',
			sentence:
				"Already sent under the reference salary-1, but with other values: nothing was sent again. 'Amount' was 12.00 and is now 10.00; 'Account Number' is not the same",
			advice:
				'Check the first payment in Stitch: its ID is 1. If it is this payment, leave this row out of the next run: with other values or another reference, it could be paid a second time. Only what is owed on top of it is a new payment, with a new reference.',
		});
		expect(sent).toHaveLength(1);
	});

	it('is the first one where GraphQL says by its code that the nonce was used', async () => {
		const used = { kind: 'graphql', happened: 'no', code: 'NONCE_DUPLICATE' } as const;
		const { result } = send({ script: [used], found: [paid] });
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
			advice: expect.stringMatching(/^Run the item again in a few minutes, unchanged: nothing/),
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
				'Nothing was sent twice. Stitch reports a conflict: “The terminal is busy”. Whether there is a payment under the reference salary-1 could not be looked up (Away)',
			advice: 'Look in the dashboard.',
		});
		expect(lookedUp).toHaveLength(1);
	});
});

describe('after a lost answer', () => {
	it('an answer that leaves it open is called no refusal', async () => {
		const open = { kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', happened: 'maybe' } as const;
		const { result } = send({ script: [open] });
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
				'This run may have made the payment, but Stitch did not confirm it: “Unknown charge”. Whether there is a payment under the reference salary-1 could not be looked up',
			advice: 'Look in the dashboard.',
		});
	});

	it('a duplicate that shall fail may be the payment of this very run', async () => {
		const { result } = send({ script: [lost, conflict], onDuplicate: 'fail', found: [paid] });
		expect(await failureOf(result)).toMatchObject({ status: 409, happened: 'maybe' });
	});
});
