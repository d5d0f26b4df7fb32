import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { ZodType } from 'zod/v4';
import { forbidden, invalidInput } from '../errors.mts';
import type { ClientState } from '../state/client.mts';

/** What a REST handler works with. */
export interface RestCall {
	client: ClientState;
	body: unknown;
	params: Record<string, string>;
	query: Record<string, unknown>;
	request: FastifyRequest;
	reply: FastifyReply;
}

interface RestRoute {
	method: HTTPMethods;
	/** Below `/v2`. */
	path: string;
	/** All of them are needed. */
	scopes: string[];
	status: number;
	handle(call: RestCall): unknown;
}

/** Adds a REST endpoint: bearer token, scopes, then the handler, whose result is the body. */
export function addRoute(app: FastifyInstance, route: RestRoute): void {
	app.route({
		method: route.method,
		url: `/v2${route.path}`,
		config: { caller: 'bearer' },
		handler: async (request, reply) => {
			const client = callerOf(request, route.scopes);
			const body = await route.handle({
				client,
				body: request.body,
				params: request.params as Record<string, string>,
				query: request.query as Record<string, unknown>,
				request,
				reply,
			});
			if (!reply.sent) reply.code(route.status).send(body);
			return reply;
		},
	});
}

function callerOf(request: FastifyRequest, scopes: string[]): ClientState {
	const { client, token } = request.call;
	const missing = scopes.filter((scope) => !token?.scopes.has(scope));
	if (!client || missing.length > 0) throw forbidden(missing);
	return client;
}

/** Answers a create under a used nonce with the first object, with 200 or 201 as the client is set. */
export function answerWithFirst({ client, reply }: RestCall, first: object): void {
	reply.code(client.settings.usedNonce === 'firstWith200' ? 200 : 201).send(first);
}

/** Checks a body or query against a schema. Throws a 400 that names the field and what is wrong. */
export function check<Output>(schema: ZodType<Output>, value: unknown): Output {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const field = issue?.path.join('.') || 'body';
	throw invalidInput(`${field}: ${issue?.message ?? 'not valid'}`);
}
