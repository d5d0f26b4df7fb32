import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { statusLine, statusRefusal, unauthorized } from '../errors.mts';
import type { FaultRule } from '../faults.mts';
import { isProcessed } from '../faults.mts';

/** Thrown when the connection was cut on purpose, so that no answer is attempted. */
export class ConnectionCut extends Error {}

/** The document and operation name of a GraphQL request, for faults aimed at one operation. */
function operationText(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null || !('query' in body)) return undefined;
	const name = 'operationName' in body ? String(body.operationName) : '';
	return `${String(body.query)} ${name}`;
}

/** Whether anything could stand in the way of this request: the quick check on the hot path. */
export function hasObstacles(request: FastifyRequest): boolean {
	const { client } = request.call;
	return client !== undefined && (client.bucket !== undefined || client.faults.any);
}

/** Applies the client's rate limit and the faults that strike before processing. */
export async function meetObstacles(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const { call } = request;
	const { client } = call;
	if (!client) return;
	if (client.bucket) {
		const seconds = client.bucket.take();
		if (seconds > 0) throw statusRefusal(429, { 'retry-after': String(Math.ceil(seconds)) });
	}
	if (!client.faults.any) return;
	const operation = operationText(request.body);
	const plan = client.faults.plan({
		method: request.method,
		path: call.path,
		...(operation !== undefined && { operation }),
	});
	if (plan.delay > 0) await wait(plan.delay);
	if (!plan.rule) return;
	call.record.fault = plan.rule.kind;
	if (isProcessed(plan.rule)) call.pendingFault = plan.rule;
	else await strike(plan.rule, request, reply);
}

async function strike(
	rule: FaultRule,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	switch (rule.kind) {
		case 'reset':
		case 'lost-answer':
			cut(request, reply);
			throw new ConnectionCut();
		case 'revoke-token':
			if (request.call.token) request.call.token.revoked = true;
			// GraphQL finds the token dead by itself, and says so in its own form.
			if (request.call.path === '/graphql') return;
			throw unauthorized('The access token has expired.');
		default:
			// What spoils a body needs one: the answer is replaced when it is sent.
			request.call.pendingFault = rule;
			throw statusRefusal(rule.status ?? 500);
	}
}

/**
 * Spoils an answer on its way out. Returns the payload to send, or throws ConnectionCut when there
 * is none.
 */
export function spoil(
	rule: FaultRule,
	payload: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
): unknown {
	switch (rule.kind) {
		case 'lost-answer':
		case 'reset':
			cut(request, reply);
			throw new ConnectionCut();
		case 'status':
			return replaceByStatus(rule, reply);
		case 'revoke-token':
			if (request.call.token) request.call.token.revoked = true;
			return payload;
		case 'html-page':
			return replaceByPage(rule, reply);
		case 'graphql-error':
			return replaceByGraphqlError(rule, reply);
		case 'echo':
			return replaceByEcho(rule, request, reply);
		case 'malformed-json':
			reply.removeHeader('content-length');
			return textOf(payload).slice(0, -1) + ',';
		case 'slow-body':
			reply.removeHeader('content-length');
			return Readable.from(inPieces(textOf(payload), rule.ms ?? 50));
		case 'held-answer':
		case 'latency':
			return payload;
	}
}

function replaceByStatus(rule: FaultRule, reply: FastifyReply): string {
	const { status, body, headers } = statusRefusal(rule.status ?? 500, headersOf(rule));
	reply.headers(headers);
	return replaceByJson(reply, status, rule.body ?? body);
}

/** An error, whatever was done. */
function replaceByGraphqlError({ code }: FaultRule, reply: FastifyReply): string {
	const error = {
		message: 'The answer could not be completed.',
		...(code !== undefined && { extensions: { code } }),
	};
	return replaceByJson(reply, 200, { data: null, errors: [error] });
}

/** An error that repeats the token and the body, as services do that are careless about what they log. */
function replaceByEcho(
	rule: FaultRule,
	{ call, headers, body }: FastifyRequest,
	reply: FastifyReply,
) {
	const [, token = 'none'] = headers.authorization?.split(' ') ?? [];
	const detail = `The token ${token} was sent with ${JSON.stringify(body)}`;
	if (call.path === '/graphql')
		return replaceByJson(reply, 200, { data: null, errors: [{ message: detail }] });
	const refusal = { title: 'Invalid Input', code: 'BAD_USER_INPUT', detail };
	return replaceByJson(reply, rule.status ?? 400, refusal);
}

function replaceByJson(reply: FastifyReply, status: number, body: object): string {
	reply.code(status).type('application/json; charset=utf-8').removeHeader('content-length');
	return JSON.stringify(body);
}

function replaceByPage(rule: FaultRule, reply: FastifyReply): string {
	const status = rule.status ?? 502;
	reply.code(status).headers(headersOf(rule)).type('text/html; charset=utf-8');
	reply.removeHeader('content-length');
	const line = statusLine(status);
	return (
		`<!DOCTYPE html><html><head><title>${line}</title></head>` +
		`<body><h1>${line}</h1><hr>gateway</body></html>`
	);
}

function headersOf(rule: FaultRule): Record<string, string> {
	return rule.retryAfter === undefined ? {} : { 'retry-after': String(rule.retryAfter) };
}

function cut(request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	request.raw.socket.destroy();
}

function textOf(payload: unknown): string {
	if (typeof payload === 'string') return payload;
	return Buffer.isBuffer(payload) ? payload.toString('utf8') : '{}';
}

async function* inPieces(text: string, pause: number): AsyncGenerator<string> {
	const size = Math.max(1, Math.ceil(text.length / 8));
	for (let start = 0; start < text.length; start += size) {
		yield text.slice(start, start + size);
		await wait(pause);
	}
}
