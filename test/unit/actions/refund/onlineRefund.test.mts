import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import { refundInitiate } from '../../../../nodes/Stitch/actions/refund/refund.graphql';
import { onlineRefunds } from '../../../../nodes/Stitch/actions/refund/refunds';
import { asFields } from '../../../../nodes/Stitch/transport/json';
import { answer, graphqlPage, refused } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const parameters: IDataObject = {
	refundOf: 'paymentRequest',
	paymentRequestId: 'pr-1',
	amount: '10.5',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Refund 1017',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};
const input = {
	paymentRequestId: 'pr-1',
	amount: { quantity: '10.50', currency: 'ZAR' },
	reason: 'requested_by_user',
	beneficiaryReference: 'Refund 1017',
	nonce: 'nonce-1',
};

const node = {
	id: 'r-1',
	amount: { quantity: '10.50', currency: 'ZAR' },
	reason: 'requested_by_user',
	nonce: 'nonce-1',
	beneficiaryReference: 'Refund 1017',
	created: '2026-11-20T10:00:00Z',
	paymentInitiationRequest: { id: 'pr-1', externalReference: 'order-1' },
	status: { __typename: 'RefundPending', date: '2026-11-20T10:00:00Z' },
};
const refund = {
	id: 'r-1',
	amount: { quantity: '10.50', currency: 'ZAR' },
	reason: 'requested_by_user',
	nonce: 'nonce-1',
	beneficiaryReference: 'Refund 1017',
	paymentRequestId: 'pr-1',
	externalReference: 'order-1',
	status: 'pending',
	statusDate: '2026-11-20T10:00:00Z',
	createdAt: '2026-11-20T10:00:00Z',
};
/** As much of it as a mutation asks for. */
const { id, amount, nonce: madeNonce, status } = node;
const madeNode = { id, amount, nonce: madeNonce, status };
const created = answer(200, { data: { clientRefundInitiate: { refund: madeNode } } });
const found = (...nodes: object[]) => graphqlPage('refunds', nodes);

describe('Refund → Create for a payment request', () => {
	it('sends the mutation with its values as variables, and returns the refund', async () => {
		const { output, sent } = await perform(create, parameters, [created, found(node)]);
		expect(sent).toMatchObject([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: refundInitiate, variables: { input } },
			},
			{ body: { query: onlineRefunds.query.full, variables: { filter: { id: { eq: 'r-1' } } } } },
		]);
		expect(output).toEqual({ ...refund, client: 'test', alreadyExisted: false });
	});

	it.each([
		['default', undefined],
		[undefined, undefined],
		['', undefined],
		['instant', 'INSTANT'],
	])('asks for the speed %s as GraphQL calls it', async (refundSpeed, clearingType) => {
		const { sent } = await perform(create, { ...parameters, refundSpeed }, [created]);
		expect(sent[0]?.body).toEqual({
			query: refundInitiate,
			variables: { input: { ...input, clearingType } },
		});
	});

	it('is the same refund at another speed', async () => {
		const first = { ...parameters, nonceSource: 'itemContent' };
		const nonceOf = async (refundSpeed: string) => {
			const { sent } = await perform(create, { ...first, refundSpeed }, [created]);
			return asFields(asFields(asFields(sent[0]?.body).variables).input).nonce;
		};
		expect(await nonceOf('instant')).toBe(await nonceOf('default'));
	});

	it.each([
		['duplicate_charge', 'duplicate'],
		['fraud', 'fraudulent'],
		['requested_by_customer', 'requested_by_user'],
	])('calls the reason %s what GraphQL calls it', async (reason, called) => {
		const { sent } = await perform(create, { ...parameters, reason }, [created]);
		expect(sent[0]?.body).toMatchObject({ variables: { input: { reason: called } } });
	});

	it.each([
		[{ amount: '0' }, "'Amount in Rand' must be more than 0: 0"],
		[{ reason: 'other' }, "'Reason' cannot be other"],
		[{ refundSpeed: 'fast' }, "'Refund Speed' cannot be fast"],
		[{ beneficiaryReference: '' }, "'Beneficiary Reference' is empty"],
		[
			{ beneficiaryReference: 'x'.repeat(31) },
			"'Beneficiary Reference' can have at most 30 characters and has 31",
		],
	])('rejects %j', (change, complaint) => {
		expect(complaints(create, { ...parameters, ...change })).toEqual([complaint]);
	});

	it('is rejected when the nonce was used for another payment', async () => {
		const ofAnother = { ...node, paymentInitiationRequest: { id: 'pr-2' } };
		const { failure } = await perform(create, parameters, [
			refused('NONCE_DUPLICATE'),
			found(ofAnother),
		]);
		const sentence = expect.stringContaining("'Payment Request ID' was pr-2") as string;
		expect(failure).toMatchObject({ details: { kind: 'otherValues', sentence } });
	});

	it.each([null, { refund: null }])(
		'never counts an answer without a refund as one: %j',
		async (clientRefundInitiate) => {
			const { failure } = await perform(create, parameters, [
				answer(200, { data: { clientRefundInitiate } }),
			]);
			expect(failure).toMatchObject({ details: { kind: 'unreadable' } });
		},
	);
});
