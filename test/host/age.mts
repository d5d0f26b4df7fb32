const day = 24 * 60 * 60_000;

/** n8n publishes a version each week. */
const oldestDays = 60;

/**
 * How old an n8n is, in a sentence.
 * @param published its date in the registry; undefined if that has none, which counts as too old
 */
export function ageOf(
	version: string,
	published: string | undefined,
	now: Date,
): { sentence: string; isStale: boolean } {
	const days = Math.floor((now.getTime() - Date.parse(published ?? '')) / day);
	const isStale = !(days <= oldestDays);
	const age = Number.isNaN(days) ? 'of an unknown date' : `${days} days old`;
	const why = `These tests do not run on the newest n8n any more. See "n8n 3.0" in RELEASING.md.`;
	return { sentence: `n8n ${version} is ${age}. ${isStale ? why : ''}`.trim(), isStale };
}
