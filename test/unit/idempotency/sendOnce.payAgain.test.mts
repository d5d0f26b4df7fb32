import { answer } from '../builders.mts';
import {
	cancelled,
	failed,
	failureOf,
	notReachable,
	now,
	outcomeOf,
	paid,
	send,
	type Case,
} from './sending.mts';

const first = {
	id: '1',
	status: 'error',
	reason: 'account_closed',
	reasonText: 'Account closed',
};
/** As this very execution may have made it. */
const own = { ...failed, createdAt: now };
const second = { ...failed, id: '2' };
const otherValues = { amount: '99.00', account: '9' };

interface Row {
	setting: Case;
	outcome: object;
}

describe('a payment that may be paid again if it failed', () => {
	const again = { onDuplicate: 'payAgainIfFailed' } as const;

	it('is made under the nonce of the first attempt that does not exist yet', async () => {
		const { result, stitch } = send({ ...again, held: { a: failed, b: second } });
		expect(await result).toEqual({
			...{ id: 'new-1', amount: '10.00', account: '1', status: 'pending', createdAt: now },
			...{ nonce: 'c', alreadyExisted: false, attempt: 3 },
			earlierAttempts: [first, { ...first, id: '2' }],
		});
		expect(stitch.sent).toEqual(['a', 'b', 'c']);
	});

	it.each`
		where                                                 | setting                                                                                  | outcome
		${'nothing was sent before'}                          | ${{}}                                                                                    | ${{ nonce: 'a', attempt: 1, sent: ['a'], earlierAttempts: [] }}
		${'the first had other values, which were corrected'} | ${{ held: { a: { ...failed, ...otherValues } } }}                                        | ${{ nonce: 'b', attempt: 2 }}
		${'the first is just older than this execution'}      | ${{ held: { a: { ...failed, createdAt: '2026-11-20T09:58:54Z' } }, sendingFor: 59_999 }} | ${{ nonce: 'b', attempt: 2 }}
		${'an answer was lost, but the failed one is older'}  | ${{ held: { a: failed }, answers: ['lost'] }}                                            | ${{ nonce: 'b', attempt: 2, sent: ['a', 'a', 'b'] }}
	`('is made by this run where $where', async ({ setting, outcome }: Row) => {
		const made = await outcomeOf({ ...again, ...setting });
		expect(made).toMatchObject({ id: 'new-1', alreadyExisted: false, ...outcome });
	});

	it.each(['pending', 'submitted', 'paused', 'completed'])(
		'is returned as it is while it is %s',
		async (status) => {
			const held = { a: failed, b: { ...paid, id: '2', status } };
			const result = { id: '2', status, nonce: 'b', attempt: 2, alreadyExisted: true };
			expect(await outcomeOf({ ...again, held })).toMatchObject({ ...result, sent: ['a', 'b'] });
		},
	);

	it('is rejected where the one that was paid has other values', async () => {
		const { result } = send({ ...again, held: { a: { ...paid, ...otherValues } } });
		await expect(result).rejects.toThrow("'Amount' was 99.00 and is now 10.00");
	});

	it.each`
		where                                                   | setting                                                                                                                 | outcome
		${'was made this very moment'}                          | ${{ held: { a: own } }}                                                                                                 | ${{ sent: ['a'] }}
		${'was made a minute ago'}                              | ${{ held: { a: { ...own, createdAt: '2026-11-20T09:59:00Z' } }, sendingFor: 60_000 }}                                   | ${{ sent: ['a'] }}
		${'was made at a time that is still to come'}           | ${{ held: { a: { ...own, createdAt: '2026-11-20T10:03:00Z' } } }}                                                       | ${{ sent: ['a'] }}
		${'was found before anything was sent'}                 | ${{ held: { a: { ...own, createdAt: '2026-11-20T09:59:00Z' } }, sendingFor: 60_000, rules: { isLookedUpFirst: true } }} | ${{ sent: [] }}
		${'was made by a request whose answer was lost'}        | ${{ answers: ['lost'], makes: { status: 'error' } }}                                                                    | ${{ sent: ['a', 'a'], lookedUp: ['a', 'b', 'b', 'b'] }}
		${'was made by such a request, and no attempt is left'} | ${{ answers: ['lost'], makes: { status: 'error' }, nonces: ['a'] }}                                                     | ${{ sent: ['a', 'a'], lookedUp: ['a'] }}
	`(
		'is not made again by an execution that may have made the failed one itself: it $where',
		async ({ setting, outcome }: Row) => {
			const failedNow = { status: 'error', nonce: 'a', alreadyExisted: null, attempt: 1 };
			expect(await outcomeOf({ ...again, ...setting })).toMatchObject({ ...failedNow, ...outcome });
		},
	);

	it('is looked up under no nonce that there is not, where no attempt is left', async () => {
		const setting = { nonces: ['a'], held: { a: own, undefined: paid } };
		const { result, stitch } = send({ ...again, ...setting });
		expect(await result).toMatchObject({ id: '1', status: 'error', nonce: 'a' });
		expect(stitch.lookedUp).toEqual(['a']);
	});

	const tooNew = {
		sentence: 'The first payment has failed, and is too new to be paid again by this run',
		advice:
			'Wait a minute, then run the workflow again unchanged. If it says this even tomorrow, give the row a new reference, after you have seen in Stitch that no attempt was paid.',
	};

	it.each([
		['failed only now', own],
		['failed at a time that Stitch does not say', { ...failed, createdAt: undefined }],
	])('says why it is not made again where the first %s', async (_, first) => {
		const outcome = { status: 'error', notPaidAgain: `${tooNew.sentence}. ${tooNew.advice}` };
		expect(await outcomeOf({ ...again, held: { a: first } })).toMatchObject(outcome);
	});

	it('is to wait, not to be left out, where the first failed only now and was corrected since', async () => {
		const held = { a: { ...own, ...otherValues } };
		expect(await outcomeOf({ ...again, held, sendingFor: 60_000 })).toMatchObject({
			...{ kind: 'failedPayment', happened: 'no', id: '1', nonce: 'a', sent: ['a'] },
			...tooNew,
		});
	});

	it.each`
		where                                        | setting                                                         | outcome
		${'it is the first'}                         | ${{ held: { a: cancelled } }}                                   | ${{ nonce: 'a', attempt: 1, sent: ['a'] }}
		${'it is a repeat of one that has failed'}   | ${{ held: { a: failed, b: cancelled } }}                        | ${{ nonce: 'b', attempt: 2, sent: ['a', 'b'], earlierAttempts: [first] }}
		${'another attempt has failed after it'}     | ${{ held: { a: failed, b: cancelled, c: second } }}             | ${{ nonce: 'b', attempt: 2, sent: ['a', 'b'] }}
		${'it was made and cancelled this moment'}   | ${{ held: { a: { ...cancelled, createdAt: now } } }}            | ${{ nonce: 'a', alreadyExisted: null, sent: ['a'] }}
		${'the answer of a request for it was lost'} | ${{ held: { a: cancelled }, answers: ['lost'] }}                | ${{ nonce: 'a', sent: ['a', 'a'] }}
		${'it was found before anything was sent'}   | ${{ held: { a: cancelled }, rules: { isLookedUpFirst: true } }} | ${{ nonce: 'a', sent: [] }}
	`('is not made again once somebody cancelled it: $where', async ({ setting, outcome }: Row) => {
		const made = await outcomeOf({ ...again, ...setting });
		expect(made).toMatchObject({
			...{ id: '1', status: 'cancelled', alreadyExisted: true, ...outcome },
			notPaidAgain:
				'Someone cancelled this payment (“Wrong person”): it is not paid again. Delete the row, or give it a new reference if it is to be paid after all.',
		});
	});

	it('is rejected where its values were corrected after somebody cancelled it', async () => {
		const { result, stitch } = send({ ...again, held: { a: { ...cancelled, ...otherValues } } });
		expect(await failureOf(result)).toEqual({
			kind: 'failedPayment',
			happened: 'no',
			nonce: 'a',
			id: '1',
			sentence: 'Someone cancelled this payment (“Wrong person”): it is not paid again',
			advice: 'Delete the row, or give it a new reference if it is to be paid after all.',
		});
		expect(stitch.sent).toEqual(['a']);
	});

	it.each([undefined, null, ''])(
		'is not made again where Stitch has %j for why it was cancelled',
		async (statusReason) => {
			expect(
				await outcomeOf({ ...again, held: { a: { ...cancelled, statusReason } } }),
			).toMatchObject({
				notPaidAgain: expect.stringMatching(
					/^Someone cancelled this payment: it is not paid again\./,
				),
			});
		},
	);

	it('names the reason of a cancellation without the account number in it', async () => {
		const held = { a: { ...cancelled, statusReason: 'Not to 1234567890' } };
		const { notPaidAgain } = await outcomeOf({ ...again, held });
		expect(notPaidAgain).toContain('(“Not to …90”)');
	});

	it('is the next attempt, where there is one already, after a lost answer', async () => {
		const held = { a: own, b: { ...paid, id: '2' } };
		expect(await outcomeOf({ ...again, held, answers: ['lost'] })).toMatchObject({
			...{ id: '2', nonce: 'b', alreadyExisted: true, attempt: 2 },
			earlierAttempts: [first],
			sent: ['a', 'a', 'b'],
		});
	});

	it.each`
		where                    | setting                                                     | sent
		${'after a lost answer'} | ${{ held: { a: own, b: notReachable }, answers: ['lost'] }} | ${['a', 'a']}
		${'after a used nonce'}  | ${{ held: { a: failed, b: notReachable } }}                 | ${['a', 'b']}
	`(
		'is unknown, with the nonce of the next attempt, where that cannot be looked up $where',
		async ({ setting, sent }: Row & { sent: string[] }) => {
			expect(await outcomeOf({ ...again, ...setting })).toMatchObject({
				...{ happened: 'maybe', nonce: 'b', sent },
				sentence: expect.stringMatching(
					/could not check whether the reference salary-1 was paid \(Away\)$/,
				),
			});
		},
	);

	it('is given up when every attempt has failed', async () => {
		const { result } = send({
			...again,
			held: { a: failed, b: second, c: { ...failed, id: '3' } },
		});
		expect(await failureOf(result)).toMatchObject({
			kind: 'failedPayment',
			nonce: 'c',
			id: '3',
			reason: 'account_closed',
			sentence: 'All 3 attempts to make this payment have failed. The last time: Account closed',
			advice:
				'Nothing more is sent under this reference or key. Find out why it fails. Use a new one only after you have seen in Stitch that no attempt was paid.',
		});
	});

	it('is given up without the account number that a reason names', async () => {
		const held = { a: { ...failed, statusReason: 'Not to 1234567890' } };
		const { result } = send({ ...again, nonces: ['a'], held });
		const failure = await failureOf(result);
		expect(failure).toMatchObject({ reason: 'Not to …90' });
		expect(JSON.stringify(failure)).not.toContain('1234567890');
	});

	it.each([undefined, null, { code: 7 }])(
		'is given up with no reason where Stitch has %j for one',
		async (statusReason) => {
			const held = { a: failed, b: { ...second, statusReason } };
			const { result } = send({ ...again, nonces: ['a', 'b'], held });
			expect(await failureOf(result)).toMatchObject({
				reason: undefined,
				sentence: 'All 2 attempts to make this payment have failed. The last time: no reason given',
			});
		},
	);
});

describe('a failed payment that nobody asked to pay again', () => {
	const why = {
		sentence: 'It was sent before and has failed',
		advice: "It is only paid again with 'On Duplicate' set to Pay Again If It Failed.",
	};

	it('is returned as failed, and says when it would be paid again', async () => {
		const { result, stitch } = send({ held: { a: failed } });
		expect(await result).toEqual({
			...{ ...failed, nonce: 'a', alreadyExisted: true },
			notPaidAgain: `${why.sentence}. ${why.advice}`,
		});
		expect(stitch.sent).toEqual(['a']);
	});

	it('is not to be left out where it was corrected since', async () => {
		const held = { a: { ...failed, ...otherValues } };
		const outcome = { kind: 'failedPayment', happened: 'no', id: '1', ...why };
		expect(await outcomeOf({ held })).toMatchObject(outcome);
	});

	it.each`
		is                                                   | held                                           | outcome
		${'the attempt that another run has made since'}     | ${{ a: failed, b: { ...paid, id: '2' } }}      | ${{ id: '2', nonce: 'b', status: 'completed', lookedUp: ['a', 'b'] }}
		${'the last attempt, where somebody cancelled that'} | ${{ a: failed, b: { ...cancelled, id: '2' } }} | ${{ id: '2', nonce: 'b', status: 'cancelled', lookedUp: ['a', 'b'] }}
		${'the last attempt, where that has failed, too'}    | ${{ a: failed, b: second }}                    | ${{ id: '2', nonce: 'b', status: 'error', lookedUp: ['a', 'b', 'c'] }}
	`('is $is', async ({ held, outcome }: Pick<Case, 'held'> & Pick<Row, 'outcome'>) => {
		const sentOnce = { alreadyExisted: true, sent: ['a'] };
		expect(await outcomeOf({ held })).toMatchObject({ ...sentOnce, ...outcome });
	});

	it('is unknown where the next attempt cannot be looked up', async () => {
		const { result } = send({ held: { a: failed, b: notReachable } });
		expect(await failureOf(result)).toMatchObject({ happened: 'maybe', nonce: 'b' });
	});

	it('has no later attempt where a duplicate is to fail', async () => {
		const answers = ['lost' as const, answer(422, { detail: 'Too much' })];
		const held = { a: own, b: { ...paid, id: '2' } };
		expect(await outcomeOf({ onDuplicate: 'fail', held, answers })).toMatchObject({
			...{ id: '1', status: 'error', alreadyExisted: null },
			lookedUp: ['a'],
		});
	});

	it.each(['returnExisting', 'payAgainIfFailed'] as const)(
		'is returned where payments of its kind cannot fail for good (%s)',
		async (onDuplicate) => {
			const outcome = { id: '1', alreadyExisted: true, sent: ['a'] };
			const setting = { held: { a: failed }, onDuplicate, canFail: false };
			expect(await outcomeOf(setting)).toMatchObject(outcome);
		},
	);
});

it('works out the nonces of later attempts, which takes time, only for a payment that has failed', async () => {
	const { result, stitch, allNonces } = send({ held: { a: paid } });
	expect(await result).toMatchObject({ id: '1' });
	expect(stitch.lookedUp).toEqual(['a']);
	expect(allNonces).not.toHaveBeenCalled();
});
