import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assignCall } from '../http/call.mts';
import { acceptForms, formTextOf } from '../http/form.mts';
import { escaped, sendPage } from '../http/page.mts';
import type { ClientState } from '../state/client.mts';
import type { Simulation } from '../state/simulation.mts';

type Query = Record<string, string | string[] | undefined>;

/** GET /connect/authorize and the consent page (spec 5.3). The OpenID provider does the work. */
export function authorizeRoutes(app: FastifyInstance, simulation: Simulation): void {
	app.register(async (scope) => {
		acceptForms(scope);
		scope.addHook('preValidation', (request, _reply, done) => {
			const client = simulation.clients.get(String((request.query as Query).client_id));
			if (client) assignCall(request.call, client);
			done();
		});
		scope.get('/connect/authorize', (request, reply) => authorize(simulation, request, reply));
		scope.route({
			method: ['GET', 'POST'],
			url: '/connect/*',
			handler: (request, reply) => forward(simulation, request, reply, request.url),
		});
	});
}

async function authorize(simulation: Simulation, request: FastifyRequest, reply: FastifyReply) {
	const query = request.query as Query;
	const { client } = request.call;
	if (!client) return sendPage(reply, 400, 'This link does not work', '<p>Unknown client.</p>');
	const { redirect_uri: target, state } = query;
	if (typeof target !== 'string' || !client.settings.redirectUris.includes(target)) {
		return sendPage(reply, 400, 'This link does not work', '<p>Unknown return address.</p>');
	}
	const refusal = refusalOf(client, query);
	if (refusal === undefined) {
		const url = new URL(request.url, simulation.surroundings.address);
		url.searchParams.set('prompt', 'login consent');
		return forward(simulation, request, reply, url.pathname + url.search);
	}
	if (typeof state !== 'string') {
		return sendPage(reply, 400, 'This link does not work', `<p>${escaped(refusal)}</p>`);
	}
	// Spec 5.3: when the request fails, only `state` is returned.
	const back = new URL(target);
	back.searchParams.set('state', state);
	return reply.redirect(back.href, 302);
}

/** The rules of spec 5.3, step 1, that the provider library does not have, or answers otherwise. */
function refusalOf(client: ClientState, query: Query): string | undefined {
	for (const name of ['nonce', 'state']) {
		const value = query[name];
		if (typeof value !== 'string' || value.length < 32 || value.length > 300) {
			return `${name} must have 32 to 300 characters.`;
		}
	}
	if (query.response_type !== 'code') return 'response_type must be code.';
	if (query.code_challenge_method !== 'S256') return 'code_challenge_method must be S256.';
	if (typeof query.code_challenge !== 'string' || !/^[\w-]{43}$/.test(query.code_challenge)) {
		return 'code_challenge must be a Base64URL SHA-256 hash.';
	}
	const scopes = typeof query.scope === 'string' ? query.scope.split(' ') : [];
	if (!scopes.includes('openid')) return 'scope must include openid.';
	const unknown = scopes.find((scope) => !client.settings.scopes.includes(scope));
	return unknown === undefined ? undefined : `scope ${unknown} is not granted.`;
}

/** Hands a request to the provider and its answer to the browser. */
async function forward(
	simulation: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
	url: string,
): Promise<FastifyReply> {
	const { host, cookie, 'content-type': contentType } = request.headers;
	const answer = await simulation.authority.inject({
		method: request.method as 'GET' | 'POST',
		url,
		headers: {
			host: host ?? '',
			...(cookie !== undefined && { cookie }),
			...(contentType !== undefined && { 'content-type': contentType }),
		},
		...(request.method === 'POST' && { payload: formTextOf(request) }),
	});
	reply.code(answer.statusCode);
	for (const name of ['content-type', 'set-cookie', 'cache-control'] as const) {
		const value = answer.headers[name];
		if (value !== undefined) reply.header(name, value);
	}
	const { location } = answer.headers;
	if (typeof location === 'string') reply.header('location', returnAddress(simulation, location));
	return reply.send(answer.body);
}

/** Spec 5.3: `code`, `scope`, `state` and `session_state` on success, else `state` alone. */
function returnAddress(simulation: Simulation, location: string): string {
	if (!URL.canParse(location)) return location;
	const url = new URL(location);
	const { searchParams } = url;
	const code = searchParams.get('code');
	if (code === null && !searchParams.has('error')) return location;
	for (const name of ['iss', 'error', 'error_description']) searchParams.delete(name);
	if (code !== null) {
		searchParams.set('scope', simulation.grantedScopes.get(code) ?? '');
		searchParams.set('session_state', randomBytes(16).toString('hex'));
	}
	return url.href;
}
