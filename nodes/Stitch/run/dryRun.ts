import { EarlierPayments, largestBatch } from '../idempotency/earlierPayments';
import { randOf } from '../schemas/money';
import { clientKind } from '../transport/client';
import type { Service } from '../transport/service';
import { inParallel, inTurns } from './concurrency';
import { fail, type Entry } from './entry';

/** How many look-ups are under way at once: with more, Stitch answers each of them later. */
export const batchesAtOnce = 4;

/**
 * Tries payments out, as many together as are looked up in one request, and a few of these at once.
 * @param tryOne returns whether to continue with the next ones
 */
export async function tryEach<One>(
	all: readonly One[],
	service: Service,
	tryOne: (one: One, earlier: EarlierPayments) => Promise<boolean>,
): Promise<void> {
	const earlier = new EarlierPayments(service);
	const batches = Array.from({ length: Math.ceil(all.length / largestBatch) }, (_, index) =>
		all.slice(index * largestBatch, (index + 1) * largestBatch),
	);
	await inParallel(
		inTurns(batches),
		() => batchesAtOnce,
		async (some) => {
			const isToContinue = await Promise.all(some.map(async (one) => await tryOne(one, earlier)));
			return !isToContinue.includes(false);
		},
	);
}

/**
 * Finds out whether a run would send each payment now; nothing is sent. A payment that would fail in a
 * run fails here as well.
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

/**
 * The sum that a limit compares, and the sum that would leave the float account: the same for every item of the
 * run.
 */
function addTotals(entries: readonly Entry[], client: ReturnType<typeof clientKind>): void {
	const sum = (some: readonly Entry[]) =>
		randOf(some.reduce((cents, { payment }) => cents + (payment?.amount.cents ?? 0), 0));
	const runTotal = sum(entries);
	const sendTotal = sum(entries.filter(({ output }) => output?.[0]?.json.wouldSend === true));
	for (const { output } of entries) {
		for (const { json } of output ?? []) Object.assign(json, { client, runTotal, sendTotal });
	}
}
