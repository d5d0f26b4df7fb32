import { answer } from '../builders.mts';
import { usedNonces } from '../../../nodes/Stitch/idempotency/usedNonce';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import {
	before,
	conflict,
	lost,
	notReachable,
	now,
	outcomeOf,
	paid,
	send,
	type Case,
} from './sending.mts';

const made = { ...paid, createdAt: now };
/** A used nonce in an answer of GraphQL, without the time of the service. */
const undated = { kind: 'graphql', happened: 'no', code: 'NONCE_DUPLICATE' } as const;
/** A used nonce in an answer that the clock of Stitch dates. */
const usedAt = (time: string) =>
	answer(409, { code: 'CONFLICT' }, { date: `Fri, 20 Nov 2026 ${time} GMT` });

interface Row {
	setting: Case;
	outcome: object;
}

interface Dated {
	createdAt: string;
	setting: Case;
	alreadyExisted: true | null;
}

describe('a payment that a nonce protects', () => {
	it('is returned with its nonce when it is new', async () => {
		const { result, stitch } = send({});
		const asMade = {
			id: 'new-1',
			amount: '10.00',
			account: '1',
			status: 'pending',
			createdAt: now,
		};
		expect(await result).toEqual({ ...asMade, nonce: 'a', alreadyExisted: false });
		expect(stitch.lookedUp).toEqual([]);
	});

	it.each`
		made                                                   | when                                                            | alreadyExisted
		${'before it was sent'}                                | ${{ createdAt: '2026-11-20T09:59:54.999Z' }}                    | ${true}
		${'before it was sent, in UTC without saying so'}      | ${{ createdAt: '2026-11-20T09:59:53' }}                         | ${true}
		${'so shortly before that clocks may differ'}          | ${{ createdAt: '2026-11-20T09:59:55.001Z' }}                    | ${null}
		${'when it was sent'}                                  | ${{ createdAt: '2026-11-20T10:00:00.000Z' }}                    | ${null}
		${'when it was sent, in UTC without saying so'}        | ${{ createdAt: '2026-11-20T10:00:00.000' }}                     | ${null}
		${'before it was sent, in hours of its offset'}        | ${{ createdAt: '2026-11-20T11:59:54+02' }}                      | ${true}
		${'after it was sent'}                                 | ${{ createdAt: '2026-11-20T10:00:01Z' }}                        | ${null}
		${'long after that, by another clock'}                 | ${{ createdAt: '2026-11-20T10:03:00Z' }}                        | ${null}
		${'at a time that nobody can read'}                    | ${{ createdAt: 'soon' }}                                        | ${null}
		${'at a time that is not said'}                        | ${{ createdAt: undefined }}                                     | ${null}
		${'at a time that is left empty'}                      | ${{ createdAt: null }}                                          | ${null}
		${'at a time not said, in a state that it had before'} | ${{ createdAt: undefined, statusDate: '2026-11-20T09:00:00Z' }} | ${true}
		${'at a time not said, in a state reached since'}      | ${{ createdAt: undefined, statusDate: '2026-11-20T10:00:01Z' }} | ${null}
	`(
		'is the first one, made $made, and says whether it is older: $alreadyExisted',
		async ({ when, alreadyExisted }: { when: object; alreadyExisted: true | null }) => {
			const held = { a: { ...paid, ...when } };
			expect(await outcomeOf({ held })).toMatchObject({ id: '1', alreadyExisted });
		},
	);

	it.each`
		where                                                   | createdAt                     | setting                              | alreadyExisted
		${'the clock of Stitch is ahead'}                       | ${'2026-11-20T10:05:01Z'}     | ${{ answers: [usedAt('10:05:01')] }} | ${null}
		${'it is older by the clock of Stitch, which is ahead'} | ${'2026-11-20T10:04:00Z'}     | ${{ answers: [usedAt('10:05:01')] }} | ${true}
		${'the clock of Stitch is behind'}                      | ${'2026-11-20T09:55:00Z'}     | ${{ answers: [usedAt('09:54:59')] }} | ${null}
		${'an earlier pass of its execution may have made it'}  | ${'2026-11-20T09:59:30.500Z'} | ${{ sendingFor: 30_000 }}            | ${null}
		${'its time, in whole seconds, leaves that open'}       | ${'2026-11-20T09:59:54Z'}     | ${{ sendingFor: 200 }}               | ${null}
		${'it is an hour old, and no answer has a date'}        | ${'2026-11-20T09:00:00Z'}     | ${{ answers: [undated] }}            | ${null}
		${'it is a month old, and no answer has a date'}        | ${before}                     | ${{ answers: [undated] }}            | ${true}
	`(
		'is called older only where that is certain: $alreadyExisted where $where',
		async ({ createdAt, setting, alreadyExisted }: Dated) => {
			const held = { a: { ...paid, createdAt } };
			expect(await outcomeOf({ held, ...setting })).toMatchObject({ alreadyExisted });
		},
	);

	it('is the first one where GraphQL says by its code that the nonce was used', async () => {
		const { result } = send({ answers: [undated], held: { a: paid } });
		expect(await result).toEqual({ ...paid, nonce: 'a', alreadyExisted: true });
	});

	it('names the values that could not be compared because Stitch does not return them', async () => {
		const { result } = send({ held: { a: { ...paid, account: undefined } } });
		expect(await result).toMatchObject({ notCompared: ['Account Number'] });
	});

	it('is looked up again when Stitch lists it a little later', async () => {
		const { result, clock } = send({ held: { a: paid }, unlistedFor: 2 });
		expect(await result).toMatchObject({ id: '1' });
		expect(clock.pauses).toEqual([500, 2000]);
	});

	it('is rejected with both values when the first one was different', async () => {
		const held = { a: { ...paid, amount: '12.00', account: '2' } };
		expect(await outcomeOf({ held })).toMatchObject({
			...{ kind: 'otherValues', id: '1', nonce: 'a', happened: 'no', sent: ['a'] },
			sentence:
				"Already sent under the reference salary-1, but with different values: nothing was sent again. 'Amount' was 12.00 and is now 10.00; 'Account Number' is not the same",
			advice:
				'Check the first payment in Stitch: its ID is 1. If it is this payment, leave this row out of the next run: with different values or a different reference, it could be paid a second time. If more of it is due, or this row is a different payment, send only that, under a new reference.',
		});
	});

	it.each`
		first                                  | setting
		${'is as new as this run'}             | ${{ held: { a: made } }}
		${'is not listed'}                     | ${{ answers: [answer(409, {})] }}
		${'cannot be looked up'}               | ${{ held: { a: notReachable } }}
		${'was made by this run, answer lost'} | ${{ answers: ['lost'] }}
	`(
		'may be its own duplicate, where a duplicate is to fail and the first $first',
		async ({ setting }: Row) => {
			const outcome = await outcomeOf({ ...setting, onDuplicate: 'fail' });
			expect(outcome).toMatchObject({ status: 409, happened: 'maybe' });
		},
	);

	it('fails as it failed where no answer came however often it was sent', async () => {
		const failure = await outcomeOf({ answers: ['lost', 'lost', 'lost'] });
		expect(failure).toMatchObject({ kind: 'answerLost', happened: 'maybe', lookedUp: [] });
		// Each kind of failure has its own advice: this payment can safely be sent again.
		expect(failure).not.toHaveProperty('advice');
	});

	it('fails as it failed when the nonce is not the reason', async () => {
		const { result, stitch } = send({ answers: [answer(400, { detail: 'No such charge' })] });
		await expect(result).rejects.toThrow('No such charge');
		expect(stitch.lookedUp).toEqual([]);
	});
});

describe('a payment that its own first may have left no room for', () => {
	const tooMuch = (status = 400) => answer(status, { detail: 'More than is left' });
	const refusal = { answers: [tooMuch()], rules: { mayRefuseItself: true } };

	it.each([
		['404', tooMuch(404)],
		['422', tooMuch(422)],
		['BAD_USER_INPUT', { kind: 'graphql', happened: 'no', code: 'BAD_USER_INPUT' } as const],
	])('is the first one where it is refused with %s', async (_, ofValues) => {
		const outcome = await outcomeOf({ ...refusal, answers: [ofValues], held: { a: paid } });
		expect(outcome).toMatchObject({ id: '1', alreadyExisted: true });
	});

	it('fails with the first reason, after one look-up, when there is no earlier payment', async () => {
		const { result, stitch, clock } = send(refusal);
		await expect(result).rejects.toThrow('More than is left');
		expect(stitch.lookedUp).toEqual(['a']);
		expect(clock.pauses).toEqual([]);
	});

	it.each<[string, Case]>([
		['refused for the credential', { answers: [tooMuch(403)] }],
		['to fail if there is one', { onDuplicate: 'fail' }],
	])('is not looked up where it is %s', async (_, more) => {
		const { result, stitch } = send({ ...refusal, ...more });
		await expect(result).rejects.toThrow('More than is left');
		expect(stitch.lookedUp).toEqual([]);
	});
});

describe('a conflict about a payment that is not listed', () => {
	const busy = answer(409, { detail: 'The terminal is busy.' });
	const extensions = { code: 'NONCE_DUPLICATE' };
	const inGraphql = answer(400, { errors: [{ message: 'Used', extensions }] });

	it.each`
		that                           | answers              | said
		${'says nothing'}              | ${[answer(409, {})]} | ${'Stitch reports a conflict.'}
		${'has no body'}               | ${[answer(409, '')]} | ${'Stitch reports a conflict.'}
		${'says no more'}              | ${[conflict]}        | ${'Stitch reports a conflict: “Conflict”.'}
		${'names another reason'}      | ${[busy]}            | ${'Stitch reports a conflict: “The terminal is busy”.'}
		${'comes after a lost answer'} | ${[lost, busy]}      | ${'Stitch reports a conflict: “The terminal is busy”.'}
		${'is one in GraphQL'}         | ${[inGraphql]}       | ${'Stitch reports a conflict: “Used”.'}
	`('proves nothing where it $that', async ({ answers, said }: Case & { said: string }) => {
		expect(await outcomeOf({ answers })).toMatchObject({
			happened: 'maybe',
			sentence: `${said} No payment under the reference salary-1 can be found so far, but there may be one`,
			advice:
				'Wait a few minutes: Stitch may list it later. It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
		});
	});

	it('is told apart from a look-up that failed', async () => {
		expect(await outcomeOf({ answers: [busy], held: { a: notReachable } })).toMatchObject({
			happened: 'maybe',
			sentence:
				'Nothing was sent twice. Stitch reports a conflict: “The terminal is busy”. The node could not check whether the reference salary-1 was paid (Away)',
			advice:
				'It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
			lookedUp: ['a'],
		});
	});
});

describe('a payment that Stitch did not confirm', () => {
	const open = { kind: 'graphql', code: 'INTERNAL_SERVER_ERROR', happened: 'maybe' } as const;
	const atTill = usedNonces['terminalSession.create'];

	it.each<[string, Case]>([
		['an answer that leaves it open', { answers: [open] }],
		['silence at a till', { answers: [lost], rules: atTill }],
	])('is not called refused after %s', async (_, unconfirmed) => {
		const { result } = send(unconfirmed);
		await expect(result).rejects.toThrow(/^Stitch did not confirm this\. No payment/);
	});

	it.each<[string, Case]>([
		['a lost answer', { answers: ['lost'] }],
		['silence at a till', { answers: ['lost'], rules: atTill }],
	])('may be of this run where it is listed with other values after %s', async (_, unconfirmed) => {
		const makes = { amount: '12.00' };
		expect(await outcomeOf({ ...unconfirmed, makes })).toMatchObject({
			...{ kind: 'otherValues', id: 'new-1', happened: 'maybe' },
			sentence:
				"Stitch has a payment under the reference salary-1 that has different values, and may have been made now or before. 'Amount' was 12.00 and is now 10.00",
			advice:
				"It may have gone through. Check in Stitch before you run it again. The payment's ID is new-1.",
		});
	});

	it.each<[string, Case]>([
		['a conflict, after which it is looked up', {}],
		['a look-up before anything is sent', { rules: { isLookedUpFirst: true } }],
	])('is not of this run where %s shows one with other values, however new', async (_, found) => {
		const held = { a: { ...made, amount: '12.00' } };
		expect(await outcomeOf({ ...found, held })).toMatchObject({
			...{ kind: 'otherValues', id: made.id, happened: 'no' },
		});
	});

	it('may have been made by this run where it cannot be looked up after a lost answer', async () => {
		const answers = ['lost' as const, answer(404, { detail: 'Unknown charge' })];
		const makes = new ServiceFailure({ kind: 'notConnected', happened: 'no' });
		expect(await outcomeOf({ answers, makes })).toMatchObject({
			happened: 'maybe',
			sentence:
				'This run may have made the payment, but Stitch did not confirm it: “Unknown charge”. The node could not check whether the reference salary-1 was paid',
			advice:
				'It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
		});
	});
});

describe('an answer with a payment', () => {
	const answered = (changes: object) => [answer(201, { ...paid, ...changes })];
	const other = { amount: '12.00', createdAt: now };

	it.each`
		where                                       | answers                                         | setting                    | outcome
		${'it is older, whatever its status says'}  | ${answered({})}                                 | ${{}}                      | ${{ id: '1', nonce: 'a', alreadyExisted: true, lookedUp: [] }}
		${'only its record says that it is older'}  | ${answered({ ...other, createdAt: undefined })} | ${{ held: { a: paid } }}   | ${{ id: '1', amount: '10.00', alreadyExisted: true }}
		${'it is older and has other values'}       | ${answered({ amount: '12.00' })}                | ${{}}                      | ${{ kind: 'otherValues', id: '1', lookedUp: [], sentence: expect.stringContaining("'Amount' was 12.00 and is now 10.00") }}
		${'it is older and a duplicate is to fail'} | ${answered({})}                                 | ${{ onDuplicate: 'fail' }} | ${{ kind: 'duplicate', id: '1' }}
	`('is the first payment where $where', async ({ answers, setting, outcome }: Case & Row) => {
		expect(await outcomeOf({ answers, ...setting })).toMatchObject(outcome);
	});

	it.each`
		where                                             | answers                                                     | setting                                         | outcome
		${'it was made just now, in another zone'}        | ${answered({ createdAt: '2026-11-20T12:00:00.500+02:00' })} | ${{}}                                           | ${{}}
		${'it was made then, in a zone without a colon'}  | ${answered({ createdAt: '2026-11-20T12:00:00.500+0200' })}  | ${{}}                                           | ${{}}
		${'it was made then, in UTC with a small z'}      | ${answered({ createdAt: '2026-11-20T10:00:00.500z' })}      | ${{}}                                           | ${{}}
		${'its values are only written in another way'}   | ${answered(other)}                                          | ${{ held: { a: { ...paid, createdAt: now } } }} | ${{ amount: '10.00', notAsAsked: undefined, lookedUp: ['a'] }}
		${'its values are other ones in its record, too'} | ${answered(other)}                                          | ${{ held: { a: { ...paid, ...other } } }}       | ${{ amount: '12.00', notAsAsked: ['Amount'], lookedUp: ['a'] }}
		${'its values are other ones and cannot be read'} | ${answered(other)}                                          | ${{ held: { a: notReachable } }}                | ${{ notAsAsked: ['Amount'] }}
		${'its values are other ones and not listed yet'} | ${answered(other)}                                          | ${{}}                                           | ${{ notAsAsked: ['Amount'] }}
		${'a different payment is listed'}                | ${answered(other)}                                          | ${{ held: { a: { ...made, id: '2' } } }}        | ${{ notAsAsked: ['Amount'] }}
	`('is a new one where $where', async ({ answers, setting, outcome }: Case & Row) => {
		const { notAsAsked, ...made } = await outcomeOf({ answers, ...setting });
		const isNew = { id: '1', nonce: 'a', alreadyExisted: false };
		expect({ ...made, notAsAsked }).toMatchObject({ ...isNew, notAsAsked: undefined, ...outcome });
	});

	it.each`
		that                                    | changes                                     | setting
		${'has no time'}                        | ${{ createdAt: undefined }}                 | ${{}}
		${'has a time without a zone'}          | ${{ createdAt: '2026-11-20T10:00:00.500' }} | ${{}}
		${'is a little older than its request'} | ${{ createdAt: '2026-11-20T09:59:58Z' }}    | ${{}}
		${'may be that of an earlier pass'}     | ${{ createdAt: '2026-11-20T09:59:58Z' }}    | ${{ sendingFor: 30_000 }}
	`('may be of any age where it $that', async ({ changes, setting }: Row & { changes: object }) => {
		const outcome = await outcomeOf({ answers: answered(changes), ...setting });
		expect(outcome).toMatchObject({ id: '1', alreadyExisted: null });
	});

	describe('that comes after one that was lost', () => {
		const second = { ...made, id: '2' };
		const answers = [lost, answer(201, second)];
		const both = new ServiceFailure({ kind: 'unreadable', happened: 'no', ids: ['1', '2'] });

		it.each<[string, Case]>([
			['it is the only one', { held: { a: second } }],
			['it is not listed yet', { unlistedFor: 9 }],
			['nobody can look', { held: { a: notReachable } }],
			['a list calls it by a different ID', { held: { a: { ...second, id: 'd-2' } } }],
		])('is a new payment where %s', async (_, more) => {
			const outcome = await outcomeOf({ answers, ...more });
			expect(outcome).toMatchObject({ id: '2', alreadyExisted: false });
			expect(outcome).not.toHaveProperty('madeTwice');
		});

		it.each<[string, Partial<typeof second>, true | false | null]>([
			['was made now', {}, false],
			['does not say when it was made', { createdAt: undefined }, null],
		])(
			'names both payments where Stitch made a second one, which %s',
			async (_, changes, alreadyExisted) => {
				const outcome = await outcomeOf({
					answers: [lost, answer(201, { ...second, ...changes })],
					held: { a: both },
				});
				expect(outcome).toMatchObject({ id: '2', alreadyExisted, madeTwice: ['1', '2'] });
			},
		);

		it('is looked up no longer than until the list shows it', async () => {
			const outcome = await outcomeOf({ answers, held: { a: second } });
			expect(outcome).toMatchObject({ lookedUp: ['a'] });
		});

		it('is looked up until the list, which shows the first one sooner, shows both', async () => {
			const { result, stitch } = send({ answers });
			const listed = () => (stitch.lookedUp.length < 3 ? made : both);
			Object.defineProperty(stitch.held, 'a', { get: listed });
			expect(await result).toMatchObject({ id: '2', madeTwice: ['1', '2'] });
		});

		it('is looked up again where the list shows neither yet', async () => {
			const outcome = await outcomeOf({ answers, unlistedFor: 1, held: { a: both } });
			expect(outcome).toMatchObject({ madeTwice: ['1', '2'], lookedUp: ['a', 'a'] });
		});
	});

	it('is looked up for a second one only after an answer that was lost', async () => {
		expect(await outcomeOf({})).toMatchObject({ lookedUp: [] });
	});

	it('is unknown where it has other values and no time', async () => {
		const other = { amount: '12.00', createdAt: undefined };
		const held = { a: { ...paid, ...other } };
		expect(await outcomeOf({ answers: answered(other), held })).toMatchObject({
			...{ kind: 'otherValues', id: '1', happened: 'maybe' },
			sentence:
				"Stitch has a payment under the reference salary-1 that has different values, and may have been made now or before. 'Amount' was 12.00 and is now 10.00",
			advice:
				"It may have gone through. Check in Stitch before you run it again. The payment's ID is 1.",
		});
	});
});
