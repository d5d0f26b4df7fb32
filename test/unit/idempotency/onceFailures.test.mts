import {
	allFailed,
	failureOfPayment,
	madeBefore,
	mayBeEarlier,
	mayBeListedLater,
	notLookedUp,
	notSentUnseen,
	otherValues,
	reportedFailure,
} from '../../../nodes/Stitch/idempotency/onceFailures';
import type { PaymentToMake } from '../../../nodes/Stitch/idempotency/paymentToMake';
import { usedNonces } from '../../../nodes/Stitch/idempotency/usedNonce';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';

const payment = {
	nonce: 'a',
	name: () => 'the reference salary-1',
	rules: usedNonces['disbursement.create'],
	lookUpAdvice: 'Look in the dashboard.',
	compare: ({ amount, bank }) => [
		{ label: 'Amount', asked: 'R10.00', found: String(amount) },
		{ label: 'Bank', asked: 'FNB', found: String(bank) },
	],
} satisfies Partial<PaymentToMake> as unknown as PaymentToMake;
const inPerson = { ...payment, rules: usedNonces['terminalSession.create'] };

const other = { id: '1', amount: 'R11.00', bank: 'ABSA' };
const conflict: FailureDetails = { kind: 'status', status: 409, happened: 'no', detail: 'Used' };
const away: FailureDetails = { kind: 'status', status: 503, happened: 'maybe' };
const stopped: FailureDetails = { kind: 'stopped', happened: 'no' };

/** Whether a person may be told that nothing was paid, by what is known. */
it.each([
	['the first payment has different values', 'no', () => otherValues(payment, 'a', other)],
	['it was made before', 'no', () => madeBefore(payment, 'a', other)],
	['all of its attempts have failed', 'no', () => allFailed([], 'c')],
	['another one may be as new as this run', 'maybe', () => mayBeEarlier(payment, 'a', other)],
	[
		'there is a conflict, and none is listed',
		'maybe',
		() => mayBeListedLater(payment, 'a', conflict),
	],
	['there is a conflict', 'maybe', () => reportedFailure(payment, 'a', conflict)],
	['it was not confirmed', 'maybe', () => reportedFailure(payment, 'a', away)],
	['nobody can look it up', 'maybe', () => notLookedUp(payment, 'a', undefined, away)],
	['it was not looked up before', 'maybe', () => notSentUnseen(payment, 'a', away)],
	['the run was stopped before', 'no', () => notSentUnseen(payment, 'a', stopped)],
	['the node is broken', 'maybe', () => failureOfPayment(payment, new Error('broken'))],
])('a payment that failed because %s may have been made: %s', (_why, happened, failure) => {
	expect(failure().details).toMatchObject({ happened, nonce: expect.stringMatching(/^[ac]$/) });
});

it.each([
	['different values', () => otherValues(payment, 'a', other)],
	['a payment that may be as new', () => mayBeEarlier(payment, 'a', other)],
])('names every value that differs, of %s', (_what, failure) => {
	expect(failure().details.sentence).toContain(
		"'Amount' was R11.00 and is now R10.00; 'Bank' was ABSA and is now FNB",
	);
});

it('names the payment that was made before, and how it is returned instead', () => {
	expect(madeBefore(payment, 'a', other).details.advice).toBe(
		"The payment has the ID 1. To return it instead, set 'On Duplicate' to Return Existing.",
	);
});

it('lets nobody move the money in another way before it was looked up', () => {
	const { details } = notSentUnseen(payment, 'a', away);
	expect(details.advice).toBe(
		'Run it again unchanged: nothing is sent before this has been checked. Until then, do not move this money in another way. Look in the dashboard.',
	);
});

it('lets run again only what Stitch does not make twice', () => {
	expect(notLookedUp(payment, 'a', away).details.advice).toBe(
		'It may have gone through. Run it again unchanged: it cannot be paid twice. Look in the dashboard.',
	);
	const checked =
		'It may have gone through. Check in Stitch before you run it again. Look in the dashboard.';
	expect(notLookedUp(inPerson, 'a', away).details.advice).toBe(checked);
	expect(reportedFailure(inPerson, 'a', conflict).details.advice).toBe(checked);
	expect(reportedFailure(inPerson, 'a', stopped).details).not.toHaveProperty('advice');
});
