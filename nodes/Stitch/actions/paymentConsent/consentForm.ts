import { optionalDay } from '../../schemas/dateTime';
import { form, type ReadBy, type ValuesOf } from '../../schemas/form';
import { choice, dateField, notice, textField, turned } from '../../schemas/formFields';
import { casesOf, group, switchedOn, unless } from '../../schemas/formGroups';
import { paymentAmount } from '../../schemas/money';
import { visibleText } from '../../schemas/visibleText';
import { metadataField } from '../fields/metadata';
import { isGiven, payerFields, payerIdField, payerWords, type DocumentType } from '../fields/payer';
import { additionalFields, referenceField } from '../fields/payment';
import { redirectUrlField } from '../fields/redirectUrl';
import { returnFields } from '../payerReturn/returnAddress';

/** How a payer can agree to be charged; DebiCheck collections are not offered by this interface. */
const consentMethod = choice({
	displayName: 'Payment Method',
	options: [
		{
			name: 'Capitec Pay',
			value: 'capitecPay',
			description: 'Charges an account at Capitec, up to a maximum that the payer agrees to',
		},
		{ name: 'Card', value: 'card', description: 'Charges a card that the payer enters once' },
	],
	default: 'card',
	description: 'What is charged later',
});

/** How often Capitec lets a payer be charged (public reference). */
const frequency = choice({
	displayName: 'Frequency',
	options: [
		{ name: 'Daily', value: 'DAILY' },
		{ name: 'Monthly', value: 'MONTHLY' },
		{ name: 'Once Off', value: 'ONCE_OFF' },
		{ name: 'Weekly', value: 'WEEKLY' },
		{ name: 'Yearly', value: 'YEARLY' },
	],
	default: 'MONTHLY',
	description: 'How often the payer can be charged. Capitec takes one payment in each interval.',
	at: 'paymentSchedule.frequency',
});

/** Each document has a separate field here (public reference: exactly one of them). */
const documentFields: Record<DocumentType, string> = {
	identity_document: 'identityDocument',
	passport: 'passport',
	temporary_residence: 'temporaryResidenceId',
};

/** For cards: the payer is charged as soon as they agree. */
const firstCharge = {
	firstChargeAmount: textField(
		{
			displayName: 'First Charge Amount in Rand',
			required: true,
			placeholder: 'e.g. 99.00',
			description: 'In rand (ZAR), more than 0, with at most two decimals',
			at: 'initialCharge.amount',
		},
		paymentAmount,
	),
	firstChargeReference: textField(
		{
			displayName: 'First Charge Reference',
			required: true,
			placeholder: 'e.g. 204-2026-11',
			description:
				'Your own unique reference for the first charge. Charge → Create does not charge it again if Duplicate Protection is By External Reference and Stitch lets your client list its charges. To find out, use Dry Run there: <code>why</code> must not be <code>unknown</code>.',
			at: 'initialCharge.externalReference',
		},
		(label) => visibleText(label, { max: 4096 }),
	),
};

const capitecTerms = {
	maximumAmount: textField(
		{
			displayName: 'Maximum Amount in Rand',
			required: true,
			placeholder: 'e.g. 150.00',
			description: 'The most that one charge can be, in rand (ZAR). The payer sees it.',
			at: 'variable.max',
		},
		paymentAmount,
	),
	frequency,
	startDate: dateField(
		{
			displayName: 'Start Date',
			description:
				'The first day on which the payer can be charged. Leave it empty to let Stitch decide.',
			at: 'paymentSchedule.start',
		},
		optionalDay,
	),
	paymentDescription: textField(
		{
			displayName: 'Payment Description',
			required: true,
			placeholder: 'e.g. Example Gym',
			description: "What the payer reads in their bank's app when they are asked to agree",
			at: 'paymentDescription',
		},
		visibleText,
	),
};

const { mobileNumber, ...otherDetails } = payerFields;

/** In alphabetical order. */
const consentPayer = { ...otherDetails, payerId: payerIdField, mobileNumber };

/** A payment consent (public reference: `CreatePaymentConsentRequestInput`), without its nonce. */
export const consentForm = form({
	paymentMethod: consentMethod,
	externalReference: referenceField({
		placeholder: 'e.g. subscription-204',
		description: 'Your own unique reference for this agreement; the events about it carry it',
	}),
	terms: casesOf('paymentMethod', {
		card: {
			firstCharge: switchedOn(
				'chargeAtOnce',
				{
					displayName: 'Charge at Once',
					description: 'Whether the card is charged for the first time as soon as the payer agrees',
				},
				firstCharge,
			),
		},
		capitecPay: capitecTerms,
	}),
	...returnFields('page', 'Payment Consent → Wait for Consent'),
	linkNotice: notice(
		'Send <code>consentUrl</code> from the output to the payer. After they have agreed, charge them with <b>Charge → Create</b>.',
	),
	additionalFields: additionalFields({
		metadata: metadataField({ nested: 'asIs' }),
		payer: turned(group(payerWords, consentPayer), (given) => given && payerInformation(given)),
		redirectUrl: unless(
			{ '/returnToThisWorkflow': [true] },
			redirectUrlField(
				'Where the page sends the payer back to, over https even for a test client. Its domain must be an allowed redirect domain of your client (Stitch support adds it).',
			),
		),
	}),
});

/** Undefined if nothing is filled in. */
function payerInformation(payer: ValuesOf<typeof consentPayer>) {
	if (!isGiven(payer)) return undefined;
	const { document, ...rest } = payer;
	if (document === undefined) return rest;
	const { documentType, documentCountry: country, documentNumber: number } = document;
	return { ...rest, identifyingDocument: { [documentFields[documentType]]: { country, number } } };
}

export type Consent = ReadBy<typeof consentForm>;

export type CapitecTerms = Extract<Consent['terms'], { type: 'capitecPay' }>;

export type FirstCharge = NonNullable<Extract<Consent['terms'], { type: 'card' }>['firstCharge']>;
