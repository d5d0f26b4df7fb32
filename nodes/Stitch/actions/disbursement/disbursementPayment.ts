import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { comparedAccount, comparedAmount, type Comparison } from '../../idempotency/comparison';
import { firstByNonce, isUnder } from '../../idempotency/lookUp';
import type { Parameters, PaymentKind } from '../../idempotency/payment';
import { meaningOf } from '../../run/resource';
import {
	accountNumber,
	bankName,
	banksWithoutInstant,
	disbursementBanks,
	requiredBank,
} from '../../schemas/bank';
import { choiceField, reject, yesNo } from '../../schemas/field';
import { currency, inRand, paymentAmount } from '../../schemas/money';
import { shortened, optionalVisibleText, visibleText } from '../../schemas/visibleText';
import { readList, type GraphqlList } from '../../transport/paging';
import { asFields, textOf } from '../../transport/json';
import { maskAccount } from '../../transport/wording';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { disbursements } from './disbursements';

/** In characters (public documentation). */
const longestName = 20;

/** How fast a payout is paid (spec 2.5: its type). */
export const payoutSpeed = choiceField({
	displayName: 'Payout Speed',
	name: 'payoutSpeed',
	type: 'options',
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
});

/**
 * A disbursement (spec 2.5) without the nonce, which is derived from the checked values. It is made
 * once, not for each item.
 */
export const disbursementSchema = z
	.object({
		amount: paymentAmount('Amount'),
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		beneficiaryReference: visibleText('Beneficiary Reference', { max: 20 }),
		beneficiary: z.object({
			name: visibleText('Beneficiary Name', {
				max: longestName,
				shortenedBy: 'Shorten Names',
			}),
			accountNumber: accountNumber('Account Number'),
			bank: requiredBank('Bank', disbursementBanks, { open: true }),
		}),
		type: payoutSpeed.optional,
	})
	.superRefine(({ type, beneficiary }, context) => {
		if (type === 'instant' && banksWithoutInstant.includes(beneficiary.bank)) {
			reject(
				context,
				'Payout Speed',
				'is Instant, which this bank does not support',
				'Choose Same Day for this bank.',
			);
		}
	});

type Disbursement = z.output<typeof disbursementSchema>;

/** Cuts names that banks do not take. */
export const shortenNamesOption: INodeProperties = {
	displayName: 'Shorten Names',
	name: 'shortenNames',
	type: 'boolean',
	// Whoever adds the option wants it; without it, nothing is shortened.
	default: true,
	description:
		'Whether to cut a Beneficiary Name of more than 20 characters to its first 20, instead of rejecting the item. The output shows the name that was sent. Duplicate Protection does not depend on the name.',
};

/**
 * The name is no part of what identifies a payout, so whether it is shortened never makes a payment a
 * new one.
 */
function nameToSend(parameters: Parameters): unknown {
	const name = parameters.get('beneficiaryName');
	const { shortenNames } = parameters.collection('options');
	return yesNo('Shorten Names', shortenNames, false) ? shortened(name, longestName) : name;
}

/** A payout from the float account to a bank account (spec 2.5, 4.3). */
export const disbursementPayment: PaymentKind<Disbursement> = {
	kind: 'disbursement.create',

	read: (parameters) => ({
		raw: {
			amount: parameters.get('amount'),
			externalReference: parameters.get('externalReference'),
			beneficiaryReference: parameters.get('beneficiaryReference'),
			beneficiary: {
				name: nameToSend(parameters),
				accountNumber: parameters.get('accountNumber'),
				bank: parameters.get('bank'),
			},
			type: parameters.get('payoutSpeed'),
		},
		schema: disbursementSchema,
	}),

	// The published sample sends the quantity as text (spec 2.5).
	body: ({ amount, ...rest }) => ({ amount: { currency, quantity: inRand(amount) }, ...rest }),

	identity: ({ amount, externalReference, beneficiaryReference, beneficiary }) => ({
		currency,
		amount: inRand(amount),
		bank: beneficiary.bank,
		accountNumber: beneficiary.accountNumber,
		beneficiaryReference,
		externalReference,
	}),

	preview: ({ beneficiary }, body) => ({
		...body,
		beneficiary: { ...beneficiary, accountNumber: maskAccount(beneficiary.accountNumber) },
	}),

	send: async (service, body, repeat) =>
		await service.tryCall({
			method: 'POST',
			path: disbursements.one.path,
			body,
			repeat,
			isAnswer: isUnder(body.nonce),
		}),

	find: findByNonce,
	listUnder: async (service, nonces) =>
		await listed(service, disbursements.list.query, { nonce: { in: [...nonces] } }),
	listWith: async (service, references) =>
		await listed(service, disbursements.list.query.full, {
			externalReference: { in: [...references] },
		}),
	compare,
	hasFailed: (found) => meaningOf(found, disbursements) === 'failed',
	lookUpAdvice:
		'Search the Stitch dashboard for the external reference or the nonce. If the credential is not allowed to read disbursements, ask Stitch support.',
};

/** REST cannot list disbursements, so the ID is found by GraphQL and the record read by REST. */
async function findByNonce(service: Service, nonce: string): Promise<IDataObject | undefined> {
	const { list, one } = disbursements;
	const found = await firstByNonce(service, { ...list, query: list.query.core }, nonce);
	return found && (await readObject(service, one, String(found.id), isUnder(nonce)));
}

/** As GraphQL returns them: to read each by REST would take a request for every row. */
async function listed(service: Service, query: GraphqlList['query'], filter: IDataObject) {
	return await readList(service, { ...disbursements.list, query, variables: { filter } }, Infinity);
}

function compare({ amount, beneficiary }: Disbursement, found: IDataObject): Comparison[] {
	const first = asFields(found.beneficiary);
	return [
		comparedAmount(inRand(amount), asFields(found.amount).quantity),
		{
			label: 'Bank',
			asked: beneficiary.bank,
			// Published samples call it bankId, the field table calls it bank (spec 2.5).
			found: textOf(first.bank ?? first.bankId),
			name: bankName,
		},
		comparedAccount(beneficiary.accountNumber, first.accountNumber),
	];
}
