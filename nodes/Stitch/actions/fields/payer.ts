import { country } from '../../schemas/country';
import { required } from '../../schemas/invalidInput';
import { email, optionalText, text } from '../../schemas/text';
import type { ValuesOf, ValueOf } from '../../schemas/form';
import { choice, textField } from '../../schemas/formFields';
import { filledWith } from '../../schemas/formGroups';

/** What identifies a payer (spec 2.2). */
const documentType = choice({
	displayName: 'Document Type',
	options: [
		{ name: 'Identity Document', value: 'identity_document' },
		{ name: 'Passport', value: 'passport' },
		{ name: 'Temporary Residence', value: 'temporary_residence' },
	],
	default: 'identity_document',
	description: 'The kind of document',
	at: 'identifyingDocument.type',
});

export type DocumentType = ValueOf<typeof documentType>;

/** The paths of a value in each kind of document; in GraphQL, each kind is a separate field. */
const documentPaths = (name: string) =>
	['identifyingDocument', 'identityDocument', 'passport', 'temporaryResidenceId'].map(
		(kind) => `${kind}.${name}`,
	);

/** The paths of a value in each request that has a payer. */
const payerPaths = (name: string) =>
	['payer', 'payerInformation'].map((payer) => `${payer}.${name}`);

/** Who pays, besides their ID (spec 2.2); all of it may be left empty. */
export const payerFields = {
	document: filledWith('documentNumber', {
		documentCountry: textField(
			{
				displayName: 'Document Country',
				default: 'ZA',
				placeholder: 'e.g. ZA',
				description: 'The two-letter code of the country that issued the document',
				at: documentPaths('country'),
			},
			(label) =>
				required(label, 'Enter the country of the document, for example ZA.', country(label)),
		),
		documentNumber: textField(
			{
				displayName: 'Document Number',
				placeholder: 'e.g. 1234567890123',
				description:
					'The number of a document that identifies the payer; if it is empty, no document is sent. The Verified Flow of Capitec Pay needs it.',
				at: [...documentPaths('number'), 'payerInformation.identifyingDocument'],
			},
			text,
		),
		documentType,
	}),
	email: textField(
		{
			displayName: 'Payer Email',
			placeholder: 'e.g. name@example.com',
			description: 'The email address of the payer',
			at: payerPaths('email'),
		},
		email,
	),
	fullName: textField(
		{
			displayName: 'Payer Full Name',
			placeholder: 'e.g. N Dlamini',
			description: 'First and last name of the payer',
			at: payerPaths('fullName'),
		},
		optionalText,
	),
	mobileNumber: textField(
		{
			displayName: 'Payer Mobile Number',
			placeholder: 'e.g. +27820000000',
			description: 'The mobile phone number of the payer',
			at: payerPaths('mobileNumber'),
		},
		optionalText,
	),
};

export type Payer = ValuesOf<typeof payerFields>;

export const isGiven = (details: object = {}): boolean =>
	Object.values(details).some((value) => value !== undefined);

/** The caller's own ID for the payer. Stitch asks for it in every request (spec 2.2). */
export const payerIdField = textField(
	{
		displayName: 'Payer ID',
		placeholder: 'e.g. customer-204',
		description: 'Your own ID for the person who pays: it helps Stitch prevent fraud',
		at: ['payerInformation.payerId', 'payer.identifier'],
	},
	optionalText,
);

export const payerWords = {
	displayName: 'Payer',
	placeholder: 'Add payer',
	// Adding the payer shows the fields at once.
	default: { details: {} },
	description: 'The person who pays',
	group: { displayName: 'Details', name: 'details' },
};
