import {
	nonceDuplicate,
	saysDuplicate,
	ServiceFailure,
	type FailureDetails,
} from '../transport/failure';
import { whatWasSaid } from '../transport/messages';
import type { EarlierAttempt, Once } from './once';

/** The failure as it came. */
export function unchanged(nonce: string, failure: FailureDetails): ServiceFailure {
	return new ServiceFailure({ ...failure, nonce });
}

/** It may have been made, or the nonce was used before, and the payment cannot be looked up. */
export function notLookedUp(
	{ name, lookUpAdvice }: Once,
	nonce: string,
	failure: FailureDetails,
	{ detail, title }: FailureDetails,
): ServiceFailure {
	const why = detail ?? title;
	const start = failure.uncertain
		? 'This run may have made the payment, but Stitch did not confirm it'
		: 'Nothing was sent twice. Stitch reports a conflict';
	return new ServiceFailure({
		...failure,
		nonce,
		// What was there before stands as long as nobody has looked.
		uncertain: true,
		sentence: `${start}${quoted(failure)}. Whether there is a payment under ${name(nonce)} could not be looked up${why ? ` (${why})` : ''}`,
		advice: lookUpAdvice,
	});
}

/** The service knows no payment under the nonce, so its refusal is final, unless one may be listed later. */
export function nothingThere(once: Once, nonce: string, failure: FailureDetails): ServiceFailure {
	if (mayBeListedLater(once, failure)) return notListed(once, nonce, failure);
	const refusal = { ...failure, nonce, uncertain: false };
	if (!saysDuplicate(failure)) return new ServiceFailure(refusal);
	return new ServiceFailure({
		...refusal,
		sentence: `Stitch reports a conflict${quoted(failure)}, and it knows no payment under ${once.name(nonce)}: nothing was carried out`,
		advice: `Put right what Stitch names, then run the item again. If it says that the nonce was used: ${once.lookUpAdvice}`,
	});
}

/** Whether what stands in the way may be a payment that is not listed yet, also one of this very run. */
function mayBeListedLater({ mayRefuseItself }: Once, failure: FailureDetails): boolean {
	if (!saysDuplicate(failure)) return mayRefuseItself === true;
	const said = whatWasSaid(failure);
	const saysUsed = failure.code === nonceDuplicate || said === undefined || /nonce/i.test(said);
	return failure.uncertain === true || saysUsed;
}

function notListed(once: Once, nonce: string, failure: FailureDetails): ServiceFailure {
	const what = saysDuplicate(failure) ? 'reports a conflict' : 'refused this';
	const again =
		'Run the item again in a few minutes, under the same reference or nonce: nothing is sent twice. If it stays so:';
	return new ServiceFailure({
		...failure,
		nonce,
		uncertain: true,
		sentence: `Stitch ${what}${quoted(failure)}. No payment under ${once.name(nonce)} can be found so far, but there may be one`,
		advice: `${again} ${once.lookUpAdvice}`,
	});
}

/** Every attempt was made, and has failed. */
export function allFailed(attempts: EarlierAttempt[], { nonces }: Once): ServiceFailure {
	const { id, reason, reasonText } = attempts.at(-1) ?? {};
	return new ServiceFailure({
		kind: 'failedPayment',
		nonce: nonces.at(-1),
		id: String(id),
		reason: typeof reason === 'string' ? reason : undefined,
		sentence: `All ${attempts.length} attempts to make this payment have failed. The last time: ${String(reasonText ?? 'no reason given')}`,
		advice:
			'Nothing more is sent under this reference or nonce. Find out why it fails, then pay it under a new one.',
	});
}

/** The service's own words for a refusal. */
function quoted(failure: FailureDetails): string {
	const said = whatWasSaid(failure);
	return said === undefined ? '' : `: “${said}”`;
}
