import { isExpression, type IDataObject } from 'n8n-workflow';

import { asText } from '../schemas/asText';

/** `{{ $json.name }}` or `{{ $json["Full name"] }}`, as the editor writes a dragged column. */
const COLUMN = /\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\[(["'])([^"'\\]+)\2\])\s*\}\}/g;

/** The same alone. */
const PLAIN = new RegExp(`^=${COLUMN.source}$`);

/**
 * The value of a parameter that only names a column of its item. n8n's expression engine takes
 * about 0.3 ms for it, during which n8n does nothing else, and a payout has six such fields.
 * @param parameter the parameter as it is stored
 * @returns text, a number or true/false; undefined if n8n has to evaluate the parameter
 */
export function plainColumn(parameter: unknown, json: IDataObject): unknown {
	if (typeof parameter !== 'string') return undefined;
	const [, identifier, , quoted] = PLAIN.exec(parameter) ?? [];
	const column = identifier ?? quoted;
	if (column === undefined || !Object.hasOwn(json, column)) return undefined;
	const value = json[column];
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

/**
 * The columns that a text is put together from (`salary-{{ $json.id }}`) and that are empty in its item, or
 * that it does not have: n8n leaves their places empty.
 * @param parameter the parameter as it is stored
 */
export function emptyColumns(parameter: unknown, json: IDataObject): string[] {
	if (!isExpression(parameter) || PLAIN.test(parameter)) return [];
	return [...parameter.matchAll(COLUMN)]
		.map(([, identifier, , quoted]) => identifier ?? quoted ?? '')
		.filter((column) => asText(json[column]) === undefined);
}
