import type { IDataObject } from 'n8n-workflow';

import { comparedAccount, comparedAmount, type Comparison } from '../../idempotency/comparison';
import { firstByNonce, isUnder } from '../../idempotency/lookUp';
import { protectedBy } from '../../idempotency/duplicateProtection';
import type { Parameters, PaymentKind } from '../../idempotency/paymentKind';
import { isCancelled, meaningOf } from '../../run/resource';
import { bankName, banksWithoutInstant } from '../../schemas/bank';
import type { Mistake } from '../../schemas/invalidInput';
import { form, type ReadBy } from '../../schemas/form';
import { choice, choiceOrNone, notice, orDefault, textField } from '../../schemas/formFields';
import { currency, randText } from '../../schemas/money';
import { visibleText } from '../../schemas/visibleText';
import { readList, type GraphqlList } from '../../transport/paging';
import { asFields, textOf } from '../../transport/json';
import { maskAccount } from '../../transport/wording';
import { readListed } from '../../transport/object';
import type { Service } from '../../transport/service';
import { bankField, bankLists } from '../fields/bank';
import {
	accountNumberField,
	beneficiaryNameField,
	identifyingReference,
	payoutAmountField,
	shortenNames,
	shortNames,
} from '../fields/payment';
import { disbursements } from './disbursements';
import { options } from '../../schemas/formGroups';

/** How fast a payout is paid (spec 2.5: its type). */
const payoutSpeed = choiceOrNone({
	displayName: 'Payout Speed',
	options: [
		{
			name: 'Instant',
			value: 'instant',
			description: 'Clears at once, can cost more, and is not supported by every bank',
		},
		{ name: 'Same Day', value: 'default', description: 'Clears on the same day' },
	],
	default: 'default',
	description:
		"How fast the payment clears. After the bank's cut-off time, it moves to the next business day.",
	at: 'type',
});

const rowsNotToPay = orDefault(
	choice({
		displayName: 'Rows Not to Pay',
		options: [
			{ name: 'Fail', value: 'fail', description: 'Their items fail' },
			{
				name: 'Return as They Are',
				value: 'return',
				description: 'Their items come out unchanged, so that the whole list stays together',
			},
		],
		default: 'fail',
		description: 'What happens to rows that Payout List → Check does not pay. They are never paid.',
	}),
);

const disbursementOptions = options({ rowsNotToPay, shortenNames });

const optionsForm = form({ options: disbursementOptions });

export const returnsRowsNotToPay = (parameters: Parameters): boolean =>
	optionsForm.read(parameters).options.rowsNotToPay === 'return';

/** A disbursement (spec 2.5), besides its nonce. */
export const disbursementForm = form(
	{
		amount: payoutAmountField,
		externalReference: identifyingReference('e.g. salary-2026-11-017'),
		beneficiaryName: beneficiaryNameField('e.g. Example Supplier'),
		bank: bankField(bankLists.payOut, { open: true }),
		accountNumber: accountNumberField(),
		beneficiaryReference: textField(
			{
				displayName: 'Beneficiary Reference',
				required: true,
				placeholder: 'e.g. Salary Nov',
				description: "Shown on the beneficiary's bank statement, at most 20 characters",
				at: 'beneficiaryReference',
			},
			(label) => visibleText(label, { max: 20 }),
		),
		payoutSpeed,
		protection: protectedBy('externalReference'),
		payoutNotice: notice(
			'To see what would be paid without paying, add <b>Dry Run</b> under Options. After a run, <b>pending</b> means not paid yet: do not pay it in another way. With a test client, only accounts that end in 0 are paid, and only below R400.',
		),
		options: disbursementOptions,
	},
	({ payoutSpeed: speed, bank }) =>
		speed === 'instant' && banksWithoutInstant.includes(bank) ? [notInstant] : [],
);

const notInstant: Mistake = {
	field: 'Payout Speed',
	what: 'is Instant, which this bank does not support',
	fix: 'Choose Same Day for this bank.',
};

type Disbursement = ReadBy<typeof disbursementForm>;

/** A payout from the float account to a bank account (spec 2.5, 4.3). */
export const disbursementPayment: PaymentKind<Disbursement> = {
	kind: 'disbursement.create',

	read: (parameters, mistakes) =>
		disbursementForm.read(parameters, {
			mistakes,
			instead: shortNames(parameters),
		}),

	// The published sample sends the quantity as text (spec 2.5).
	body: (values) => ({
		amount: { currency, quantity: randText(values.amount) },
		externalReference: values.externalReference,
		beneficiaryReference: values.beneficiaryReference,
		beneficiary: {
			name: values.beneficiaryName,
			accountNumber: values.accountNumber,
			bank: values.bank,
		},
		type: values.payoutSpeed,
	}),

	preview: ({ accountNumber }, body) => ({
		...body,
		beneficiary: { ...asFields(body.beneficiary), accountNumber: maskAccount(accountNumber) },
	}),

	async send(service, body, repeat) {
		const { path, asOutput } = disbursements.one;
		const isAnswer = isUnder(body.nonce);
		return await service.tryCall({ method: 'POST', path, body, repeat, asOutput, isAnswer });
	},

	find: findByNonce,
	listByNonce: async (service, nonces) =>
		await listFiltered(service, disbursements.list.query, { nonce: { in: [...nonces] } }),
	listByReference: async (service, references) =>
		await listFiltered(service, disbursements.list.query.full, {
			externalReference: { in: [...references] },
		}),
	compare: compareDisbursement,
	hasFailed: (found) => meaningOf(found, disbursements) === 'failed' && !isCancelled(found),
	isCancelled,
	isDone: (found) => meaningOf(found, disbursements) === 'done',
	lookUpAdvice:
		'To find it yourself, search the Stitch dashboard for the external reference or the unique key (nonce). If the credential is not allowed to read disbursements, ask Stitch support.',
};

/** REST cannot list disbursements, so the ID is found by GraphQL and the record read by REST. */
async function findByNonce(service: Service, nonce: string): Promise<IDataObject | undefined> {
	const { list, one } = disbursements;
	const found = await firstByNonce(service, { ...list, query: list.query.core }, nonce);
	if (found === undefined) return undefined;
	return await readListed(service, one, found, isUnder(nonce));
}

/** As GraphQL returns them: reading each by REST would take a request for every row. */
async function listFiltered(service: Service, query: GraphqlList['query'], filter: IDataObject) {
	return await readList(service, { ...disbursements.list, query, variables: { filter } }, Infinity);
}

function compareDisbursement(
	{ amount, bank, accountNumber }: Disbursement,
	found: IDataObject,
): Comparison[] {
	const first = asFields(found.beneficiary);
	return comparisonsOf(
		{ amount: randText(amount), bank, accountNumber },
		{
			amount: found.amount,
			// Published samples call it bankId, the field table calls it bank (spec 2.5).
			bank: textOf(first.bank ?? first.bankId),
			accountNumber: first.accountNumber,
		},
	);
}

/** Compares the values that decide who gets how much; `asked.amount` is in rand, with two decimals. */
export function comparisonsOf(
	asked: { amount: string; bank: string; accountNumber: string },
	found: { amount: unknown; bank: string | undefined; accountNumber: unknown },
): Comparison[] {
	return [
		comparedAmount(asked.amount, found.amount),
		{ label: 'Bank', asked: asked.bank, found: found.bank, name: bankName },
		comparedAccount(asked.accountNumber, found.accountNumber),
	];
}
