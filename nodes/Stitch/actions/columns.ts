import type { IDataObject } from 'n8n-workflow';

import { asJsonObject, asFields } from '../transport/json';
import { reasonInWords } from '../transport/reasons';

/** Null for a missing value: every object has all columns, so that a table keeps its order. */
export function cell(value: unknown): IDataObject[string] {
	return value === undefined ? null : (value as IDataObject[string]);
}

/** Only the fields that the object has; for columns that only some operations return. */
export function pick(object: IDataObject, names: readonly string[]): IDataObject {
	const has = names.filter((name) => object[name] !== undefined);
	return Object.fromEntries(has.map((name) => [name, object[name]]));
}

/** An amount and its currency, from `{ quantity, currency }` or from a number next to its currency. */
export function amountColumns({ amount, currency }: IDataObject) {
	const object = asJsonObject(amount);
	return {
		amount: amountCell(object ? object.quantity : amount),
		currency: cell(object ? object.currency : currency),
	};
}

/**
 * After Create, the date of the payment replaces the currency, which is always rand, so that a table
 * keeps to ten columns.
 */
export function paymentAmountColumns(amount: IDataObject, isCreated: boolean): IDataObject {
	const { currency, ...rest } = amountColumns(amount);
	return isCreated ? rest : { ...rest, currency };
}

/** A JSON number expresses any 15 digits exactly. */
const exactDecimal = /^[+-]?\d+(\.\d+)?$/;

/**
 * An amount as a number: the nearest one to the decimal that the service gives, never the result of a
 * calculation. A text that a number cannot express exactly stays a text.
 */
export function amountCell(value: unknown): IDataObject[string] {
	if (typeof value !== 'string' || !exactDecimal.test(value)) return cell(value);
	const [whole = '', fraction = ''] = value.replace(/^[+-]?0*/, '').split('.');
	const digits = whole.length + fraction.replace(/0+$/, '').length;
	return digits > 15 ? value : Number(value);
}

export function reasonCell(object: IDataObject) {
	return cell(reasonInWords(object));
}

/**
 * The fields of a record that is not specified. The fields of objects inside it become separate columns,
 * named by their place (`expiry: { year }` is `expiryYear`).
 */
function flattened(record: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(record).flatMap(([name, value]): Array<[string, IDataObject[string]]> => {
			const inside = asJsonObject(value);
			if (inside === undefined) return [[name, cell(value)]];
			if ('quantity' in inside && 'currency' in inside) {
				return [
					[name, amountCell(inside.quantity)],
					[name === 'amount' ? 'currency' : `${name}Currency`, cell(inside.currency)],
				];
			}
			return Object.entries(flattened(inside)).map(([key, each]) => [
				`${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`,
				each,
			]);
		}),
	);
}

/** An unspecified record as columns: the first nine, and the ID last. */
export function simplifyRecord({ id, ...record }: IDataObject): IDataObject {
	const columns = Object.entries(flattened(record)).slice(0, 9);
	return { ...Object.fromEntries(columns), ...pick({ id }, ['id']) };
}

export function simplifyAccount(account: IDataObject): IDataObject {
	const available = asFields(account.availableBalance);
	const current = asFields(account.currentBalance);
	return {
		name: cell(account.name),
		availableBalance: amountCell(available.quantity),
		currentBalance: amountCell(current.quantity),
		currency: cell(available.currency ?? current.currency),
		bank: cell(account.bankId),
		...pick(account, ['accountNumber', 'branchCode', 'accountType', 'updatedAt']),
		id: cell(account.id),
	};
}
