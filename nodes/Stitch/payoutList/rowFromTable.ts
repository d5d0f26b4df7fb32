import type { IDataObject } from 'n8n-workflow';

import { truthOf } from '../schemas/yesNo';

/** The columns of rows from Check and from Create that are lists or objects. */
const structured = [
	...['warnings', 'facts', 'summary', 'details', 'notAsAsked', 'notCompared', 'madeTwice'],
];

/**
 * A row as Check or Create returns it, even after a sheet or a database, which keep lists and objects as JSON
 * and true as text or a number. Otherwise, warnings disappear, and “may have been sent” turns into “not
 * sent”.
 */
export function rowFromTable(given: IDataObject): IDataObject {
	const texts = structured.filter((column) => typeof given[column] === 'string');
	return {
		...given,
		...Object.fromEntries(texts.map((column) => [column, parsed(String(given[column]))])),
		pay: truthOf(given.pay) ?? given.pay,
	};
}

/** A list or an object from its JSON; a list of any other text. */
function parsed(text: string): IDataObject | unknown[] {
	try {
		const value = JSON.parse(text) as unknown;
		if (typeof value === 'object' && value !== null) return value as IDataObject | unknown[];
	} catch {
		// It is a text that someone has written.
	}
	return text.trim() === '' ? [] : [text];
}
