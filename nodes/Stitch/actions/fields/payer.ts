import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { country } from '../../schemas/country';
import { email } from '../../schemas/email';
import { asText, choiceField, optionalText, required, text } from '../../schemas/field';

/** What identifies a payer (spec 2.2). */
const documentType = choiceField({
	displayName: 'Document Type',
	name: 'documentType',
	type: 'options',
	options: [
		{ name: 'Identity Document', value: 'identity_document' },
		{ name: 'Passport', value: 'passport' },
		{ name: 'Temporary Residence', value: 'temporary_residence' },
	],
	default: 'identity_document',
	description: 'The kind of document',
});

export type DocumentType = z.output<typeof documentType.rule>;

/**
 * Who pays, for a collection of optional fields.
 * @param more fields that only one operation has
 */
export function payerField(more: INodeProperties[] = []): INodeProperties {
	const values = [...more, ...details].sort((one, other) =>
		one.displayName.localeCompare(other.displayName, 'en'),
	);
	return {
		displayName: 'Payer',
		name: 'payer',
		type: 'fixedCollection',
		placeholder: 'Add payer',
		// Adding the payer shows the fields at once.
		default: { details: {} },
		description: 'The person who pays',
		options: [{ displayName: 'Details', name: 'details', values }],
	};
}

/** The rules of these details; all of them may be left empty. */
export const payerDetails = {
	payerId: optionalText('Payer ID'),
	fullName: optionalText('Payer Full Name'),
	email: email('Payer Email'),
	mobileNumber: optionalText('Payer Mobile Number'),
	document: z
		.object({
			type: documentType.rule,
			country: required(
				'Document Country',
				'Enter the country of the document, for example ZA.',
				country('Document Country'),
			),
			number: text('Document Number'),
		})
		.optional(),
};

/** The details of a collection with this field, and the document if there is one. */
export function rawPayer({ payer }: IDataObject): IDataObject {
	const { documentNumber: number, ...given } = asDetails(payer);
	const { documentType: type, documentCountry: country, ...rest } = given;
	const isGiven = asText(number) !== undefined;
	return { ...rest, document: isGiven ? { type, country, number } : undefined };
}

function asDetails(payer: unknown): IDataObject {
	return ((payer as IDataObject | undefined)?.details ?? {}) as IDataObject;
}

const details: INodeProperties[] = [
	{
		displayName: 'Document Country',
		name: 'documentCountry',
		type: 'string',
		default: 'ZA',
		placeholder: 'e.g. ZA',
		description: 'The two-letter code of the country that issued the document',
	},
	{
		displayName: 'Document Number',
		name: 'documentNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234567890123',
		description:
			'The number of a document that identifies the payer; if it is empty, no document is sent. The Verified Flow of Capitec Pay needs it.',
	},
	documentType.field,
	{
		displayName: 'Payer Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'The email address of the payer',
	},
	{
		displayName: 'Payer Full Name',
		name: 'fullName',
		type: 'string',
		default: '',
		placeholder: 'e.g. N Dlamini',
		description: 'First and last name of the payer',
	},
	{
		displayName: 'Payer ID',
		name: 'payerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer-204',
		description: 'Your own ID for the person who pays: it helps Stitch prevent fraud',
	},
	{
		displayName: 'Payer Mobile Number',
		name: 'mobileNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. +27820000000',
		description: 'The mobile phone number of the payer',
	},
];
