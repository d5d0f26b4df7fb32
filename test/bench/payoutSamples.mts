import { median } from './statistics.mts';

/** What one contender came to in one run. */
export type Sample = Record<
	'seconds' | 'payouts/s' | 'tokens' | 'in flight' | '% refused',
	number
> & {
	'peak MiB'?: number;
	'n8n CPU s'?: number;
	'longest turn ms'?: number;
};

/** The median of each figure of the samples. */
export function medians(samples: Sample[]): Record<string, number> {
	const names = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
	return Object.fromEntries(
		names.map((name) => [name, median(samples.map((sample) => sample[name] ?? NaN))]),
	);
}
