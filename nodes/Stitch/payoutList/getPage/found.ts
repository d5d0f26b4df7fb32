import type { IDataObject } from 'n8n-workflow';

import { plainLetters } from '../check/spelling';

/** Whether a payment is one that somebody looks for: by a part of its payee or reference, or by its Stitch ID. */
export function isFound(payment: IDataObject, search: string): boolean {
	const { beneficiaryName, externalReference, id } = payment;
	const isIn = (text: unknown) => plainText(String(text ?? '')).includes(plainText(search));
	// Short texts are also in IDs, by chance.
	return id === search || isIn(beneficiaryName) || isIn(externalReference);
}

/** However accents, capitals and spaces are written. */
const plainText = (text: string): string => plainLetters(text).replace(/\s+/g, ' ').trim();
