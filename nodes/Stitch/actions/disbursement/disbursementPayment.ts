import type { IDataObject } from 'n8n-workflow';

import { amountFound } from '../../idempotency/comparison';
import type { PaymentKind } from '../../idempotency/payment';
import type { Comparison } from '../../idempotency/sendOnce';
import { asText } from '../../schemas/field';
import { currency, inRand } from '../../schemas/money';
import { queryGraphql } from '../../transport/graphql';
import { asFields } from '../../transport/json';
import { maskAccount } from '../../transport/mask';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { disbursementSchema, type Disbursement } from './disbursement.schema';
import { disbursementByNonce } from './disbursementByNonce.graphql';
import { disbursements } from './disbursements';

/** A payout from the float account to a bank account (spec 2.5, 4.3). */
export const disbursementPayment: PaymentKind<Disbursement> = {
	kind: 'disbursement.create',

	read: (parameters) => ({
		raw: {
			amount: parameters.get('amount'),
			externalReference: parameters.get('externalReference'),
			beneficiaryReference: parameters.get('beneficiaryReference'),
			beneficiary: {
				name: parameters.get('beneficiaryName'),
				accountNumber: parameters.get('accountNumber'),
				bank: parameters.get('bank'),
			},
			type: parameters.collection('options').type,
		},
		schema: disbursementSchema,
	}),

	// The published sample sends the quantity as text (spec 2.5).
	body: ({ amount, ...rest }) => ({ amount: { currency, quantity: inRand(amount) }, ...rest }),

	preview: ({ beneficiary }, body) => ({
		...body,
		beneficiary: { ...beneficiary, accountNumber: maskAccount(beneficiary.accountNumber) },
	}),

	request: (body) => ({
		method: 'POST',
		path: disbursements.path,
		body,
		repeat: 'always',
		mustHold: 'id',
	}),

	find: findByNonce,
	compare,
	lookUpAdvice:
		'Look for the nonce or the external reference in the Stitch dashboard. If the credential may not read disbursements over GraphQL, ask Stitch support.',
};

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
	return edge && (await readObject(service, disbursements, edge.node.id));
}

function compare({ amount, beneficiary }: Disbursement, found: IDataObject): Comparison[] {
	const first = asFields(found.beneficiary);
	return [
		{
			label: 'Amount',
			asked: inRand(amount),
			found: amountFound(asFields(found.amount).quantity),
		},
		{
			label: 'Bank',
			asked: beneficiary.bank,
			// Published samples call it bankId, the field table bank (spec 2.5).
			found: asText(first.bank ?? first.bankId),
		},
		{
			label: 'Account Number',
			asked: beneficiary.accountNumber,
			found: asText(first.accountNumber),
			secret: true,
		},
	];
}
