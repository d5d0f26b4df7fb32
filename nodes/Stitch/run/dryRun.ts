import { asNumber } from '../schemas/money';
import type { Service } from '../transport/service';
import { clientKind } from '../transport/clientToken';
import { fail, type Entry } from './entry';
import { tryEach } from './lookUpAhead';

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
