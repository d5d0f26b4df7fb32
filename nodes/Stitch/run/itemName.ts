/** What people call one line of a list. */
export type ItemNoun = 'item' | 'row';

/**
 * An item as messages name it: `salary-2026-11 (item 3)`, counted from 0, as everywhere in n8n. Where
 * the editor finds "item 3" in a message, it adds no number of its own.
 * @param reference as a message may show it
 */
export function nameOfItem(
	index: number,
	reference: string | undefined,
	noun: ItemNoun = 'item',
): string {
	return reference === undefined ? `${noun} ${index}` : `${reference} (${noun} ${index})`;
}
