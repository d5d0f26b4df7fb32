import { country } from '../../schemas/country';
import { reject } from '../../schemas/invalidInput';
import { email, optionalText } from '../../schemas/text';
import { form, type ReadBy } from '../../schemas/form';
import { choice, notice, numberField, orDefault, textField } from '../../schemas/formFields';
import { options, variant } from '../../schemas/formGroups';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { bankField, bankLists } from '../fields/bank';
import { accountNumberField, additionalFields } from '../fields/payment';

/** Kinds of bank account that a verification can compare (spec 2.6). */
const accountTypes = [
	{ name: 'Credit', value: 'credit' },
	{ name: 'Current', value: 'current' },
	{ name: 'Investment', value: 'investment' },
	{ name: 'Loan', value: 'loan' },
	{ name: 'Other', value: 'other' },
	{ name: 'Savings', value: 'savings' },
	{
		name: 'Unknown',
		value: 'unknown',
		description: 'The type is not compared, so the outcome cannot be "verified"',
	},
];

const accountType = choice({
	displayName: 'Account Type',
	options: accountTypes,
	// Without a type, or with Unknown, the outcome is never "verified". Stitch bills it all the same.
	default: '',
	required: true,
	description: 'The type that the account should have',
	at: 'bankAccount.type',
});

/** Who holds the account (spec 2.6). */
const holderType = choice({
	displayName: 'Account Holder Type',
	options: [
		{ name: 'Business', value: 'business' },
		{ name: 'Individual', value: 'individual' },
	],
	default: 'individual',
	description: 'Who should hold the account',
	at: 'accountHolder.type',
});

const documentType = choice({
	displayName: 'Document Type',
	options: [
		{ name: 'Passport', value: 'passport' },
		{ name: 'South African ID', value: 'identity_document' },
	],
	default: 'identity_document',
	description: 'The document that identifies the account holder',
	at: 'accountHolder.identifyingDocument.type',
});

/** Spreadsheets drop the zero that many branch codes begin with. */
const branchCode = (label: string) =>
	optionalText(label).transform((given, context): string | undefined => {
		if (given === undefined || /^\d{6}$/.test(given)) return given;
		const lost = /^\d{5}$/.test(given) && ', and this one has 5: it may have lost a leading zero';
		return reject(
			context,
			label,
			`must be exactly 6 digits${lost || ''}`,
			"Enter 6 digits, or leave it empty to use the bank's universal code.",
		);
	});

/** A text of limited length. If it is empty, the outcome cannot be "verified". */
const comparedText = (
	words: { displayName: string; placeholder: string; at: string },
	max: number,
	pronoun = 'it',
) =>
	textField(
		{
			...words,
			description: `At most ${max} characters. Without ${pronoun}, the outcome cannot be "verified".`,
		},
		(label) => optionalVisibleText(label, { max }),
	);

/**
 * The fields of Bank Account → Verify (spec 2.6). Fields that the outcome needs are not among the
 * additional ones.
 */
export const verifyForm = form({
	bank: bankField(bankLists.verify, { open: false }),
	accountNumber: accountNumberField(13),
	accountType,
	holder: variant('holderType', holderType, {
		individual: {
			documentType,
			documentNumber: textField(
				{
					displayName: 'Document Number',
					required: true,
					placeholder: 'e.g. 0001010000000',
					description: 'The number of the ID document or of the passport',
				},
				visibleText,
			),
			familyName: comparedText(
				{ displayName: 'Family Name', placeholder: 'e.g. Dlamini', at: 'familyName' },
				60,
			),
			initials: comparedText(
				{ displayName: 'Initials', placeholder: 'e.g. NP', at: 'initials' },
				5,
				'them',
			),
		},
		business: {
			registrationNumber: textField(
				{
					displayName: 'Registration Number',
					required: true,
					placeholder: 'e.g. 2020/123456/07',
					description: 'The registration number of the business',
					at: 'registrationNumber',
				},
				visibleText,
			),
			businessName: comparedText(
				{
					displayName: 'Business Name',
					placeholder: 'e.g. Example Trading',
					at: 'accountHolder.name',
				},
				60,
			),
		},
	}),
	outcomeNotice: notice(
		'Stitch bills each account, even with a test client. The same request is free for 48 hours. Add an IF node on <code>outcome</code>: only <b>verified</b> means that the bank confirms the account and its holder.',
	),
	additionalFields: additionalFields({
		branchCode: textField(
			{
				displayName: 'Branch Code',
				placeholder: 'e.g. 250655',
				description: "Exactly 6 digits. Leave it empty to use the bank's universal code.",
				at: 'branchCode',
			},
			branchCode,
		),
		country: textField(
			{
				displayName: 'Country',
				placeholder: 'e.g. ZA',
				description:
					'Two-letter code of the country that issued the document or the registration; South Africa when empty',
				at: ['accountHolder.country', 'accountHolder.identifyingDocument.country'],
			},
			country,
		),
		email: textField(
			{
				displayName: 'Email',
				placeholder: 'e.g. name@example.com',
				description: 'Compared with what the bank has on record',
				at: 'accountHolder.email',
			},
			email,
		),
		phone: textField(
			{
				displayName: 'Phone',
				placeholder: 'e.g. +27821234567',
				description: 'Compared with what the bank has on record',
				at: 'phone',
			},
			optionalText,
		),
	}),
	options: options({
		/** Stitch's own check takes up to 120 seconds (spec 8). */
		maxWaitSeconds: orDefault(
			numberField(
				{
					displayName: 'Maximum Wait',
					default: 120,
					description:
						'How many seconds to keep asking while the bank is still checking. 0 asks only once.',
				},
				{ least: 0, most: 3600 },
			),
		),
		onTimeout: orDefault(
			choice({
				displayName: 'On Timeout',
				options: [
					{ name: 'Fail', value: 'fail', description: 'Fail the item' },
					{
						name: 'Return Pending Answer',
						value: 'return',
						description:
							'Return the answer with the outcome "pending" (without Simplify: the status)',
					},
				],
				default: 'return',
				description: 'What to do when the bank is still checking after Maximum Wait',
			}),
		),
	}),
});

/** The body of a verification (spec 2.6); the service allows no other properties. */
export function verificationOf(
	asked: Omit<ReadBy<typeof verifyForm>, 'options' | 'outcomeNotice'>,
) {
	const { bank, accountNumber: number, accountType: type, holder } = asked;
	const { branchCode, country, email, phone } = asked.additionalFields;
	return {
		bankAccount: { bank, branchCode, number, type },
		accountHolder:
			holder.type === 'business'
				? {
						type: holder.type,
						registrationNumber: holder.registrationNumber,
						country,
						name: holder.businessName,
						phone,
						email,
					}
				: {
						type: holder.type,
						familyName: holder.familyName,
						initials: holder.initials,
						phone,
						email,
						identifyingDocument: {
							type: holder.documentType,
							country,
							number: holder.documentNumber,
						},
					},
	};
}

export type BankAccountVerification = ReturnType<typeof verificationOf>;
