import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { asJsonObject, textOf } from '../transport/json';
import { shown } from './asText';
import { reject } from './invalidInput';

/** A status as REST shows it (spec 2.5). */
interface Status {
	status: string | undefined;
	statusReason?: string;
	description?: string;
	/** When this status began. */
	statusDate?: string;
}

/**
 * Reads a status from GraphQL or an event: each is a type with its own fields, for example
 * `DisbursementError` with `disbursementErrorReason`. Flat events contain only the word.
 * @param prefix the beginning of the type names, for example `Disbursement`
 */
export function readStatus(fields: IDataObject, prefix: string): Status {
	const reason = valueEndingIn('reason', fields);
	const description = valueEndingIn('description', fields);
	const since = textOf(fields.date) ?? textOf(fields.received);
	return {
		status: statusOf(textOf(fields.__typename), prefix),
		...(reason !== undefined && { statusReason: reason }),
		...(description !== undefined && { description }),
		...(since !== undefined && { statusDate: since }),
	};
}

/**
 * A record of REST with its status as a word in small letters. Where that is not specified (spec 2.5,
 * companion spec 3.2), it may be what GraphQL has for it.
 */
export function withStatusAsWord(record: IDataObject, prefix: string): IDataObject {
	const status = asJsonObject(record.status);
	if (status) return { ...record, ...readStatus(status, prefix) };
	const word = statusOf(textOf(record.status), prefix);
	return word === undefined ? record : { ...record, status: word };
}

/** The type of a status, for use in a filter: `paused` is `DisbursementPaused`. */
export function statusType(status: string, prefix: string): string {
	return `${prefix}${capitalized(status).replaceAll(' ', '')}`;
}

/** A status as a person reads it in a list: `Completed`, `Manually Completed`. */
export function capitalized(status: string): string {
	const words = status.split('_');
	return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ');
}

/** `DisbursementCompleted`, `COMPLETED` and `completed` are `completed`. */
function statusOf(type: string | undefined, prefix: string): string | undefined {
	if (type === undefined) return undefined;
	const name = type.startsWith(prefix) ? type.slice(prefix.length) : type;
	return name.replace(/([a-z])(?=[A-Z])/g, '$1_').toLowerCase();
}

/** Each status names its reason and its description differently. */
function valueEndingIn(ending: string, fields: IDataObject): string | undefined {
	return Object.entries(fields)
		.filter(([name]) => name.toLowerCase().endsWith(ending))
		.map(([, value]) => textOf(value))
		.find((value) => value !== undefined);
}

/**
 * A choice of several statuses: a list, or text with commas between them, as an expression may return it.
 * @returns undefined when none was chosen, which means all
 */
export function statuses<Known extends string>(label: string, known: readonly Known[]) {
	return z.unknown().transform((value, context): Known[] | undefined => {
		const given = (Array.isArray(value) ? value : String(value ?? '').split(','))
			.map((status) => String(status).trim())
			.filter((status) => status !== '');
		const unknown = given.find((status) => !known.some((each) => each === status));
		if (unknown !== undefined) {
			return reject(
				context,
				label,
				`is not a status that Stitch knows: ${shown(unknown)}`,
				`Use one or more of: ${known.join(', ')}.`,
			);
		}
		return given.length === 0 ? undefined : (given as Known[]);
	});
}
