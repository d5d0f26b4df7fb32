import { answer, type Script } from '../builders.mts';
import { usedNonces } from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
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

describe('a payment that is looked up before it is sent', () => {
	const modes = ['returnExisting', 'fail', 'payAgainIfFailed'] as const;
	const answered = answer(200, { ...failed, id: '2', createdAt: now });
	const first = (more: Partial<Case>) =>
		send({ script: [], rules: { isLookedUpFirst: true }, ...more });
	const again = (more: Partial<Case>) =>
		first({ onDuplicate: 'payAgainIfFailed', nonces: ['a', 'b'], ...more });

	it('is made again at once when the first one has failed, because the answer would appear as a new one', async () => {
		const { result, sent } = again({
			script: [answer(201, { ...paid, id: '3', createdAt: now })],
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
		expect(await failureOf(result)).toMatchObject({ kind: 'duplicate', happened: 'no', id: '1' });
		expect(sent).toEqual([]);
	});

	it('fails where it is there already with other values', async () => {
		const { result, sent } = first({ found: [{ ...paid, amount: '12.00' }] });
		expect(await failureOf(result)).toMatchObject({ kind: 'otherValues', happened: 'no', id: '1' });
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

	const forbidden = {
		kind: 'graphql',
		happened: 'no',
		code: 'FORBIDDEN',
		path: 'client.transactions',
	} as const;
	it.each<[string, FailureDetails]>([
		['the service has no such list', { kind: 'notOffered', happened: 'no', status: 400 }],
		['the client may not read the list', forbidden],
		[
			'the client may not read the list, by its status',
			{ kind: 'status', happened: 'no', status: 403 },
		],
	])('is sent without a look-up when %s', async (_, details) => {
		const { result } = first({ script: [answered], found: [new ServiceFailure(details)] });
		expect(await result).toMatchObject({ id: '2', alreadyExisted: false });
	});

	const path = 'client.transactions.edges.0.node.metadata';
	const ofRecord: FailureDetails = { kind: 'graphql', code: 'FORBIDDEN', path, happened: 'no' };
	it.each<[string, FailureDetails]>([
		['is lost', { kind: 'answerLost', happened: 'no' }],
		['cannot be read', { kind: 'unreadable', status: 200, happened: 'no' }],
		['is a failure of the service', { kind: 'status', status: 500, happened: 'no' }],
		['is that there are too many requests', { kind: 'status', status: 429, happened: 'no' }],
		['refuses what a record holds', ofRecord],
		['is the page of a firewall', { kind: 'notTheService', status: 403, happened: 'no' }],
		['refuses the token', { kind: 'graphql', code: 'UNAUTHENTICATED', happened: 'no' }],
	])('is not sent when the answer to the look-up %s', async (_, details) => {
		for (const onDuplicate of modes) {
			const { result, sent } = first({ found: [new ServiceFailure(details)], onDuplicate });
			expect(await failureOf(result)).toMatchObject({
				kind: 'notSent',
				happened: 'maybe',
				nonce: 'nonce-1',
				sentence: expect.stringMatching(
					/^Nothing was sent now: the node could not check whether the reference salary-1 was paid before \(/,
				),
			});
			expect(sent).toEqual([]);
		}
	});

	it('is reported as not sent when the run does not reach Stitch', async () => {
		const details = {
			kind: 'notSent',
			happened: 'no',
			sentence: 'Not sent: Stitch is away',
		} as const;
		const { result, sent } = first({ found: [new ServiceFailure(details)] });
		expect(await failureOf(result)).toEqual({ ...details, nonce: 'nonce-1' });
		expect(sent).toEqual([]);
	});

	it('is made again where the answer shows a failed one of other values', async () => {
		const old = answer(200, { ...failed, amount: '12.00' });
		const { result } = again({ script: [old, answer(201, { ...paid, id: '3', createdAt: now })] });
		expect(await result).toMatchObject({ id: '3', nonce: 'b', attempt: 2 });
	});

	it('says what it knows where a later attempt of another run cannot be looked up', async () => {
		const { result } = first({
			script: [answer(200, { ...failed, amount: '12.00' })],
			nonces: ['nonce-1', 'nonce-2'],
			found: [undefined, notReachable],
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'duplicate',
			happened: 'maybe',
			nonce: 'nonce-2',
			sentence: expect.stringMatching(/^Nothing was sent twice\. The node could not check/),
		});
	});
});

describe('a payment that may be made a second time under its nonce', () => {
	const made = { ...paid, createdAt: now };
	const atTill = { rules: usedNonces['terminalSession.create'] };
	const whatToDo = expect.stringMatching(
		/^(Wait a few minutes: Stitch may list it later\. )?It may have gone through\. Check in Stitch before you run it again\. Look in the dashboard\.$/,
	) as string;

	it('is looked up before it is sent, and not sent where it is there', async () => {
		const { result, sent } = send({ ...atTill, script: [], found: [paid] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: true });
		expect(sent).toEqual([]);
	});

	it.each<[string, Script[number]]>([
		['there is no connection', { kind: 'notConnected', happened: 'no' }],
		['there were too many requests', answer(429, {})],
	])('is sent again by itself where %s', async (_, first) => {
		const { result, sent } = send({ ...atTill, script: [first, answer(201, made)] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: false });
		expect(sent).toHaveLength(2);
	});

	it.each<[string, Script[number]]>([
		['the answer is lost', lost],
		['the service fails', answer(500, {})],
		['a gateway gives up', answer(408, {})],
	])('is looked up patiently, and not sent again, where %s', async (_, first) => {
		const { result, sent, clock } = send({
			...atTill,
			script: [first],
			found: [undefined, undefined, undefined, made],
		});
		expect(await result).toMatchObject({ id: '1', alreadyExisted: null });
		expect(sent).toHaveLength(1);
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it.each<[string, Case['found']]>([
		['is not found', []],
		['cannot be looked up', [undefined, notReachable]],
	])('is unknown, with what to do, where it %s after a lost answer', async (_, found) => {
		for (const onDuplicate of ['returnExisting', 'fail'] as const) {
			const { result, sent } = send({ ...atTill, script: [lost], found, onDuplicate });
			expect(await failureOf(result)).toMatchObject({ happened: 'maybe', advice: whatToDo });
			expect(sent).toHaveLength(1);
		}
	});

	it('is never to be run again unchanged while nobody knows what a conflict is about', async () => {
		const found = [undefined, made];
		const { result } = send({ ...atTill, script: [conflict], found, onDuplicate: 'fail' });
		expect(await failureOf(result)).toMatchObject({ happened: 'maybe', advice: whatToDo });
	});

	it('fails as it was refused, with no further look-up, where it is refused for certain', async () => {
		const script = [answer(400, { detail: 'No such terminal' })];
		const { result, lookedUp } = send({ ...atTill, script });
		const failure = await failureOf(result);
		expect(failure).toMatchObject({ happened: 'no', detail: 'No such terminal' });
		expect(failure).not.toHaveProperty('advice');
		expect(lookedUp).toEqual(['nonce-1']);
	});

	it('is not sent where it may not be looked up', async () => {
		const forbidden = new ServiceFailure({ kind: 'status', happened: 'no', status: 403 });
		const { result, sent } = send({ ...atTill, script: [], found: [forbidden] });
		expect(await failureOf(result)).toMatchObject({ kind: 'notSent' });
		expect(sent).toEqual([]);
	});
});
