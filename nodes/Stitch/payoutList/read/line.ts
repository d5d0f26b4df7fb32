import { asText } from '../../schemas/asText';

export interface Line {
	/** Counted from 1, as a spreadsheet shows it; too low after an empty row that n8n left out. */
	row: number;
	/** The item with this line; undefined for headings that n8n has made the keys of all items. */
	item?: number;
	cells: unknown[];
	/** The line as it is, in a text file. */
	text?: string;
}

/** A cell as it was written, without spaces around it; an empty cell is an empty text. */
export const written = (cell: unknown): string => asText(cell) ?? '';

export function isEmptyLine({ cells }: Line): boolean {
	return cells.every((cell) => asText(cell) === undefined);
}

/** `A` for the first column, `AA` for the 27th. */
export function letter(place: number): string {
	const last = String.fromCodePoint(65 + (place % 26));
	return place < 26 ? last : letter(Math.floor(place / 26) - 1) + last;
}
