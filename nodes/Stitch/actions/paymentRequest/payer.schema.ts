import { z } from 'zod/v4';

import { optionalDay } from '../../schemas/dateTime';
import { email } from '../../schemas/email';
import { country } from '../../schemas/country';
import { oneOf, optionalText, refuse, text } from '../../schemas/field';

/** Documents by which a payer can be identified (spec 2.2). */
const documentTypes = ['identity_document', 'passport', 'temporary_residence'] as const;

const identifyingDocument = z
	.object({
		type: oneOf('Document Type', documentTypes),
		country: country('Document Country'),
		number: text('Document Number'),
	})
	.transform((document, context) => {
		const { country: given } = document;
		if (given !== undefined) return { ...document, country: given };
		return refuse(
			context,
			'Document Country is empty',
			'Fill in Document Country, for example ZA.',
		);
	});

/**
 * Who pays (spec 2.2); all fields may be left empty.
 * @param idRequired whether nothing else may be given without Payer ID
 */
export const payer = ({ zone, idRequired = false }: { zone: string; idRequired?: boolean }) =>
	z
		.object({
			identifier: optionalText('Payer ID'),
			identifyingDocument: identifyingDocument.optional(),
			mobileNumber: optionalText('Payer Mobile Number'),
			email: email('Payer Email'),
			fullName: optionalText('Payer Full Name'),
			accountCreatedDate: optionalDay('Payer Account Created Date', { zone }),
		})
		.transform((fields, context) => {
			const isEmpty = Object.values(fields).every((value) => value === undefined);
			if (isEmpty) return undefined;
			if (!idRequired || fields.identifier !== undefined) return fields;
			return refuse(
				context,
				'Payer ID is empty, and something else of the payer is given',
				'Fill in Payer ID, your own ID of the person who pays: Stitch needs it at least.',
			);
		});
