import type { IDataObject } from 'n8n-workflow';

import { bankName } from '../../schemas/bank';
import { formatRand, moneyIn } from '../../schemas/money';
import { shownAccount, withNumbersMasked } from '../shownAccount';
import { partsThatMayMove, parts, type Part, type Tone } from './parts';

/** A row of the list as a page shows it: no text has a whole account number, wherever it was written. */
export interface ShownRow {
	/** Its dates and numbers; texts for people are below. */
	json: IDataObject;
	/** Undefined if the value is not an amount. */
	cents: number | undefined;
	/** What the file has as the amount, if it cannot be read as one. */
	unclearAmount: string;
	payee: string;
	bank: string;
	account: string;
	reference: string;
	/** That of the last payment to the payee. */
	lastReference: string;
	/** What a person has to know or do, the most important first. */
	says: string[];
	/** Of the texts in `says`. */
	tone: Tone;
	/** Plain facts about earlier payments. */
	facts: string[];
}

const toneOfSeverity = new Map<unknown, Tone>([
	['danger', 'bad'],
	['check', 'warn'],
]);

export function shownRow(json: IDataObject, part: Part, says: readonly string[] = []): ShownRow {
	const account = String(json.accountNumber ?? '');
	// A short number would be found in amounts and days.
	const masked = (text: unknown) => {
		const whole = String(text ?? '');
		return account.length > 5 ? whole.replaceAll(account, shownAccount(account)) : whole;
	};
	return {
		json,
		cents: moneyIn(json.amount)?.cents,
		unclearAmount: withNumbersMasked(String(json.amount ?? '')),
		payee: withNumbersMasked(String(json.beneficiaryName ?? '')),
		bank: withNumbersMasked(bankName(String(json.bank ?? ''))),
		account: shownAccount(account),
		reference: masked(json.externalReference),
		lastReference: masked(json.lastReference),
		says: says.map((text) => masked(removeSharedAdvice(part, text))).filter(Boolean),
		tone: toneOfSeverity.get(json.severity) ?? parts[part].tone,
		facts: listIn(json.facts).map(masked),
	};
}

/** A text without the advice that the page has once for all of its rows. */
function removeSharedAdvice(part: Part, text: string): string {
	if (!partsThatMayMove.includes(part)) return text;
	const isAdvice = (sentence: string) => /\bdo not (pay|move)\b.*in another way/i.test(sentence);
	const sentences = text.split(/(?<=[.!?]) /);
	return sentences.filter((sentence) => !isAdvice(sentence)).join(' ');
}

/** The entries of a list; none of any other value. */
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The sum of rows for people, which says how many amounts are not in it. */
export function sumInWords(rows: ReadonlyArray<Pick<ShownRow, 'cents'>>): string {
	const sum = formatRand(centsIn(rows));
	const unread = rows.filter(({ cents }) => cents === undefined).length;
	if (unread === 0) return sum;
	return `${sum} and ${unread} unclear ${unread === 1 ? 'amount' : 'amounts'}`;
}

export const centsIn = (rows: ReadonlyArray<Pick<ShownRow, 'cents'>>): number =>
	rows.reduce((sum, { cents = 0 }) => sum + cents, 0);
