import { z } from 'zod/v4';

import { country } from './country';
import { oneOf, required, text } from './field';

/** Documents by which a payer can be identified (spec 2.2). */
export const documentTypes = ['identity_document', 'passport', 'temporary_residence'] as const;

/** A document that identifies a payer. */
export const identifyingDocument = z.object({
	type: oneOf('Document Type', documentTypes),
	country: required(
		'Document Country',
		'Enter the country of the document, for example ZA.',
		country('Document Country'),
	),
	number: text('Document Number'),
});
