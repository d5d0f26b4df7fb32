import type { IDataObject } from 'n8n-workflow';

import { plainLetters } from '../check/spelling';

/** Whether a search finds a payment: by a part of its payee or reference, or by its Stitch ID. */
export function matchesSearch(payment: IDataObject, search: string): boolean {
	const { beneficiaryName, externalReference, id } = payment;
	const isIn = (text: unknown) => plainText(String(text ?? '')).includes(plainText(search));
	// Short texts are also in IDs, by chance.
	return id === search || isIn(beneficiaryName) || isIn(externalReference);
}

/** The same text for all ways to write accents, capitals and spaces. */
const plainText = (text: string): string => plainLetters(text).replace(/\s+/g, ' ').trim();
