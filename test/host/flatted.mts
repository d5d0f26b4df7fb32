/**
 * Reads the format in which n8n stores an execution's data: one JSON array in which every string is
 * the index of another entry, so that a value that occurs twice is stored once.
 */
export function parseFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const known = new Map<string, unknown>();

	const entry = (index: string): unknown => {
		if (known.has(index)) return known.get(index);
		const raw = entries[Number(index)];
		if (typeof raw !== 'object' || raw === null) return raw;
		const value: unknown[] | Record<string, unknown> = Array.isArray(raw) ? [] : {};
		known.set(index, value); // before its parts: an entry may contain itself
		for (const [key, part] of Object.entries(raw)) {
			(value as Record<string, unknown>)[key] = typeof part === 'string' ? entry(part) : part;
		}
		return value;
	};
	return entry('0');
}
