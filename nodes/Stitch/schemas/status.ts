import type { IDataObject } from 'n8n-workflow';

/** A status as REST tells it (spec 2.5). */
export interface PlainStatus {
	status: string | undefined;
	statusReason?: string;
	description?: string;
	/** Since when it has this status. */
	statusDate?: string;
}

/**
 * GraphQL tells a status as a type of its own with fields of its own, for example
 * `DisbursementError` with `disbursementErrorReason`; this is the same in the words of REST.
 * @param prefix what the names of the types begin with, for example `Disbursement`
 */
export function plainStatus(value: unknown, prefix: string): PlainStatus {
	const fields = (typeof value === 'object' && value !== null ? value : {}) as IDataObject;
	const { __typename: kind, date, received } = fields;
	const since = date ?? received;
	const reason = valueEndingIn('reason', fields);
	const description = valueEndingIn('description', fields);
	return {
		status: typeof kind === 'string' ? inSnakeCase(withoutPrefix(kind, prefix)) : undefined,
		...(reason !== undefined && { statusReason: reason }),
		...(description !== undefined && { description }),
		...(typeof since === 'string' && { statusDate: since }),
	};
}

/** The type that stands for a status, for use in a filter: `paused` is `DisbursementPaused`. */
export function statusType(status: string, prefix: string): string {
	return `${prefix}${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}

function withoutPrefix(kind: string, prefix: string): string {
	return kind.startsWith(prefix) ? kind.slice(prefix.length) : kind;
}

function inSnakeCase(name: string): string {
	return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function valueEndingIn(ending: string, fields: IDataObject): string | undefined {
	const name = Object.keys(fields).find((field) => field.toLowerCase().endsWith(ending));
	const value = name === undefined ? undefined : fields[name];
	return typeof value === 'string' ? value : undefined;
}
