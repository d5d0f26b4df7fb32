import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/refund/create.operation';
import {
	onlineRefundsQuery,
	refundInitiate,
} from '../../../../nodes/Stitch/actions/refund/refund.graphql';
import { answer, itemOf, serviceOf } from '../../builders.mts';
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
const { nonce: _nonce, ...inputWithoutNonce } = input;

const node = {
	id: 'r-1',
	amount: { quantity: '10.50', currency: 'ZAR' },
	reason: 'requested_by_user',
	nonce: 'nonce-1',
	beneficiaryReference: 'Refund 1017',
	created: '2026-11-20T09:00:00Z',
	paymentInitiationRequest: { id: 'pr-1', externalReference: 'order-1' },
	status: { __typename: 'RefundPending', date: '2026-11-20T09:00:00Z' },
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
	statusDate: '2026-11-20T09:00:00Z',
	createdAt: '2026-11-20T09:00:00Z',
};
/** As much of it as a mutation asks for. */
const { id, amount, nonce: madeNonce, status } = node;
const madeNode = { id, amount, nonce: madeNonce, status };
const created = answer(200, { data: { clientRefundInitiate: { refund: madeNode } } });
const duplicate = answer(200, {
	data: null,
	errors: [{ message: 'Used', extensions: { code: 'NONCE_DUPLICATE' } }],
});
const found = (...nodes: object[]) =>
	answer(200, {
		data: {
			client: {
				refunds: {
					edges: nodes.map((each) => ({ node: each })),
					pageInfo: { hasNextPage: false },
				},
			},
		},
	});

describe('Refund → Create for a payment request', () => {
	it('sends the mutation with its values as variables, and returns the refund', async () => {
		const { output, sent } = await perform(create, parameters, [created, found(node)]);
		expect(sent).toMatchObject([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: refundInitiate, variables: { input } },
			},
			{ body: { query: onlineRefundsQuery.full, variables: { filter: { id: { eq: 'r-1' } } } } },
		]);
		expect(output).toEqual({ ...refund, client: 'test', alreadyExisted: false });
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
		[{ paymentRequestId: '' }, "'Payment Request' is empty"],
		[{ amount: '0' }, "'Amount' must be more than 0: 0"],
		[{ amount: '1000.005' }, "'Amount' has more than two decimals: 1000.005"],
		[{ reason: 'other' }, "'Reason' cannot be other"],
		[{ beneficiaryReference: '' }, "'Beneficiary Reference' is empty"],
		[
			{ beneficiaryReference: 'x'.repeat(31) },
			"'Beneficiary Reference' can have at most 30 characters and has 31",
		],
	])('rejects %j', (change, complaint) => {
		expect(complaints(create, { ...parameters, ...change })).toEqual([complaint]);
	});

	it('shows the guards its amount and what would be sent', () => {
		const plan = create.prepare(itemOf(parameters), serviceOf([]).service);
		expect(create.payment?.(plan)).toEqual({
			amount: { cents: 1050 },
			nonce: 'nonce-1',
			dryRun: expect.any(Function),
			nonces: ['nonce-1'],
			shared: 'My Own Key',
			body: inputWithoutNonce,
			send: expect.any(Function),
		});
	});

	it('returns the first refund when the nonce was used for the same', async () => {
		const { output, sent } = await perform(create, parameters, [duplicate, found(node)]);
		expect(sent[1]?.body).toEqual({
			query: onlineRefundsQuery.full,
			variables: { filter: { nonce: { eq: 'nonce-1' } }, first: 100 },
		});
		expect(output).toEqual({ ...refund, client: 'test', alreadyExisted: true });
	});

	it.each([
		['another amount', { amount: { quantity: '99.00', currency: 'ZAR' } }, /'Amount' was R99\.00/],
		[
			'another payment',
			{ paymentInitiationRequest: { id: 'pr-2' } },
			/'Payment Request ID' was pr-2/,
		],
	])('sends nothing and says so when the nonce was used for %s', async (_, change, sentence) => {
		const { failure, sent } = await perform(create, parameters, [
			duplicate,
			found({ ...node, ...change }),
		]);
		expect(sent).toHaveLength(2);
		expect(failure).toMatchObject({
			details: { kind: 'otherValues', sentence: expect.stringMatching(sentence) },
		});
	});

	it.each([undefined, 'INTERNAL_SERVER_ERROR', 'SOMETHING_NEW'])(
		'is looked up where the service says %p, which may come after it was made',
		async (code) => {
			const said = answer(200, { data: null, errors: [{ message: 'Odd', extensions: { code } }] });
			const { output } = await perform(create, parameters, [said, found(node)]);
			expect(output).toMatchObject({ id: 'r-1', alreadyExisted: null });
		},
	);

	const refusal = (code: string) =>
		answer(200, { data: null, errors: [{ message: 'No', extensions: { code } }] });

	it('is refused for certain where the service says FORBIDDEN', async () => {
		const { failure, sent } = await perform(create, parameters, [refusal('FORBIDDEN')]);
		expect(failure).toMatchObject({ details: { code: 'FORBIDDEN' } });
		expect(sent).toHaveLength(1);
	});

	it('is refused for its values only where it was not made before', async () => {
		const script = [refusal('BAD_USER_INPUT'), found()];
		const { failure } = await perform(create, parameters, script);
		expect(failure).toMatchObject({ details: { code: 'BAD_USER_INPUT' } });
		const again = await perform(create, parameters, [refusal('BAD_USER_INPUT'), found(node)]);
		expect(again.output).toMatchObject({ id: 'r-1', alreadyExisted: true });
	});

	describe('when Stitch returns the refund only in part', () => {
		const untold = {
			message: 'No access to the amount',
			path: ['clientRefundInitiate', 'refund', 'amount'],
			extensions: { code: 'FORBIDDEN' },
		};
		const partial = (change: IDataObject, ...errors: object[]) =>
			answer(200, {
				data: { clientRefundInitiate: { refund: { ...madeNode, ...change } } },
				errors,
			});

		it('returns it with what the service said: called a failed one, it would be given again', async () => {
			const { output } = await perform(create, parameters, [
				partial({ amount: null }, untold),
				found(node),
			]);
			expect(output).toEqual({
				...refund,
				client: 'test',
				alreadyExisted: false,
				warnings: ['No access to the amount'],
			});
		});

		it.each([{ id: null }, { id: '' }, { status: null }])(
			'takes it for none where it cannot be identified: %j',
			async (change) => {
				const { failure } = await perform(create, parameters, [partial(change, untold)]);
				expect(failure).toMatchObject({ details: { code: 'FORBIDDEN' } });
			},
		);

		it('compares one that was sent before, as ever', async () => {
			const used = { message: 'Used', extensions: { code: 'NONCE_DUPLICATE' } };
			const other = { amount: { quantity: '99.00', currency: 'ZAR' } };
			const { failure } = await perform(create, parameters, [
				partial(other, used),
				found({ ...node, ...other }),
			]);
			expect(failure).toMatchObject({
				details: { kind: 'otherValues', sentence: expect.stringContaining("'Amount' was R99.00") },
			});
		});
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
