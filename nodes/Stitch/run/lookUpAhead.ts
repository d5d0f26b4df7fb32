import { EarlierPayments, mostTogether } from '../idempotency/earlierPayments';
import type { Service } from '../transport/service';
import { turns } from './concurrency';
import type { Entry } from './entry';

/**
 * Tries payments out, as many at a time as are looked up in one request.
 * @param tryOne returns whether to continue with the next ones
 */
export async function tryEach<One>(
	all: readonly One[],
	service: Service,
	tryOne: (one: One, earlier: EarlierPayments) => Promise<boolean>,
): Promise<void> {
	const earlier = new EarlierPayments(service);
	const breathe = turns();
	for (let from = 0; from < all.length; from += mostTogether) {
		await breathe();
		const some = all.slice(from, from + mostTogether);
		const isToContinue = await Promise.all(some.map(async (one) => await tryOne(one, earlier)));
		if (isToContinue.includes(false)) break;
	}
}

/** Looks up the payments that are to be looked up before they are sent: many in one request. */
export async function lookUpAhead(entries: readonly Entry[], service: Service): Promise<void> {
	const payments = entries.flatMap(({ payment }) => (payment?.lookUpAhead ? [payment] : []));
	await tryEach(payments, service, async (payment, earlier) => {
		await payment.lookUpAhead?.(earlier);
		return true;
	});
}
