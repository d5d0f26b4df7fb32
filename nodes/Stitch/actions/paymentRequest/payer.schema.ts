import { z } from 'zod/v4';

import { optionalDay } from '../../schemas/dateTime';
import { email } from '../../schemas/email';
import { optionalText, refuse } from '../../schemas/field';
import { identifyingDocument } from '../../schemas/identifyingDocument';

/** Who pays (spec 2.2); all fields may be left empty, Payer ID only if all others are. */
export const payer = ({ zone }: { zone: string }) =>
	z
		.object({
			identifier: optionalText('Payer ID'),
			identifyingDocument: identifyingDocument.optional(),
			mobileNumber: optionalText('Payer Mobile Number'),
			email: email('Payer Email'),
			fullName: optionalText('Payer Full Name'),
			accountCreatedDate: optionalDay('Payer Since', { zone }),
		})
		.transform((fields, context) => {
			const isEmpty = Object.values(fields).every((value) => value === undefined);
			if (isEmpty) return undefined;
			if (fields.identifier !== undefined) return fields;
			return refuse(
				context,
				'Payer ID',
				'is empty, but other details of the payer are given',
				'Enter your own ID for the person who pays: Stitch needs at least that.',
			);
		});
