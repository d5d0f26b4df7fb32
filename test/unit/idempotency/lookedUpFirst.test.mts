import { answer } from '../builders.mts';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { failed, failureOf, notReachable, now, paid, send, type Case } from './sending.mts';

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
