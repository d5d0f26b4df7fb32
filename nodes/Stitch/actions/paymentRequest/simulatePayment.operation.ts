import { z } from 'zod/v4';

import { defineOperation } from '../../run/operation';
import { check, choiceField, text, yesNo, type Mistake } from '../../schemas/field';
import { callGraphql } from '../../transport/graphql';
import { readObject } from '../../transport/object';
import { clientKind } from '../../transport/clientToken';
import { get } from './get.operation';
import { fieldOf } from '../fields/locator';
import { paymentRequests } from './paymentRequests';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { simulateComplete, simulateConfirmation } from './paymentRequest.graphql';

/** Public GraphQL reference: the ways in which a test client's payment request can be paid. */
const paidBy = choiceField({
	displayName: 'Paid By',
	name: 'paidBy',
	type: 'options',
	options: [
		{ name: 'Buy Now, Pay Later', value: 'bnpl' },
		{ name: 'Cash at a Shop', value: 'cash_retailer' },
		{ name: 'Cash at an ATM', value: 'cash_atm' },
		{ name: 'Crypto', value: 'crypto' },
		{ name: 'Manual EFT', value: 'eft_manual' },
		{ name: 'Pay by Bank', value: 'eft' },
	],
	default: 'eft',
	description: 'How the simulated payer pays',
});

const simulation = z.object({ id: text('Payment Request'), paymentMethod: paidBy.rule });

interface Simulation extends z.output<typeof simulation> {
	arrives: boolean;
}

/** Pays a payment request of a test client, so that what follows can be tried without a browser. */
export const simulatePayment = defineOperation<Simulation>({
	value: 'simulatePayment',
	name: 'Simulate Payment',
	action: 'Simulate payment (test clients)',
	description: 'Pay a payment request of a test client, without a browser',
	fields: [
		fieldOf(paymentRequests),
		paidBy.field,
		{
			displayName: 'Money Arrives',
			name: 'moneyArrives',
			type: 'boolean',
			default: true,
			description:
				'Whether the money arrives as well, which sends the event Payment Confirmation Received',
		},
	],
	locators: [paymentRequests],
	simplify: simplifyPaymentRequest,
	complete: get.complete,

	prepare(item, { clientId }) {
		const raw = { id: item.get('paymentRequestId'), paymentMethod: item.get('paidBy') };
		const arrives = yesNo('Money Arrives', item.get('moneyArrives'), true);
		return {
			...check(simulation, raw, clientKind(clientId) === 'test' ? [] : [notATestClient]),
			arrives,
		};
	},

	async send({ id, paymentMethod, arrives }, service) {
		const repeat = 'ifNotProcessed';
		await callGraphql(service, {
			query: simulateComplete,
			variables: { input: { paymentRequestId: id, paymentMethod } },
			repeat,
		});
		if (arrives) {
			await callGraphql(service, {
				query: simulateConfirmation,
				variables: { input: { paymentRequestId: id } },
				repeat,
			});
		}
		return await readObject(service, paymentRequests.one, id);
	},
});

const notATestClient: Mistake = {
	field: 'Credential',
	what: 'belongs to a live client, and Simulate Payment is for test clients only',
	fix: 'Choose the credential of a test client: its \'Client ID\' starts with "test-".',
};
