import type { IDataObject } from 'n8n-workflow';

import { textOf } from './json';

/** An account number as it may be shown: only the last two digits, or as many as a page shows. */
export function maskAccount(accountNumber: string, digits = 2): string {
	return `…${accountNumber.slice(-digits)}`;
}

/** A text with a limit: an emoji is one character, and a sign shows where it was cut. */
export function cut(text: string, most: number): string {
	const characters = [...text];
	return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

/** A field's name within a sentence, as n8n's guidelines ask: `'Account Number'`. */
export function quoted(field: string): string {
	return `'${field}'`;
}

/** A message with a mark at its end, so that another sentence can follow; an empty one stays empty. */
export function asSentence(text: string): string {
	return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How many there are, such as `1 payment` and `20 payments`. @param what in the singular */
export const numberOf = (count: number, what: string): string =>
	`${count} ${what}${count === 1 ? '' : 's'}`;

/** Texts within a sentence: `a, b and c`. */
export function joinWithAnd(texts: string[]): string {
	return listed(texts, 'and');
}

/** The same where one of them is meant: `a, b or c`. */
export function joinWithOr(texts: string[]): string {
	return listed(texts, 'or');
}

/** Not by Intl.ListFormat: the drop-downs use this while n8n loads them, and its first use takes 12 ms. */
function listed(texts: string[], word: 'and' | 'or'): string {
	const last = texts.at(-1) ?? '';
	return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** A reference as messages name an item by it; one of digits alone may be an account number. */
export function shownReference(reference: string): string {
	return cut(/^[\p{Nd} \u00a0]+$/u.test(reference) ? maskNumbers(reference) : reference, 60);
}

/** The name by which people know an object of the service: their own reference, or else its ID. */
export function knownAs({ externalReference, id }: IDataObject): string {
	const reference = textOf(externalReference);
	return reference === undefined ? String(id) : shownReference(reference);
}

/**
 * A text as it may be shown: six or more digits may be an account or identity number, even in groups
 * and in any script. With hyphens or points between them, ten: fewer may be a date.
 */
export function maskNumbers(text: string, digits = 2): string {
	const masked = (number: string) => maskAccount(number.replace(/\P{Nd}/gu, ''), digits);
	return text
		.replace(/\p{Nd}(?:[ \u00a0]?\p{Nd}){5,}/gu, masked)
		.replace(/\p{Nd}(?:[-.\u2010-\u2013]?\p{Nd}){9,}/gu, masked);
}

/** A token as a request contains it; a shorter word after "Bearer" is part of a sentence. */
const bearerToken = /\bBearer\s+[\w.~+/=-]{16,}/gi;

/**
 * A text of the service, for a message: without tokens, without long numbers, which can be accounts, and
 * not too long.
 */
export function clipped(value: unknown): string | undefined {
	const text = textOf(value)?.replace(bearerToken, 'Bearer …');
	return text === undefined ? undefined : cut(maskNumbers(text), 500);
}
