import { PAYOUTS } from '../e2e/support/payroll.mts';
import type { TestClient } from '../simulator/controlClient.mts';
import { atLeast, atMost, type Target } from './figures.mts';
import { automatic, everybody, type Contender } from './payoutContenders.mts';
import { medians } from './statistics.mts';

/** What one contender came to in one run. */
export type Sample = Record<
	'seconds' | 'payouts/s' | 'tokens' | 'in flight' | '% refused',
	number
> & {
	'peak MiB'?: number;
	'n8n CPU s'?: number;
	'longest turn ms'?: number;
};

/** How many payouts meet what kind of service. */
export interface Load {
	count: number;
	/** What the service is like, as the table says it. */
	service: string;
	/** Makes a client meet such a service. */
	meet(client: TestClient): Promise<unknown>;
	contenders: Contender[];
	/** What is wanted of our node with its default settings. */
	targets(ours: Sample[], stock: Sample[]): Target[];
}

export const answersAtOnce = (count: number): Load => ({
	count,
	service: 'answered at once',
	meet: async () => await Promise.resolve(),
	contenders: everybody,
	targets: (ours, stock) => [atLeast('times the HTTP Request node', 5, speedUp(ours, stock))],
});

export const answersAfter = (ms: number, count: number): Load => ({
	count,
	service: `answered after ${ms} ms`,
	meet: async (client) => await client.addFaults({ kind: 'latency', ms, match: PAYOUTS }),
	contenders: everybody,
	targets: (ours, stock) => [
		atLeast('times the HTTP Request node', count < 10_000 ? 1.5 : 2, speedUp(ours, stock)),
	],
});

/** A service that refuses with 429 whatever is above its limit. */
export const takesPerSecond = (perSecond: number, count: number): Load => ({
	count,
	service: `${perSecond} a second, others refused`,
	async meet(client) {
		await client.addFaults({ kind: 'latency', ms: 20, match: PAYOUTS });
		await client.setRateLimit({ perSecond, burst: perSecond });
	},
	contenders: [automatic],
	targets: (ours) => [
		atMost('times the best possible time', 1.15, secondsOf(ours) / (count / perSecond - 1)),
		atMost('% refused', 8, medians(ours)['% refused'] ?? NaN),
	],
});

/** A service that works on so many at once; all others wait. */
export const worksOn = (atOnce: number, ms: number, count: number): Load => ({
	count,
	service: `${atOnce} at once, ${ms} ms each`,
	meet: async (client) => await client.addFaults({ kind: 'latency', ms, atOnce, match: PAYOUTS }),
	contenders: everybody,
	targets: (ours) => [
		atMost('times the best possible time', 1.2, secondsOf(ours) / ((count / atOnce) * (ms / 1000))),
	],
});

function speedUp(ours: Sample[], stock: Sample[]): number {
	return secondsOf(stock) / secondsOf(ours);
}

function secondsOf(samples: Sample[]): number {
	return medians(samples).seconds ?? NaN;
}
