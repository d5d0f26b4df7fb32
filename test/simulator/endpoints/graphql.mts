import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { buildSchema, execute, GraphQLError, parse, validate } from 'graphql';
import { bankNodes } from '../graphql/bank-nodes.mts';
import { clientFields } from '../graphql/client-fields.mts';
import { clientMutations } from '../graphql/mutations.mts';
import { errorsInForm } from '../graphql/error-form.mts';
import { chargeNode, consentNode } from '../graphql/recurring-nodes.mts';
import { badInput, requireScope, unauthenticated } from '../graphql/refusals.mts';
import { userFields, userNode } from '../graphql/user-fields.mts';
import type { Call } from '../http/call.mts';
import type { ClientState } from '../state/client.mts';
import type { AccessToken } from '../tokens/store.mts';
import { isAlive } from '../tokens/store.mts';

const schemaFile = new URL('../graphql/schema.graphql', import.meta.url);
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const documents = new Map<string, DocumentNode>();
const keptDocuments = 500;

/** POST /graphql (spec 4.6). Every answer has status 200; what went wrong is in `errors`. */
export function graphqlRoutes(app: FastifyInstance): void {
	app.post('/graphql', async (request, reply) => {
		const result = await answer(request.call, request.body);
		if (!reply.sent) reply.send(toJson(result, request.call.client));
		return reply;
	});
}

async function answer(call: Call, body: unknown): Promise<ExecutionResult> {
	const { client, token } = call;
	if (!client || !token || !isAlive(token)) return { errors: [unauthenticated()] };
	try {
		const { query, variables, operationName } = readBody(body);
		call.record.operation = operationName ?? query.match(/\{\s*(\w+)/)?.[1] ?? '';
		return await execute({
			schema,
			document: readDocument(query),
			rootValue: rootFields(client, token),
			variableValues: variables,
			operationName,
		});
	} catch (error) {
		if (error instanceof GraphQLError) return { errors: [error] };
		if (error instanceof DocumentRefused) return { errors: error.errors };
		throw error;
	}
}

class DocumentRefused extends Error {
	readonly errors: readonly GraphQLError[];

	constructor(errors: readonly GraphQLError[]) {
		super('The document does not fit the schema.');
		this.errors = errors;
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

function readDocument(query: string): DocumentNode {
	const known = documents.get(query);
	if (known) return known;
	const document = parse(query, { maxTokens: 5000 });
	const errors = validate(schema, document);
	if (errors.length > 0) throw new DocumentRefused(errors);
	if (documents.size >= keptDocuments) documents.clear();
	documents.set(query, document);
	return document;
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
function toJson({ data, errors }: ExecutionResult, client: ClientState | undefined): object {
	const reported = errors?.map((error) => {
		const json = error.toJSON();
		return { ...json, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', ...json.extensions } };
	});
	return {
		...(data !== undefined && { data }),
		...(reported && errorsInForm(reported, client)),
	};
}
