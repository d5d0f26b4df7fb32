import type { IDataObject } from 'n8n-workflow';

import { saysToPay } from '../../actions/disbursement/checkedRow';

/** The columns of rows from Check and from Create that are lists or objects. */
const structured = [
	...['warnings', 'facts', 'summary', 'details', 'notAsAsked', 'notCompared', 'madeTwice'],
];

/**
 * A row as Check or Create puts it out, even after a sheet or a database, which keep lists and objects as
 * JSON and true as text or a number. A page would lose its warnings, and call not sent what may have been.
 */
export function asPutOut(row: IDataObject): IDataObject {
	const given = structured.filter((column) => typeof row[column] === 'string');
	return {
		...row,
		...Object.fromEntries(given.map((column) => [column, parsed(String(row[column]))])),
		pay: saysToPay(row.pay) || row.pay,
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
