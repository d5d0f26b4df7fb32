import { nonceDuplicate, type FailureDetails } from '../transport/failure';
import type { Outcome } from '../transport/service';
import { differencesOf } from './comparison';
import { lookOnce } from './lookUp';
import type { Once } from './once';

/** Another payment was made under this nonce before. */
export const madeBefore: FailureDetails = {
	kind: 'graphql',
	code: nonceDuplicate,
	detail: 'A payment was made under this nonce before.',
};

/**
 * The same for a service that may answer a used nonce with the first payment under it, as if that one
 * were new: where it can be told from a new one, it counts as made before.
 */
export function tellingFirst(once: Once): Once {
	return {
		...once,
		async send(nonce) {
			// In an answer, one that failed before looks like one that fails now. The first is made again;
			// the second must not be, or one run would make it ten times. So the first is looked for.
			const isKnown = once.onDuplicate === 'payAgainIfFailed' && (await hasFailed(once, nonce));
			return isKnown ? { failure: madeBefore } : ownAnswer(await once.send(nonce), once);
		},
	};
}

/** Whether a payment is known to have failed under a nonce. */
async function hasFailed(once: Once, nonce: string): Promise<boolean> {
	const known = await lookOnce(async () => await once.find(nonce));
	return known !== undefined && 'found' in known && once.hasFailed?.(known.found) === true;
}

/** An answer that shows another payment than the one asked for is that of a nonce used before. */
function ownAnswer(outcome: Outcome, { compare }: Once): Outcome {
	if ('failure' in outcome) return outcome;
	const isOwn = differencesOf(compare(outcome.answer.body)).length === 0;
	return isOwn ? outcome : { failure: madeBefore };
}
