import { defineOperation } from '../../run/operation';
import type { Mistake } from '../../schemas/invalidInput';
import { callGraphql } from '../../transport/graphql';
import { readObject } from '../../transport/object';
import { clientKind } from '../../transport/client';
import { get } from './get.operation';
import { locator } from '../fields/locator';
import { paymentRequests } from './paymentRequests';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { simulateComplete, simulateConfirmation } from './paymentRequest.graphql';
import { choice, switchField } from '../../schemas/formFields';
import { form } from '../../schemas/form';

const simulateForm = form({
	id: locator(paymentRequests),
	/** Public GraphQL reference: the ways in which a test client's payment request can be paid. */
	paidBy: choice({
		displayName: 'Paid By',
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
	}),
	moneyArrives: switchField({
		displayName: 'Money Arrives',
		default: true,
		description:
			'Whether the money arrives as well, which sends the event Payment Confirmation Received',
	}),
});

/** Pays a payment request of a test client, so that the next steps can be tried without a browser. */
export const simulatePayment = defineOperation({
	value: 'simulatePayment',
	name: 'Simulate Payment',
	action: 'Simulate payment (test clients)',
	description: 'Pay a payment request of a test client, without a browser',
	form: simulateForm,
	locators: [paymentRequests],
	simplify: simplifyPaymentRequest,
	complete: get.complete,

	prepare: (item, { clientId }) =>
		simulateForm.read(item, {
			mistakes: clientKind(clientId) === 'test' ? [] : [notATestClient],
		}),

	async send({ id, paidBy: paymentMethod, moneyArrives }, service) {
		const repeat = 'ifNotProcessed';
		await callGraphql(service, {
			query: simulateComplete,
			variables: { input: { paymentRequestId: id, paymentMethod } },
			repeat,
		});
		if (moneyArrives) {
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
