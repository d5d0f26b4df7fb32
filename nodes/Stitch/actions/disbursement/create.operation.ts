import type { IDataObject } from 'n8n-workflow';

import { disbursementByNonce } from './disbursementByNonce.graphql';
import { amountFound } from '../../idempotency/comparison';
import { missingNonceSource, nonceFields, nonceFor } from '../../idempotency/nonce';
import {
	onDuplicateOption,
	readOnDuplicate,
	sendOnce,
	type Comparison,
	type OnDuplicate,
} from '../../idempotency/sendOnce';
import { disbursementBanks } from '../../schemas/banks';
import { disbursementSchema, type Disbursement } from './disbursement.schema';
import { asText, check } from '../../schemas/field';
import { currency, inRand } from '../../schemas/money';
import { queryGraphql } from '../../transport/graphql';
import { maskAccount } from '../../transport/mask';
import { segment, type Service } from '../../transport/service';
import {
	accountNumberField,
	amountField,
	bankField,
	externalReferenceFields,
} from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { follow } from './follow';

interface Plan {
	disbursement: Disbursement;
	body: Body;
	nonce: string;
	onDuplicate: OnDuplicate;
}

/** Pays from the float account to a bank account (spec 2.5, 4.3). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create disbursement',
	description: 'Pay money from the float account to a bank account',
	fields: [
		amountField,
		...externalReferenceFields('e.g. salary-2026-11-017'),
		{
			displayName: 'Beneficiary Name',
			name: 'beneficiaryName',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Example Supplier',
			description: 'Who holds the account, at most 20 characters',
		},
		bankField(disbursementBanks, 'The bank that holds the beneficiary account'),
		accountNumberField,
		{
			displayName: 'Beneficiary Reference',
			name: 'beneficiaryReference',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Salary Nov',
			description: "Shown on the beneficiary's bank statement, at most 20 characters",
		},
		...nonceFields('externalReference'),
	],
	options: [
		onDuplicateOption,
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: [
				{ name: 'Default', value: 'default', description: 'Clears on the same day' },
				{
					name: 'Instant',
					value: 'instant',
					description: 'Clears at once, can cost more, and is not supported by every bank',
				},
			],
			default: 'default',
			description:
				'How fast the payment clears. After the cut-off of the bank it moves to the next business day.',
		},
	],

	follow,

	prepare(item, { clientId }) {
		const options = item.collection('options');
		const raw = {
			amount: item.get('amount'),
			externalReference: item.get('externalReference'),
			beneficiaryReference: item.get('beneficiaryReference'),
			beneficiary: {
				name: item.get('beneficiaryName'),
				accountNumber: item.get('accountNumber'),
				bank: item.get('bank'),
			},
			type: options.type,
		};
		const disbursement = check(
			disbursementSchema,
			raw,
			missingNonceSource(item, raw.externalReference),
		);
		const body = bodyOf(disbursement);
		const nonce = nonceFor(item, {
			clientId,
			operation: 'disbursement.create',
			body,
			externalReference: disbursement.externalReference,
		});
		return { disbursement, body, nonce, onDuplicate: readOnDuplicate(options) };
	},

	movement({ disbursement: { amount, beneficiary }, body, nonce }) {
		const preview: IDataObject = {
			...body,
			beneficiary: { ...beneficiary, accountNumber: maskAccount(beneficiary.accountNumber) },
			nonce,
		};
		return { amount, nonce, preview };
	},

	async send({ body, nonce, onDuplicate }, service) {
		return await sendOnce(service, {
			request: {
				method: 'POST',
				path: '/disbursements',
				body: { ...body, nonce },
				repeat: 'always',
				mustHold: 'id',
			},
			nonce,
			onDuplicate,
			find: async () => await findByNonce(service, nonce),
			compare: (found) => compare(body, found),
			lookUpAdvice:
				'Look for the nonce or the external reference in the Stitch dashboard. If the credential may not read disbursements over GraphQL, ask Stitch support.',
		});
	},
});

/** The published sample sends the quantity as text (spec 2.5). */
function bodyOf({ amount, ...rest }: Disbursement) {
	return { amount: { currency, quantity: inRand(amount) }, ...rest };
}

type Body = ReturnType<typeof bodyOf>;

/** REST cannot list disbursements, so GraphQL finds the ID and REST tells the rest. */
async function findByNonce(service: Service, nonce: string): Promise<IDataObject | undefined> {
	const data = await queryGraphql(service, {
		query: disbursementByNonce,
		variables: { nonce },
		repeat: 'always',
	});
	const { client } = data as {
		client?: { disbursements?: { edges?: Array<{ node: { id: string; nonce: string } }> } };
	};
	const edge = client?.disbursements?.edges?.find(({ node }) => node.nonce === nonce);
	if (edge === undefined) return undefined;
	return await service.call({
		method: 'GET',
		path: `/disbursements/${segment(edge.node.id)}`,
		repeat: 'always',
	});
}

function compare(body: Body, found: IDataObject): Comparison[] {
	const amount = (found.amount ?? {}) as IDataObject;
	const beneficiary = (found.beneficiary ?? {}) as IDataObject;
	return [
		{ label: 'Amount', asked: body.amount.quantity, found: amountFound(amount.quantity) },
		{
			label: 'Bank',
			asked: body.beneficiary.bank,
			// Published samples call it bankId, the field table bank (spec 2.5).
			found: asText(beneficiary.bank ?? beneficiary.bankId),
		},
		{
			label: 'Account Number',
			asked: body.beneficiary.accountNumber,
			found: asText(beneficiary.accountNumber),
			secret: true,
		},
	];
}
