const minute = 60_000;

interface Silence {
	since: number;
	unsaid: number;
}

/** When each node last wrote a line: one small entry for each trigger that refused a request. */
const silences = new Map<string, Silence>();

/**
 * A line for the log about a refused request; undefined within a minute of the previous line, so that
 * forged requests cannot fill the log.
 * @param node identifies this trigger
 */
export function refusalLine(node: string, reason: string, now: number): string | undefined {
	const last = silences.get(node);
	if (last !== undefined && now - last.since < minute && now >= last.since) {
		last.unsaid++;
		return undefined;
	}
	silences.set(node, { since: now, unsaid: 0 });
	const more =
		last && last.unsaid > 0 ? ` (${last.unsaid} more were refused since the last line)` : '';
	return `Refused an event: ${reason}${more}`;
}
