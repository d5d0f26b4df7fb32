const minute = 60_000;

interface Silence {
	since: number;
	unsaid: number;
}

/**
 * When each node last wrote a line for each reason, the latest last. Anybody can have requests
 * refused, but the reasons are few and all written here, so this cannot grow beyond them.
 */
const silences = new Map<string, Silence>();

/** Far more than any n8n has triggers that refuse requests; should there be more, the oldest go. */
const mostSilences = 5000;

/**
 * A line for the log about a refused request; undefined within a minute of the previous line of the
 * same node with the same reason, so that forged requests neither fill the log nor hide in it why
 * genuine events are refused.
 * @param node identifies this trigger
 * @param reason may hold figures, which do not make it another one
 * @param elapsed milliseconds on a clock that never goes back
 */
export function refusalLine(node: string, reason: string, elapsed: number): string | undefined {
	const key = `${node} ${reason.replace(/\d+/g, '#')}`;
	const last = silences.get(key);
	if (last !== undefined && elapsed - last.since < minute) {
		last.unsaid++;
		return undefined;
	}
	silences.delete(key);
	silences.set(key, { since: elapsed, unsaid: 0 });
	for (const oldest of silences.keys()) {
		if (silences.size <= mostSilences) break;
		silences.delete(oldest);
	}
	const more = last && last.unsaid > 0 ? ` (${last.unsaid} more for this reason since)` : '';
	return `Refused an event: ${reason}${more}`;
}
