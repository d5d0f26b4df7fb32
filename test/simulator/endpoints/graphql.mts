import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import {
	execute,
	getOperationAST,
	getVariableValues,
	GraphQLError,
	Kind,
	parse,
	validate,
} from 'graphql';
import { bankNodes } from '../graphql/bankNodes.mts';
import { clientFields } from '../graphql/clientFields.mts';
import { clientMutations } from '../graphql/mutations.mts';
import { chargeNode, consentNode } from '../graphql/recurringNodes.mts';
import { badInput, requireScope, unauthenticated } from '../graphql/refusals.mts';
import { schemaFor } from '../graphql/schema.mts';
import { userFields, userNode } from '../graphql/userFields.mts';
import type { Call } from '../http/call.mts';
import type { ClientState } from '../state/client.mts';
import type { AccessToken } from '../tokens/store.mts';
import { isAlive } from '../tokens/store.mts';

/** Documents that fit a schema, so that a run of a thousand payouts checks its document once. */
const documents = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();
const keptDocuments = 500;

/** POST /graphql (spec 4.6). What went wrong is in `errors`; the status is 200 all the same. */
export function graphqlRoutes(app: FastifyInstance): void {
	app.post('/graphql', { preValidation: noteOperation }, async (request, reply) => {
		const result = await answer(request.call, request.body);
		if (!reply.sent) reply.send(toJson(result));
		return reply;
	});
}

/** Before any delay: whoever reads the ledger knows of a request that it has arrived. */
async function noteOperation({ call, body }: FastifyRequest): Promise<void> {
	const { query, operationName } = (body ?? {}) as Record<string, unknown>;
	if (typeof query !== 'string') return;
	call.record.operation = String(operationName || query.match(/\{\s*(\w+)/)?.[1] || '');
}

async function answer(call: Call, body: unknown): Promise<ExecutionResult> {
	const { client, token } = call;
	const isKnown = client && token && isAlive(token);
	try {
		if (!isKnown && !asksForSchema(body)) throw unauthenticated();
		const { query, variables, operationName } = readBody(body);
		const schema = schemaFor(client?.settings);
		const document = readDocument(schema, query);
		checkVariables(schema, document, variables, operationName);
		return await execute({
			schema,
			document,
			rootValue: isKnown ? rootFields(client, token) : {},
			variableValues: variables,
			operationName,
		});
	} catch (error) {
		if (error instanceof GraphQLError) return { errors: [error] };
		if (error instanceof Refused) return { errors: error.errors };
		throw error;
	}
}

/** Public documentation: whoever asks for the schema alone needs no token. */
function asksForSchema(body: unknown): boolean {
	try {
		const { definitions } = parsed(readBody(body).query);
		return definitions.every(
			(definition) =>
				definition.kind !== Kind.OPERATION_DEFINITION ||
				definition.selectionSet.selections.every(
					(selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'),
				),
		);
	} catch {
		return false;
	}
}

/** The code for a document that does not fit the schema. */
const REFUSED = 'GRAPHQL_VALIDATION_FAILED';

/** Complaints of graphql-js about a request, with the code that servers give them. */
class Refused extends Error {
	readonly errors: readonly GraphQLError[];

	constructor(errors: readonly GraphQLError[], code: string) {
		super('The request does not fit the schema.');
		this.errors = errors.map(
			({ message, nodes, originalError }) =>
				new GraphQLError(message, { nodes, originalError, extensions: { code } }),
		);
	}
}

function readBody(body: unknown) {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		throw badInput('The body must be an object with a query.');
	}
	const { query, variables, operationName } = body as Record<string, unknown>;
	if (typeof query !== 'string') throw badInput('query: must be a text');
	const noVariables = variables === undefined || variables === null;
	if (!noVariables && (typeof variables !== 'object' || Array.isArray(variables))) {
		throw badInput('variables: must be an object or null');
	}
	const noName = operationName === undefined || operationName === null || operationName === '';
	if (!noName && typeof operationName !== 'string') {
		throw badInput('operationName: must be a text');
	}
	return {
		query,
		variables: noVariables ? {} : (variables as Record<string, unknown>),
		operationName: noName ? undefined : operationName,
	};
}

function readDocument(schema: GraphQLSchema, query: string): DocumentNode {
	const kept = documents.get(schema) ?? new Map<string, DocumentNode>();
	documents.set(schema, kept);
	const known = kept.get(query);
	if (known) return known;
	const document = parsed(query);
	const errors = validate(schema, document);
	if (errors.length > 0) throw new Refused(errors, REFUSED);
	if (kept.size >= keptDocuments) kept.clear();
	kept.set(query, document);
	return document;
}

function parsed(query: string): DocumentNode {
	try {
		return parse(query, { maxTokens: 5000 });
	} catch (error) {
		if (error instanceof GraphQLError) throw new Refused([error], 'GRAPHQL_PARSE_FAILED');
		throw error;
	}
}

function checkVariables(
	schema: GraphQLSchema,
	document: DocumentNode,
	variables: Record<string, unknown>,
	operationName: string | undefined,
): void {
	const operation = getOperationAST(document, operationName);
	// Which one is meant is for `execute` to complain about.
	if (!operation) return;
	const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
	if (errors) throw new Refused(errors, 'BAD_USER_INPUT');
}

/** A client token opens `client` and the mutations, a user token opens `user`. */
function rootFields(client: ClientState, token: AccessToken): object {
	const clientOnly = <Value,>(value: Value) => {
		if (token.accountId !== undefined) requireScope(token, 'client_paymentrequest');
		return value;
	};
	const mutations = Object.entries(clientMutations(client, token)).map(
		([name, mutation]: [string, (args: never) => object]) =>
			[name, (args: never) => clientOnly(mutation)(args)] as const,
	);
	return {
		client: () => clientOnly(clientFields(client, token)),
		user() {
			if (token.accountId === undefined) requireScope(token, 'accounts');
			return userFields(client, token);
		},
		banks: () => bankNodes(client),
		node({ id }: { id: string }) {
			const recurring = token.accountId === undefined && recurringNode(client, id);
			if (recurring) return recurring;
			if (token.accountId === undefined) requireScope(token, 'accounts');
			return userNode(client, token, id);
		},
		...Object.fromEntries(mutations),
	};
}

/** A consent or a charge, which a client token reads by its id; no scope is documented. */
function recurringNode(client: ClientState, id: string): object | undefined {
	const consent = client.consents.byId.get(id);
	if (consent) return consentNode(consent, client);
	const charge = client.charges.byId.get(id);
	return charge && chargeNode(charge, client);
}

/** Errors as plain objects; those of the library itself get a code, too. */
function toJson({ data, errors }: ExecutionResult): object {
	const reported = errors?.map((error) => {
		const json = error.toJSON();
		return { ...json, extensions: { code: 'INTERNAL_SERVER_ERROR', ...json.extensions } };
	});
	return {
		...(data !== undefined && { data }),
		...(reported && { errors: reported }),
	};
}
