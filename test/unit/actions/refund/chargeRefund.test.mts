import type { IDataObject } from 'n8n-workflow';

import { chargeRefundInitiate } from '../../../../nodes/Stitch/actions/refund/refund.graphql';
import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { answer, refused, type Script } from '../../builders.mts';
import { chargeNode, failure, listed, madeNode } from '../charge/answers.mts';
import { complaints, perform } from '../perform.mts';

const parameters: IDataObject = {
	refundOf: 'recurringCharge',
	recurringChargeId: 'charge-1',
	amount: '40.5',
	reason: 'fraud',
	externalReference: 'refund-204',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};

const node = (changes: object = {}) =>
	chargeNode({
		__typename: 'CardRefundTransaction',
		id: 'refund-1',
		amount: { quantity: '40.50', currency: 'ZAR' },
		originalTransaction: { id: 'charge-1' },
		state: { __typename: 'TransactionPending', date: '2026-11-20T10:00:00Z', reason: null },
		...changes,
	});
const made = (changes: object = {}) =>
	answer(200, { data: { refundTransactionInitiate: madeNode(node(changes)) } });
const read = (changes: object = {}) => answer(200, { data: { node: node(changes) } });
const duplicate = refused('NONCE_DUPLICATE', 'Used');

/** Performs it where nothing is listed under its nonce; `sent` is what follows the look-up. */
async function performNew(script: Script) {
	const performed = await perform(create, parameters, [listed(), ...script]);
	performed.sent.shift();
	return performed;
}

const longAgo = { state: { __typename: 'TransactionPending', date: '2026-10-25T10:00:00Z' } };

describe('Refund → Create for a charge', () => {
	it('sends the mutation, and returns the refund with the names of others', async () => {
		const { output, sent } = await performNew([made(), read()]);
		expect(sent[0]?.body).toEqual({
			query: chargeRefundInitiate,
			variables: {
				input: {
					originalPaymentId: 'charge-1',
					refundInput: {
						amount: { quantity: '40.50', currency: 'ZAR' },
						reason: 'fraudulent',
						externalReference: 'refund-204',
						nonce: 'nonce-1',
					},
				},
			},
		});
		expect(output).toMatchObject({ id: 'refund-1', charge: 'charge-1', status: 'pending' });
		expect(create.simplify?.(output as IDataObject)).toMatchObject({
			amount: 40.5,
			status: 'pending',
			refundOf: 'charge-1',
		});
	});

	it('sends nothing where it is found under its nonce', async () => {
		const { output, sent } = await perform(create, parameters, [listed(node(longAgo))]);
		expect(output).toMatchObject({ id: 'refund-1', alreadyExisted: true });
		expect(sent).toHaveLength(1);
	});

	it('is rejected where the earlier one is of another charge', async () => {
		const ofAnother = node({ originalTransaction: { id: 'charge-2' } });
		const { failure: why } = await performNew([duplicate, listed(ofAnother)]);
		const sentence = expect.stringContaining('Charge ID') as string;
		expect(why).toMatchObject({ details: { kind: 'otherValues', sentence } });
	});

	it.each([
		['is found under its nonce', (charge: object) => [duplicate, listed(charge)]],
		[
			'comes back from Stitch',
			(charge: object) => [
				answer(200, { data: { refundTransactionInitiate: madeNode(charge) } }),
				answer(200, { data: { node: charge } }),
			],
		],
	])('takes no charge for the refund, if one %s', async (_, script) => {
		const charge = chargeNode({ amount: { quantity: '40.50', currency: 'ZAR' } });
		const { failure: why } = await performNew(script(charge));
		expect(why).toMatchObject({
			details: {
				kind: 'otherValues',
				sentence:
					"Already sent under the key nonce-1, but with different values: nothing was sent again. 'Resource' was a charge and is now a refund",
			},
		});
	});

	it('is not taken for a charge where it comes back under an unknown name, and is not read', async () => {
		const { output } = await performNew([made({ __typename: 'Payback' })]);
		expect(output).toMatchObject({
			id: 'refund-1',
			externalReference: 'refund-204',
			client: 'test',
			alreadyExisted: false,
			warnings: [expect.any(String) as string],
		});
	});

	it('believes a refund that comes back without its charge', async () => {
		const { output } = await performNew([made(), read({ originalTransaction: null })]);
		expect(output).toMatchObject({ id: 'refund-1', alreadyExisted: false });
	});

	it('is a failed item when it comes back failed', async () => {
		const { failure: why } = await performNew([made(failure('unknownError'))]);
		expect(why).toMatchObject({ details: { kind: 'failedPayment', id: 'refund-1' } });
	});

	it('rejects what is empty', () => {
		expect(complaints(create, { ...parameters, recurringChargeId: '', amount: '' })).toEqual([
			"'Charge' is empty",
			"'Amount in Rand' is empty",
		]);
	});
});
