import { EarlierPayments } from '../idempotency/earlierPayments';
import type { Service } from '../transport/service';
import { turns } from './concurrency';
import type { Entry } from './entry';

/** So many payments are looked up in one request. */
const atOnce = 100;

/**
 * Tries payments out, a hundred at a time, so that they are looked up together.
 * @param tryOne returns whether to go on with the next hundred
 */
export async function tryEach<One>(
	all: readonly One[],
	service: Service,
	tryOne: (one: One, earlier: EarlierPayments) => Promise<boolean>,
): Promise<void> {
	const earlier = new EarlierPayments(service);
	const breathe = turns();
	for (let from = 0; from < all.length; from += atOnce) {
		await breathe();
		const some = all.slice(from, from + atOnce);
		const goOn = await Promise.all(some.map(async (one) => await tryOne(one, earlier)));
		if (goOn.includes(false)) break;
	}
}

/** Looks up the payments that are to be looked up before they are sent: a hundred in one request. */
export async function lookAhead(entries: readonly Entry[], service: Service): Promise<void> {
	const payments = entries.flatMap(({ payment }) => (payment?.lookAhead ? [payment] : []));
	await tryEach(payments, service, async (payment, earlier) => {
		await payment.lookAhead?.(earlier);
		return true;
	});
}
