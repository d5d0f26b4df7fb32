/**
 * An item as messages name it: `salary-2026-11 (item 3)`, counted from 0, as everywhere in n8n. Where
 * the editor finds "item 3" in a message, it adds no number of its own.
 * @param reference as a message may show it
 */
export function nameOfItem(index: number, reference: string | undefined): string {
	return reference === undefined ? `item ${index}` : `${reference} (item ${index})`;
}
