import { atLeast, atMost, type Figure, type Target } from './figures.mts';
import { contenders, type Contender } from './payoutContenders.mts';
import { payoutRows } from './payoutRows.mts';
import type { Bench } from './start.mts';
import { alternate, median } from './statistics.mts';

/** How many payouts meet how slow a service. */
export interface Load {
	count: number;
	latencyMs: number;
}

type Sample = Record<'seconds' | 'payouts/s' | 'tokens' | 'in flight', number> & {
	'peak MiB'?: number;
	'n8n CPU s'?: number;
};

interface Result {
	contender: Contender;
	samples: Sample[];
}

/** Small runs that are not counted, after which n8n has compiled what it uses. */
export async function warmUp(bench: Bench): Promise<void> {
	for (const contender of contenders) await measure(bench, { count: 100, latencyMs: 0 }, contender);
}

/** Sends the same number of payouts by every contender, `rounds` times in turn. */
export async function measurePayouts(bench: Bench, load: Load, rounds: number): Promise<Figure[]> {
	const results = await alternate(
		contenders,
		rounds,
		async (contender) => await measure(bench, load, contender),
	);
	return results.map((result): Figure => ({
		what: `${load.count.toLocaleString('en')} payouts, ${load.latencyMs} ms`,
		who: result.contender.name,
		values: medians(result.samples),
		samples: result.samples as Figure['samples'],
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
	const stock = grown.find(({ who }) => who === 'HTTP Request node')?.kilobytes ?? 0;
	return grown.map(({ what, who, times, kilobytes }) => ({
		what: `${what}, against 1,000`,
		who,
		values: { 'times as long': times, 'kB per additional row': kilobytes },
		samples: [],
		...(who.startsWith('Our node') && {
			targets: [
				atMost('times as long', 11, times),
				atMost('kB per additional row beyond the stock node', 5, kilobytes - stock),
			],
		}),
	}));
}

async function measure(
	bench: Bench,
	{ count, latencyMs }: Load,
	contender: Contender,
): Promise<Sample> {
	const client = await bench.control.createClient();
	if (latencyMs > 0) {
		const match = { method: 'POST', path: '/v2/disbursements' };
		await client.addFaults({ kind: 'latency', ms: latencyMs, match });
	}
	const { milliseconds, peakMiB, cpuSeconds } = await contender.pay(
		bench,
		client,
		payoutRows(count),
	);
	const { disbursements, tokensIssued, maxInFlight } = await client.summary();
	if (disbursements !== count) {
		throw new Error(`${contender.name}: the service has ${disbursements} of ${count} payouts.`);
	}
	return {
		seconds: milliseconds / 1000,
		'payouts/s': count / (milliseconds / 1000),
		tokens: tokensIssued,
		'in flight': maxInFlight,
		...(peakMiB !== undefined && { 'peak MiB': peakMiB }),
		...(cpuSeconds !== undefined && { 'n8n CPU s': cpuSeconds }),
	};
}

function medians(samples: Sample[]): Record<string, number> {
	const names = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
	return Object.fromEntries(
		names.map((name) => [name, median(samples.map((sample) => sample[name] ?? NaN))]),
	);
}

function targetsOf({ latencyMs }: Load, { contender, samples }: Result, all: Result[]): Target[] {
	const stock = all.find((each) => each.contender.kind === 'stock')?.samples ?? [];
	const times = (medians(samples)['payouts/s'] ?? NaN) / (medians(stock)['payouts/s'] ?? NaN);
	const targets = [
		atMost('tokens', 1, Math.max(...samples.map(({ tokens }) => tokens))),
		atMost(
			'in flight',
			contender.concurrency ?? 128,
			Math.max(...samples.map((sample) => sample['in flight'])),
		),
	];
	if (latencyMs === 0) return [atLeast('times the stock node', 3, times), ...targets];
	// A fixed number at once is bound by the latency itself, whoever sends them.
	if (contender.concurrency !== undefined) return targets;
	return [atLeast('times the stock node', 1.3, times), ...targets];
}
