import { EarlierPayments, mostTogether } from '../idempotency/earlierPayments';
import { asNumber } from '../schemas/money';
import { clientKind } from '../transport/clientToken';
import type { Service } from '../transport/service';
import { yielding } from './concurrency';
import { fail, type Entry } from './entry';

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
	const yieldToN8n = yielding();
	for (let from = 0; from < all.length; from += mostTogether) {
		await yieldToN8n();
		const some = all.slice(from, from + mostTogether);
		const isToContinue = await Promise.all(some.map(async (one) => await tryOne(one, earlier)));
		if (isToContinue.includes(false)) break;
	}
}

/**
 * Finds out of every payment whether a run would send it now; nothing is sent. What would fail in
 * a run fails here too.
 * @param entries those that no check and no limit has rejected
 */
export async function tryAll(
	entries: readonly Entry[],
	{ service, continueOnFail }: { service: Service; continueOnFail: boolean },
): Promise<void> {
	await tryEach(entries, service, async (entry, earlier) => {
		try {
			const tried = await entry.payment?.dryRun(service, earlier);
			entry.output = [{ json: { ...tried, dryRun: true }, pairedItem: { item: entry.item.index } }];
		} catch (cause) {
			fail(entry, cause);
		}
		return entry.error === undefined || continueOnFail;
	});
	addTotals(entries, clientKind(service.clientId));
}

/** What a limit compares, and what would leave the float: the same for every item of the run. */
function addTotals(entries: readonly Entry[], client: ReturnType<typeof clientKind>): void {
	const sum = (some: readonly Entry[]) =>
		asNumber({
			cents: some.reduce((cents, { payment }) => cents + (payment?.amount.cents ?? 0), 0),
		});
	const runTotal = sum(entries);
	const sendTotal = sum(entries.filter(({ output }) => output?.[0]?.json.wouldSend === true));
	for (const { output } of entries) {
		for (const { json } of output ?? []) Object.assign(json, { client, runTotal, sendTotal });
	}
}
