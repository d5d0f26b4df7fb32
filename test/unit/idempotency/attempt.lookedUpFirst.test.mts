import { answer, type Reply } from '../builders.mts';
import { usedNonces } from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import {
	failed,
	failureOf,
	lost,
	notReachable,
	now,
	outcomeOf,
	paid,
	send,
	type Case,
} from './sending.mts';

const modes = ['returnExisting', 'fail', 'payAgainIfFailed'] as const;

interface Row {
	setting: Case;
	outcome: object;
}

describe('a payment that is looked up before it is sent', () => {
	const first: Case = { rules: { isLookedUpFirst: true } };
	const again: Case = { ...first, onDuplicate: 'payAgainIfFailed' };
	const otherFailed = answer(200, { ...failed, amount: '12.00' });

	it('is made again at once when the first one has failed, because the answer would appear as a new one', async () => {
		const outcome = { id: 'new-1', nonce: 'b', attempt: 2, alreadyExisted: false, sent: ['b'] };
		expect(await outcomeOf({ ...again, held: { a: failed } })).toMatchObject(outcome);
	});

	it.each`
		that                                   | setting                                                                                | outcome
		${'is returned, as was chosen'}        | ${{}}                                                                                  | ${{ id: '1', alreadyExisted: true }}
		${'is paid, and again only if failed'} | ${{ onDuplicate: 'payAgainIfFailed' }}                                                 | ${{ id: '1', alreadyExisted: true }}
		${'is a duplicate, which is to fail'}  | ${{ onDuplicate: 'fail' }}                                                             | ${{ kind: 'duplicate', happened: 'no', id: '1' }}
		${'has other values'}                  | ${{ held: { a: { ...paid, amount: '12.00' } } }}                                       | ${{ kind: 'otherValues', happened: 'no', id: '1' }}
		${'this very execution may have made'} | ${{ held: { a: { ...paid, createdAt: '2026-11-20T09:59:30Z' } }, sendingFor: 60_000 }} | ${{ id: '1', alreadyExisted: null }}
	`('is not sent where there is one that $that', async ({ setting, outcome }: Row) => {
		const found = await outcomeOf({ ...first, held: { a: paid }, ...setting });
		expect(found).toMatchObject({ ...outcome, sent: [] });
	});

	it.each(modes)('is sent where there is none, and the answer is believed (%s)', async (mode) => {
		const makes = { status: 'error' };
		const outcome = await outcomeOf({ ...first, onDuplicate: mode, makes });
		expect(outcome).toMatchObject({ id: 'new-1', nonce: 'a', alreadyExisted: false });
		expect(outcome).toMatchObject({ sent: ['a'], lookedUp: ['a'] });
	});

	const forbidden = { kind: 'graphql', happened: 'no', code: 'FORBIDDEN' } as const;
	const answered = [answer(200, { ...failed, id: '2', createdAt: now })];
	it.each<[string, FailureDetails]>([
		['Stitch has no such list', { kind: 'notOffered', happened: 'no', status: 400 }],
		['the client may not read the list', { ...forbidden, path: 'client.transactions' }],
		['the client may not, by its status', { kind: 'status', happened: 'no', status: 403 }],
	])('is sent without a look-up when %s', async (_, details) => {
		const held = { a: new ServiceFailure(details) };
		const outcome = await outcomeOf({ ...first, held, answers: answered });
		expect(outcome).toMatchObject({ id: '2', alreadyExisted: false });
	});

	const path = 'client.transactions.edges.0.node.metadata';
	it.each<[string, FailureDetails]>([
		['is lost', { kind: 'answerLost', happened: 'no' }],
		['cannot be read', { kind: 'unreadable', status: 200, happened: 'no' }],
		['is a failure of the service', { kind: 'status', status: 500, happened: 'no' }],
		['is that there are too many requests', { kind: 'status', status: 429, happened: 'no' }],
		['refuses what a record holds', { ...forbidden, path }],
		['is the page of a firewall', { kind: 'notTheService', status: 403, happened: 'no' }],
		['refuses the token', { kind: 'graphql', code: 'UNAUTHENTICATED', happened: 'no' }],
	])('is not sent when the answer to the look-up %s', async (_, details) => {
		const held = { a: new ServiceFailure(details) };
		for (const onDuplicate of modes) {
			expect(await outcomeOf({ ...first, held, onDuplicate })).toMatchObject({
				...{ kind: 'notSent', happened: 'maybe', nonce: 'a', sent: [] },
				sentence: expect.stringMatching(
					/^Nothing was sent now: the node could not check whether the reference salary-1 was paid before \(/,
				),
			});
		}
	});

	it('says first what has to be changed where the look-up lacks a scope', async () => {
		const lacks = { ...forbidden, path, missingScopes: ['transaction_initiate'] };
		const { result } = send({ ...first, held: { a: new ServiceFailure(lacks) } });
		const { advice } = (await failureOf(result)) ?? {};
		expect(advice).toMatch(/^Open the Stitch API credential, .* Run it again unchanged: nothing/);
	});

	it('is reported as not sent when the run does not reach Stitch', async () => {
		const sentence = 'Not sent: Stitch is away';
		const details = { kind: 'notSent', happened: 'no', sentence } as const;
		const { result, stitch } = send({ ...first, held: { a: new ServiceFailure(details) } });
		expect(await failureOf(result)).toEqual({ ...details, nonce: 'a' });
		expect(stitch.sent).toEqual([]);
	});

	it('is made again where the answer shows a failed one of other values', async () => {
		const outcome = await outcomeOf({ ...again, answers: [otherFailed] });
		expect(outcome).toMatchObject({ id: 'new-1', nonce: 'b', attempt: 2, sent: ['a', 'b'] });
	});

	it('says what it knows where a later attempt of another run cannot be looked up', async () => {
		const setting = { ...first, answers: [otherFailed], held: { b: notReachable } };
		expect(await outcomeOf(setting)).toMatchObject({
			...{ kind: 'duplicate', happened: 'maybe', nonce: 'b' },
			sentence: expect.stringMatching(/^Nothing was sent twice\. The node could not check/),
		});
	});
});

describe('a payment that may be made a second time under its nonce', () => {
	const atTill: Case = { rules: usedNonces['terminalSession.create'] };
	const unknown = {
		happened: 'maybe',
		advice: expect.stringMatching(
			/^(Wait a few minutes: Stitch may list it later\. )?It may have gone through\. Check in Stitch before you run it again\. Look in the dashboard\.$/,
		) as string,
		sent: ['a'],
	};

	it('is looked up before it is sent, and not sent where it is there', async () => {
		const outcome = { id: '1', alreadyExisted: true, sent: [] };
		expect(await outcomeOf({ ...atTill, held: { a: paid } })).toMatchObject(outcome);
	});

	it.each<[string, Reply]>([
		['there is no connection', { kind: 'notConnected', happened: 'no' }],
		['there were too many requests', answer(429, {})],
	])('is sent again by itself where %s', async (_, refused) => {
		const outcome = { id: 'new-1', alreadyExisted: false, sent: ['a', 'a'] };
		expect(await outcomeOf({ ...atTill, answers: [refused] })).toMatchObject(outcome);
	});

	it.each<[string, Reply]>([
		['the answer is lost', lost],
		['the service fails', answer(500, {})],
		['a gateway gives up', answer(408, {})],
	])('is looked up patiently, and not sent again, where %s', async (_, instead) => {
		const world = { held: { a: { ...paid, createdAt: now } }, unlistedFor: 3 };
		const { result, stitch, clock } = send({ ...atTill, ...world, answers: [instead] });
		expect(await result).toMatchObject({ id: '1', alreadyExisted: null });
		expect(stitch.sent).toEqual(['a']);
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it.each`
		where                    | makes           | unlistedFor
		${'is not found'}        | ${{}}           | ${9}
		${'cannot be looked up'} | ${notReachable} | ${0}
	`(
		'is unknown, with what to do, where it $where after a lost answer',
		async ({ makes, unlistedFor }: Case) => {
			for (const onDuplicate of ['returnExisting', 'fail'] as const) {
				const setting = { ...atTill, answers: ['lost' as const], makes, unlistedFor, onDuplicate };
				expect(await outcomeOf(setting)).toMatchObject(unknown);
			}
		},
	);

	it('is never to be run again unchanged while nobody knows what a conflict is about', async () => {
		const held = { a: { ...paid, createdAt: now } };
		const setting = { ...atTill, held, unlistedFor: 1, onDuplicate: 'fail' as const };
		expect(await outcomeOf(setting)).toMatchObject(unknown);
	});

	it('fails as it was refused, with no further look-up, where it is refused for certain', async () => {
		const answers = [answer(400, { detail: 'No such terminal' })];
		const failure = await outcomeOf({ ...atTill, answers });
		expect(failure).toMatchObject({ happened: 'no', detail: 'No such terminal' });
		expect(failure).not.toHaveProperty('advice');
		expect(failure.lookedUp).toEqual(['a']);
	});

	it('is not sent where it may not be looked up', async () => {
		const forbidden = new ServiceFailure({ kind: 'status', happened: 'no', status: 403 });
		const outcome = { kind: 'notSent', sent: [] };
		expect(await outcomeOf({ ...atTill, held: { a: forbidden } })).toMatchObject(outcome);
	});
});
