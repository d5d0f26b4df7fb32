import type { AtPart } from '../../scripts/progress.mts';

/** @returns the value in the middle of the sorted values; of an even number, the upper one */
export function median(values: number[]): number {
	return percentile(values, 0.5);
}

/** @param share between 0 and 1: 0.99 is the value that 99 of 100 do not exceed */
export function percentile(values: number[], share: number): number {
	const sorted = values.toSorted((one, other) => one - other);
	const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	if (value === undefined) throw new Error('There is nothing to take a percentile of.');
	return value;
}

/** The median of each figure of the samples. */
export function medians(
	samples: Array<Record<string, number | undefined>>,
): Record<string, number> {
	const names = Object.keys(samples[0] ?? {});
	return Object.fromEntries(
		names.map((name) => [name, median(samples.map((sample) => sample[name] ?? NaN))]),
	);
}

/** How often something is measured, and who is told how far that is. */
export interface Repetition {
	rounds: number;
	at: AtPart;
}

/**
 * Calls every contender once per round, so that a slow moment of the machine hits all; every second
 * round goes backwards, so that nobody always follows the same one.
 * @param at is told whose turn it is
 */
export async function alternate<Contender extends { who: string }, Sample>(
	contenders: Contender[],
	{ rounds, at }: Repetition,
	measure: (contender: Contender) => Promise<Sample>,
): Promise<Array<{ contender: Contender; samples: Sample[] }>> {
	const results = contenders.map((contender) => ({ contender, samples: [] as Sample[] }));
	for (let round = 0; round < rounds; round++) {
		const order = round % 2 === 0 ? results : results.toReversed();
		for (const { contender, samples } of order) {
			at(`${contender.who}, ${round + 1} of ${rounds}`);
			samples.push(await measure(contender));
		}
	}
	return results;
}
