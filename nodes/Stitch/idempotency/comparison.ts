import type { IDataObject } from 'n8n-workflow';

import { currency, formatRand, randText, moneyIn } from '../schemas/money';
import { asFields, textOf } from '../transport/json';
import { quoted } from '../transport/wording';

/** A value that must be the same in the first payment and in this one. */
export interface Comparison {
	/** As the editor labels the field. */
	label: string;
	asked: string;
	/** Undefined if the service does not say. */
	found: string | undefined;
	/** The value as people know it, if the service calls it something else. */
	name?(value: string): string;
	/** Whether the values may not be shown in a message. */
	secret?: boolean;
}

/** The values that differ, of those that the service returns. */
export function differencesOf(compared: Comparison[]): Comparison[] {
	return compared.filter(({ asked, found }) => found !== undefined && found !== asked);
}

/** `'Amount' was R1.00 and is now R2.00; 'Bank' …`; empty if nothing differs. */
export const changesInWords = (compared: Comparison[]): string =>
	differencesOf(compared).map(differenceInWords).join('; ');

export function differenceInWords({
	label,
	asked,
	found,
	name = String,
	secret,
}: Comparison): string {
	return secret
		? `${quoted(label)} is not the same`
		: `${quoted(label)} was ${name(String(found))} and is now ${name(asked)}`;
}

/**
 * An amount from the service as text in rand; undefined if it returns none. Some of its records have the
 * number alone, others with its currency, and that of an in-person refund is not specified. In a currency
 * other than the service's one, it is followed by that.
 */
export function amountFound(value: unknown): string | undefined {
	const { quantity = value, currency: found } = asFields(value);
	const amount = moneyIn(quantity);
	const other = textOf(found)?.toUpperCase() ?? currency;
	return amount && (other === currency ? randText(amount) : `${randText(amount)} ${other}`);
}

/**
 * @param asked in rand, with two decimals
 * @param found the amount as the service returns it
 */
export function comparedAmount(asked: string, found: unknown): Comparison {
	return { label: 'Amount', asked, found: amountFound(found), name: amountShown };
}

/** An amount as people read it; `rand` is in rand, with two decimals. One with its currency is shown as it is. */
export function amountShown(rand: string): string {
	return rand.includes(' ') ? rand : formatRand(Number(rand.replace('.', '')));
}

/** An account number without leading zeros, which spreadsheets lose and the service may add. */
export function withoutLeadingZeros(accountNumber: string): string {
	return accountNumber.replace(/^0+/, '');
}

/**
 * An account number from the service without leading zeros; undefined if it is masked or written in a
 * different form.
 */
export function accountFound(value: unknown): string | undefined {
	return /^(?=\d{6})0*([1-9]\d{0,19})$/.exec(String(value).trim())?.[1];
}

/** Without leading zeros, so that the same payment never looks like a different one. */
export function comparedAccount(asked: string, found: unknown): Comparison {
	return {
		label: 'Account Number',
		asked: withoutLeadingZeros(asked),
		found: accountFound(found),
		secret: true,
	};
}

/** An ID from the service, which returns it alone or in the object that it belongs to. */
export function idFound(value: unknown): string | undefined {
	const id = typeof value === 'object' && value !== null ? (value as IDataObject).id : value;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
