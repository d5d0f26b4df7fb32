import { atMost, type Figure, type Target } from './figures.mts';
import { automatic, everybody, stock, type Contender } from './payoutContenders.mts';
import { answersAtOnce, type Load, type Sample } from './payoutLoads.mts';
import { payoutRows } from './payoutRows.mts';
import type { Bench } from './start.mts';
import { alternate, medians, type Repetition } from './statistics.mts';

interface Result {
	contender: Contender;
	samples: Sample[];
}

/** Small runs that are not counted, after which n8n has compiled what it uses. */
export async function warmUp(bench: Bench): Promise<void> {
	for (const contender of everybody) await measure(bench, answersAtOnce(100), contender);
}

/** Sends the same number of payouts by every contender, in turn. */
export async function measurePayouts(
	bench: Bench,
	load: Load,
	repetition: Repetition,
): Promise<Figure[]> {
	const results = await alternate(
		load.contenders,
		repetition,
		async (contender) => await measure(bench, load, contender),
	);
	return results.map((result): Figure => ({
		what: `${load.count.toLocaleString('en')} payouts, ${load.service}`,
		who: result.contender.who,
		values: medians(result.samples),
		...(result.contender.kind === 'ours' && { targets: targetsOf(load, result, results) }),
	}));
}

/** 10,000 rows against 1,000: how the time grows, and the memory beyond that of the stock node. */
export function growth(small: Figure[], large: Figure[]): Figure[] {
	const grown = large.flatMap((after) => {
		const before = small.find(({ who }) => who === after.who);
		if (!before || after.values['peak MiB'] === undefined) return [];
		const kilobytes =
			((after.values['peak MiB'] - (before.values['peak MiB'] ?? 0)) * 1024 ** 2) / 9000 / 1000;
		const times = (after.values.seconds ?? NaN) / (before.values.seconds ?? NaN);
		return [{ what: after.what, who: after.who, times, kilobytes }];
	});
	const ofStock = grown.find(({ who }) => who === stock.who)?.kilobytes ?? 0;
	return grown.map(({ what, who, times, kilobytes }) => ({
		what: `${what}, against 1,000`,
		who,
		values: { 'times as long': times, 'kB per additional row': kilobytes },
		...(who.startsWith('Our node') && {
			targets: [
				atMost('times as long', 11, times),
				atMost('kB per additional row beyond the stock node', 5, kilobytes - ofStock),
			],
		}),
	}));
}

async function measure(bench: Bench, { count, meet }: Load, contender: Contender): Promise<Sample> {
	const client = await bench.control.createClient();
	await meet(client);
	const run = await contender.pay(bench, client, payoutRows(count));
	const { milliseconds, peakMiB, cpuSeconds, longestTurnMs } = run;
	const { disbursements, requests, statuses, tokensIssued, maxInFlight } = await client.summary();
	if (disbursements !== count) {
		throw new Error(`${contender.who}: the service has ${disbursements} of ${count} payouts.`);
	}
	return {
		seconds: milliseconds / 1000,
		'payouts/s': count / (milliseconds / 1000),
		tokens: tokensIssued,
		'in flight': maxInFlight,
		'% refused': (100 * (statuses[429] ?? 0)) / requests,
		...(peakMiB !== undefined && { 'peak MiB': peakMiB }),
		...(cpuSeconds !== undefined && { 'n8n CPU s': cpuSeconds }),
		...(longestTurnMs !== undefined && { 'longest turn ms': longestTurnMs }),
	};
}

function targetsOf(load: Load, { contender, samples }: Result, all: Result[]): Target[] {
	const most = (name: keyof Sample) => Math.max(...samples.map((sample) => sample[name] ?? 0));
	const targets = [
		atMost('tokens', 1, most('tokens')),
		atMost('in flight', contender.concurrency ?? 64, most('in flight')),
	];
	if (contender !== automatic) return targets;
	const ofStock = all.find((each) => each.contender === stock)?.samples ?? [];
	return [
		...load.targets(samples, ofStock),
		...targets,
		atMost('longest turn ms', 50, most('longest turn ms')),
	];
}
