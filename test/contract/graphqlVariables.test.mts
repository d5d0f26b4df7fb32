import {
	execute,
	getOperationAST,
	getVariableValues,
	GraphQLList,
	GraphQLNonNull,
	isEnumType,
	isLeafType,
	Kind,
	parse,
	validate,
	type GraphQLFieldResolver,
	type GraphQLOutputType,
	type GraphQLTypeResolver,
} from 'graphql';
import type { IDataObject } from 'n8n-workflow';

import { findOperation } from '../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../nodes/Stitch/run/operation';
import { isAskedByTime, listsFor, pollableEvents } from '../../nodes/Stitch/polling/changes';
import { listDocument } from '../../nodes/Stitch/transport/graphqlDocument';
import { buildStitchSchema, publishedBefore, publishedSchema } from '../published/published.mts';
import { written } from './graphqlDocuments.mts';
import { answer, itemOf, serviceOf, type SentRequest } from '../unit/builders.mts';

const id = 'id-1';
const address = 'https://n8n.example.com/webhook/1';
const day = '2026-11-20';

/** One value for each scalar; every object has the same ID, so that what is looked up is found. */
const scalars: Record<string, unknown> = {
	Boolean: false,
	CountryCode: 'ZA',
	CurrencyCode: 'ZAR',
	Cursor: 'cursor-1',
	Date: '2026-11-20T10:00:00Z',
	ID: id,
	Json: {},
	Money: { quantity: '10.00', currency: 'ZAR' },
	String: 'text-1',
	URL: address,
};

function valueOf(type: GraphQLOutputType): unknown {
	if (type instanceof GraphQLNonNull) return valueOf(type.ofType);
	if (type instanceof GraphQLList) return [valueOf(type.ofType)];
	if (isEnumType(type)) return type.getValues()[0]?.value;
	return isLeafType(type) ? (scalars[type.name] ?? null) : {};
}

/** A stored card is no node, a charge is not the refund of another, and a new one is not listed yet. */
const fieldResolver: GraphQLFieldResolver<unknown, Asking> = (_source, args, asking, info) => {
	const { fieldName, parentType, returnType } = info;
	const { operation, manner } = asking;
	const isOfCharges = parentType.name === 'PaymentTransactionConnection';
	if (isOfCharges && fieldName === 'edges' && manner !== 'used nonce') return null;
	if (parentType.name === 'Query' && args.id !== undefined && args.id !== id) return null;
	if (fieldName === 'originalTransaction' && operation.startsWith('charge.')) return null;
	return valueOf(returnType);
};

/** A consent is granted or, by Cancel, cancelled; a payment has succeeded; a node is what it is asked for as. */
const typeResolver: GraphQLTypeResolver<unknown, Asking> = (_value, { operation }, info, type) => {
	const [selection] = info.fieldNodes[0]?.selectionSet?.selections ?? [];
	const wanted =
		selection?.kind === Kind.INLINE_FRAGMENT ? selection.typeCondition?.name.value : undefined;
	const types = info.schema.getPossibleTypes(type).map(({ name }) => name);
	const isGood = operation.endsWith('.cancel')
		? /Cancelled/
		: /Granted|Success|Completed|Received|CardTr|CapitecPayRecurringC/;
	const good = types.find((name) => isGood.test(name));
	return types.find((name) => name === wanted) ?? good ?? types[0];
};

/** How the service answers: as it should, to a nonce that was used, or without what is young. */
const manners = ['well', 'used nonce', 'no young fields'] as const;

type Manner = (typeof manners)[number];

/** What a request belongs to. */
interface Asking {
	operation: string;
	manner: Manner;
}

const before = buildStitchSchema(publishedBefore);
const error = (code: string) => answer(200, { errors: [{ message: 'No.', extensions: { code } }] });

function answerTo(operation: string, manner: Manner, { url, method, body }: SentRequest) {
	if (!url.endsWith('/graphql')) {
		if (manner === 'used nonce' && method === 'POST') return answer(409, {});
		return answer(200, { id, status: 'pending', amount: { quantity: 10, currency: 'ZAR' } });
	}
	const { query, variables } = body as Asked;
	const document = parse(query);
	const isMutation = getOperationAST(document)?.operation === 'mutation';
	if (manner === 'used nonce' && isMutation) return error('NONCE_DUPLICATE');
	if (manner === 'no young fields' && validate(before, document).length > 0) {
		return error('GRAPHQL_VALIDATION_FAILED');
	}
	return answer(
		200,
		// Plain objects, as they come out of JSON.
		JSON.parse(
			JSON.stringify(
				execute({
					schema: publishedSchema,
					document,
					variableValues: variables ?? {},
					contextValue: { operation, manner },
					fieldResolver,
					typeResolver,
				}),
			),
		),
	);
}

const metadata = { metadata: { entry: [{ key: 'branch', value: 'Sandton' }] } };
const onlineRefund = {
	refundOf: 'paymentRequest',
	paymentRequestId: id,
	amount: '10',
	reason: 'requested_by_customer',
	beneficiaryReference: 'Refund 1017',
	nonceSource: 'custom',
	customNonce: 'text-1',
};
const charge = {
	paymentConsentId: id,
	cardId: 'card-1',
	amount: '10',
	externalReference: 'text-1',
	payerReference: 'Gym Nov',
	nonceSource: 'custom',
	customNonce: 'text-1',
	additionalFields: { beneficiaryAccountId: 'account-1', merchantId: 'merchant-1', ...metadata },
};
const consent = {
	externalReference: 'text-1',
	additionalFields: {
		payer: {
			details: {
				payerId: 'customer-204',
				fullName: 'Thandi Nkosi',
				email: 'thandi@example.com',
				mobileNumber: '+27821234567',
				documentType: 'passport',
				documentCountry: 'ZA',
				documentNumber: 'A1234567',
			},
		},
		redirectUrl: 'https://shop.example.com/done',
		...metadata,
	},
};
const list = { returnAll: true };
const created = { createdAfter: day, createdBefore: day };
const updated = { updatedAfter: day, updatedBefore: day };
const references = { beneficiaryReference: 'Order 1', externalReference: 'order-1' };

/** Every operation that asks GraphQL, with the fullest parameters. */
const cases: Array<[operation: string, parameters: IDataObject]> = [
	['bank.getAll', list],
	['bankAccount.getAll', list],
	[
		'transaction.getAll',
		{ ...list, bankAccountId: id, filters: { dateFrom: day, dateTo: '2026-11-21T10:00:00+02:00' } },
	],
	['charge.create', { ...charge, chargeWith: 'paymentConsent' }],
	['charge.create', { ...charge, chargeWith: 'card' }],
	['charge.get', { recurringChargeId: id }],
	[
		'disbursement.getAll',
		{
			...list,
			filters: { ...created, ...references, nonce: 'n', status: ['pending', 'paused', 'error'] },
		},
	],
	[
		'disbursement.create',
		{
			amount: '10',
			beneficiaryName: 'Thandi Nkosi',
			accountNumber: '1234567890',
			bank: 'fnb',
			beneficiaryReference: 'Salary Nov',
			externalReference: 'text-1',
			payoutType: 'default',
			type: 'default',
			nonceSource: 'custom',
			customNonce: 'text-1',
		},
	],
	['eventSubscription.getAll', list],
	['eventSubscription.delete', { url: address }],
	['floatAccount.getBalance', {}],
	[
		'paymentConsent.create',
		{
			...consent,
			paymentMethod: 'card',
			chargeAtOnce: true,
			firstChargeAmount: '10',
			firstChargeReference: 'first-1',
		},
	],
	[
		'paymentConsent.create',
		{
			...consent,
			paymentMethod: 'capitecPay',
			maximumAmount: '150',
			frequency: 'MONTHLY',
			startDate: '2026-12-01',
			paymentDescription: 'Example Gym',
		},
	],
	['paymentConsent.get', { id }],
	['paymentConsent.cancel', { id, reason: 'Moved away' }],
	['paymentConsent.revoke', { id, reason: 'Moved away' }],
	['paymentRequest.get', { paymentRequestId: id }],
	[
		'paymentRequest.getAll',
		{
			...list,
			filters: { ...created, ...updated, ...references, status: ['pending', 'completed'] },
		},
	],
	[
		'paymentRequest.simulatePayment',
		{ paymentRequestId: id, paidBy: 'cash_atm', moneyArrives: true },
	],
	['refund.create', { ...onlineRefund, refundSpeed: 'instant' }],
	[
		'refund.create',
		{ ...onlineRefund, refundOf: 'recurringCharge', recurringChargeId: id, externalReference: 'r' },
	],
	['refund.get', { refundId: id }],
	[
		'refund.getAll',
		{
			...list,
			refundsOf: 'paymentRequest',
			filters: { ...created, nonce: 'n', paymentRequestId: id, status: ['pending', 'error'] },
		},
	],
];

function operationNamed(name: string): Operation {
	const [resource = '', value = ''] = name.split('.');
	const operation = findOperation(resource, value);
	if (operation === undefined) throw new Error(`There is no operation ${name}.`);
	return operation;
}

/** Everything that one item of an operation asks GraphQL, with what is read beside it. */
async function sentBy(name: string, parameters: IDataObject, manner: Manner) {
	const script = Array.from(
		{ length: 100 },
		() => (request: SentRequest) => answerTo(name, manner, request),
	);
	const { service, sent } = serviceOf(script);
	const operation = operationNamed(name);
	const item = itemOf(parameters);
	const plan = operation.prepare(item, service);
	const told = (work: Promise<unknown> | undefined) => Promise.allSettled([work]);
	const [output] = await Promise.allSettled([operation.send(plan, service, item)]);
	const read = output.status === 'fulfilled' ? [output.value].flat()[0] : undefined;
	await told(operation.complete?.(read ?? { id }, service));
	await told(operation.paidSince?.(service, '2026-11-20T00:00:00.000Z'));
	for (const locator of operation.locators ?? []) {
		await told(locator.findByReference(service, 'text-1'));
	}
	const asked = sent
		.filter(({ url }) => url.endsWith('/graphql'))
		.map(({ body }) => JSON.parse(JSON.stringify(body)) as Asked);
	return { asked, failure: output.status === 'rejected' ? (output.reason as Error) : undefined };
}

interface Asked {
	query: string;
	variables: Record<string, unknown> | null;
}

/** What the service would say of a document and its variables. */
function complaints({ query, variables }: Asked): string[] {
	const document = parse(query);
	const declared = getOperationAST(document)?.variableDefinitions ?? [];
	const names = declared.map(({ variable }) => variable.name.value);
	const { errors = [] } = getVariableValues(publishedSchema, declared, variables ?? {});
	return [
		...validate(publishedSchema, document).map(({ message }) => message),
		...errors.map(({ message }) => message),
		...Object.keys(variables ?? {})
			.filter((name) => !names.includes(name))
			.map((name) => `$${name} is not declared`),
	];
}

describe('the variables of every operation', () => {
	it.each(cases)('of %s fit what Stitch publishes', async (name, parameters) => {
		for (const manner of manners) {
			const { asked } = await sentBy(name, parameters, manner);
			expect(asked.length).toBeGreaterThan(0);
			for (const request of asked) expect(complaints(request)).toEqual([]);
		}
	});

	it.each(cases)('of %s are sent to the end when all goes well', async (name, parameters) => {
		expect((await sentBy(name, parameters, 'well')).failure).toBeUndefined();
	});

	it.each(cases)(
		'of %s are sent to the end without what is young, but for a filter by it',
		async (name, parameters) => {
			const { failure } = await sentBy(name, parameters, 'no young fields');
			const isByReference = name === 'disbursement.getAll';
			expect(failure?.constructor.name).toBe(isByReference ? 'ServiceFailure' : undefined);
			// It is the node that asks for too much, and not the user.
			if (isByReference) expect(failure).toMatchObject({ details: { kind: 'notOffered' } });
		},
	);

	it('belong to every document that ships', async () => {
		const sent = await Promise.all(
			cases.flatMap(([name, parameters]) =>
				manners.map(async (manner) => (await sentBy(name, parameters, manner)).asked),
			),
		);
		const queries = sent.flat().map(({ query }) => query);
		const nameOf = (name: string) => name.replace(/, (full|core)$/, '');
		const known = written
			.filter(([, text]) => queries.includes(text))
			.map(([name]) => nameOf(name));
		const unsent = written.map(([name]) => nameOf(name)).filter((name) => !known.includes(name));
		// The triggers send these; the simulator judges their variables in the triggers' own tests.
		expect([...new Set(unsent)].sort()).toEqual(['changedPaymentRequestList', 'webhookAdd']);
	});

	const asked = listsFor(pollableEvents.map(({ value }) => String(value))).filter(isAskedByTime);

	it.each(asked.map((each) => [each.key, each] as const))(
		'of polling for %s fit what Stitch publishes',
		(_key, each) => {
			const filter = each.source.windowFilter({
				gte: '2026-11-20T10:00:00.000Z',
				lt: '2026-11-20T10:01:00.000Z',
			});
			const variables = { first: 200, filter };
			expect(complaints({ query: listDocument(each.source).full, variables })).toEqual([]);
		},
	);

	it.each([
		['a wrong type', { filter: { nonce: 'text' } }],
		['a field that the input lacks', { filter: { payee: { eq: 'x' } } }],
		['a page without records', { first: 0 }],
		['a variable that the document lacks', { last: 1 }],
	])('are distinguished from %s', (_what, variables) => {
		const query = `query ($filter: DisbursementFilterInput, $first: UInt) {
			client { disbursements(filter: $filter, first: $first) { edges { cursor } } } }`;
		expect(complaints({ query, variables })).toHaveLength(1);
	});
});
