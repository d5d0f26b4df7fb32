import { z } from 'zod/v4';

import { bankOptions, optionalBank, payerBanks } from '../../schemas/bank';
import { optionalDateTime, optionalDay } from '../../schemas/dateTime';
import { asText, shown } from '../../schemas/asText';
import { reject, type Mistake } from '../../schemas/invalidInput';
import { form, type ReadBy } from '../../schemas/form';
import {
	choice,
	dateField,
	field,
	ifAdded,
	notice,
	switchField,
	textField,
} from '../../schemas/formFields';
import { group, only, options, unless, variant } from '../../schemas/formGroups';
import { formatRand, paymentAmount, type Money } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { bankField, bankLists } from '../fields/bank';
import { metadataField } from '../fields/metadata';
import { isGiven, payerFields, payerIdField, payerWords, type Payer } from '../fields/payer';
import {
	accountNumberField,
	additionalFields,
	amountField,
	beneficiaryNameField,
	merchantField,
	referenceField,
	shortenNames,
} from '../fields/payment';
import { redirectAddress, redirectUrlField } from '../fields/redirectUrl';
import { returnFields } from '../payerReturn/returnAddress';

/** The ways to pay (spec 2.3). */
const waysToPay = [
	{
		name: 'ABSA Pay',
		value: 'absaEft',
		description: 'For customers of Absa; needs Pay by Bank as well',
	},
	{
		name: 'Capitec Pay',
		value: 'capitecPay',
		description:
			'For customers of Capitec; needs Pay by Bank as well. Its Verified Flow needs the document of the Payer, under Additional Fields.',
	},
	{ name: 'Card', value: 'card' },
	{ name: 'Crypto', value: 'crypto' },
	{
		name: 'Pay by Bank',
		value: 'eft',
		description: "Instant EFT from the payer's own bank, also by PayShap if Stitch has enabled it",
	},
] as const;

type PaymentMethod = (typeof waysToPay)[number]['value'];

const names = Object.fromEntries(waysToPay.map(({ value, name }) => [value, name]));

/** Ways to pay that are variants of Pay by Bank (spec 2.3). */
const needPayByBank: PaymentMethod[] = ['absaEft', 'capitecPay'];

const methodsLabel = 'Payment Methods';

/** The chosen methods: at least one, and none without the method that it depends on. */
const chosenMethods = z.unknown().transform((value, context): PaymentMethod[] => {
	const no = (what: string, fix: string) => reject(context, methodsLabel, what, fix);
	const chosen = [value].flat().filter((method) => asText(method) !== undefined);
	const unknown = chosen.find((method) => !isMethod(method));
	if (unknown !== undefined) {
		const fix = `Use one or more of: ${Object.keys(names).join(', ')}.`;
		return no(`has a value that Stitch does not know: ${shown(unknown)}`, fix);
	}
	const methods = chosen.filter(isMethod);
	if (methods.length === 0) return no('is empty', 'Choose at least one way to pay.');
	const alone = needPayByBank.find((method) => methods.includes(method));
	if (alone !== undefined && !methods.includes('eft')) {
		const fix = `Add Pay by Bank, or remove ${names[alone]}.`;
		return no(`has ${names[alone]} without Pay by Bank`, fix);
	}
	return methods;
});

function isMethod(value: unknown): value is PaymentMethod {
	return typeof value === 'string' && Object.hasOwn(names, value);
}

/** Where the money of a payment goes; the two exclude each other (spec 2.1, 2.3). */
const settleTo = choice({
	displayName: 'Settle To',
	options: [
		{
			name: 'Bank Account',
			value: 'bankAccount',
			description: 'Payments by bank go to the account below',
		},
		{
			name: 'Merchant',
			value: 'merchant',
			description: 'The payment goes to a merchant that Stitch has registered for your client',
		},
	],
	default: 'bankAccount',
	description:
		'Where the money goes. The details of a bank account are needed only for Pay by Bank.',
});

const byBank = { paymentMethods: ['eft'] };

/** At present, Stitch accepts one other merchant per payment. */
const splitSettlement = group(
	{
		displayName: 'Split Settlement',
		placeholder: 'Add part',
		default: {},
		description: 'A part of the payment that goes to another merchant',
		group: { displayName: 'Part', name: 'part' },
	},
	{
		amount: textField(
			{
				displayName: 'Split Amount in Rand',
				placeholder: 'e.g. 100.50',
				description: 'In rand (ZAR), at most the whole amount',
				at: 'splitSettlements.amount',
			},
			paymentAmount,
		),
		merchantId: textField(
			{
				displayName: 'Split Merchant ID',
				placeholder: 'e.g. bWVyY2hhbnQ6Mg==',
				description: 'The ID that Stitch gave the merchant who gets this part',
				at: 'splitSettlements.merchantId',
			},
			visibleText,
		),
	},
);

/** Details of the payer (spec 2.2), besides their ID. */
const payer = group(payerWords, {
	...payerFields,
	accountCreatedDate: dateField(
		{
			displayName: 'Payer Since',
			description: 'The day on which the payer opened their account with you',
			at: 'payer.accountCreatedDate',
		},
		optionalDay,
	),
});

const withoutPayerId: Mistake = {
	field: 'Payer ID',
	what: 'is empty, but other details of the payer are filled in',
	fix: 'Enter your own ID for the person who pays: Stitch needs at least that.',
};

const redirect = group(
	{
		displayName: 'Redirect',
		placeholder: 'Add redirect',
		// Adding it shows the fields at once.
		default: { addresses: {} },
		description:
			'Where the payment page sends the payer back to, over https even for a test client. Its domain must be an allowed redirect domain of your client (Stitch support adds it).',
		group: { displayName: 'Addresses', name: 'addresses' },
	},
	{
		redirectUrl: unless(
			{ '/returnToThisWorkflow': [true] },
			redirectUrlField('Where the payment page sends the payer back to'),
		),
		failureRedirectUrl: textField(
			{
				displayName: 'Failure Redirect URL',
				placeholder: 'e.g. https://shop.example.com/not-paid',
				description:
					'Where payers who have not paid are sent. Redirect URL is then for those who have.',
			},
			redirectAddress,
		),
	},
);

/** It is on unless it was added and turned off. */
export const linkOptions = options({
	oneLinkPerReference: ifAdded(
		switchField({
			displayName: 'One Link per Reference',
			default: true,
			description:
				'Whether to look for an open or paid link with this reference first. An open one is returned, and pays into the account that it was created with. A paid one, or one for a different amount, makes the item fail. On unless you turn it off here.',
		}),
		'option',
	),
	shortenNames,
});

/** A payment request (spec 2.1 to 2.3); what the simple case needs comes first. */
export const paymentRequestForm = form(
	{
		amount: amountField,
		externalReference: referenceField({
			placeholder: 'e.g. order-1017',
			description: 'Your own unique reference for this payment; it comes back with the payer',
		}),
		payerId: payerIdField,
		paymentMethods: field(
			{
				displayName: methodsLabel,
				type: 'multiOptions',
				options: [...waysToPay],
				default: ['eft'],
				required: true,
				description: 'The ways to pay that the payment page offers',
			},
			chosenMethods,
		),
		payerReference: only(
			byBank,
			textField(
				{
					displayName: 'Payer Reference',
					required: true,
					placeholder: 'e.g. Order 1017',
					description: "Shown on the payer's bank statement, at most 12 characters",
				},
				(label) => visibleText(label, { max: 12 }),
			),
		),
		settleTo: variant('settleTo', settleTo, {
			bankAccount: {
				beneficiaryName: only(byBank, beneficiaryNameField('e.g. Example Shop')),
				bank: only(byBank, bankField(bankLists.settle, { open: true })),
				accountNumber: only(byBank, accountNumberField()),
			},
			merchant: { merchantId: merchantField },
		}),
		...returnFields('payment page', 'Payment Request → Wait for Payment'),
		linkNotice: notice(
			'Send <code>paymentUrl</code> from the output to the payer: it is the payment link. It expires after a day, unless you set <b>Expire At</b> under Additional Fields.',
		),
		additionalFields: additionalFields({
			beneficiaryReference: textField(
				{
					displayName: 'Beneficiary Reference',
					placeholder: 'e.g. Order 1017',
					description:
						'Shown on the bank statement of the account that the money goes to, at most 20 characters. For Pay by Bank only.',
				},
				(label) => optionalVisibleText(label, { max: 20 }),
			),
			expireAt: dateField(
				{
					displayName: 'Expire At',
					description: 'When the link expires; one day from now if left empty',
					at: 'expireAt',
				},
				(label) => optionalDateTime(label, { inFuture: true, endOfDay: true }),
			),
			metadata: metadataField({ nested: 'asText' }),
			payer,
			redirect,
			restrictPayerBank: field(
				{
					displayName: 'Restrict Payer Bank',
					type: 'options',
					options: bankOptions(payerBanks),
					default: '',
					description: 'The only bank that Pay by Bank accepts; other ways to pay are not affected',
					at: 'restrictPayerBank',
				},
				optionalBank('Restrict Payer Bank', payerBanks, { open: true }),
			),
			splitSettlement,
		}),
		options: linkOptions,
	},
	({ amount, payerId, paymentMethods, returnToThisWorkflow, additionalFields }) => {
		const {
			payer: details,
			splitSettlement: part,
			redirect: to,
			restrictPayerBank,
		} = additionalFields;
		const isByBank = paymentMethods.includes('eft');
		return [
			...(part && part.amount.cents > amount.cents ? [aboveTheWhole(part.amount, amount)] : []),
			...(to?.failureRedirectUrl && !to.redirectUrl && !returnToThisWorkflow ? [onlyFailure] : []),
			...(restrictPayerBank && !isByBank ? [noPayByBank] : []),
			...(payerId === undefined && isGiven(details) ? [withoutPayerId] : []),
		];
	},
);

/** The payer in the form of a request (spec 2.2); undefined if nothing is filled in. */
export function payerOf({ payerId: identifier, additionalFields }: PaymentRequest) {
	const { document, ...more }: Partial<PayerDetails> = additionalFields.payer ?? {};
	const payer = {
		identifier,
		identifyingDocument: document && {
			type: document.documentType,
			country: document.documentCountry,
			number: document.documentNumber,
		},
		...more,
	};
	return isGiven(payer) ? payer : undefined;
}

type PayerDetails = Payer & { accountCreatedDate: string | undefined };

const aboveTheWhole = (part: Money, whole: Money): Mistake => ({
	field: 'Split Amount in Rand',
	what: `is ${formatRand(part.cents)}, more than 'Amount in Rand' (${formatRand(whole.cents)})`,
	fix: 'Enter at most the whole amount.',
});

const noPayByBank: Mistake = {
	field: 'Restrict Payer Bank',
	what: "is set, but 'Payment Methods' has no Pay by Bank, so it would limit nothing",
	fix: "Add Pay by Bank, or remove 'Restrict Payer Bank'.",
};

const onlyFailure: Mistake = {
	field: 'Failure Redirect URL',
	what: "is filled in without 'Redirect URL'",
	fix: "Fill in 'Redirect URL' as well: it is where the payer goes after paying.",
};

export type PaymentRequest = ReadBy<typeof paymentRequestForm>;
