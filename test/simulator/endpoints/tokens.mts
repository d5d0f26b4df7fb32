import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientState } from '../state/client.mts';
import type { Simulation } from '../state/simulation.mts';
import { assignCall } from '../http/call.mts';
import { acceptForms, formOf, formTextOf, formType } from '../http/form.mts';

/** POST /connect/token (spec 4.5, 5; errors are OAuth-shaped with status 400). */
export function tokenRoutes(app: FastifyInstance, simulation: Simulation): void {
	app.register(async (scope) => {
		acceptForms(scope);
		scope.addHook('preValidation', (request, _reply, done) => {
			const id = formOf(request).get('client_id');
			const client = id ? simulation.clients.get(id) : undefined;
			if (client) assignCall(request.call, client);
			done();
		});
		scope.post('/connect/token', async (request, reply) => {
			const form = formOf(request);
			const refused = refusalOf(form, request, request.call.client);
			if (refused) return sendOAuthError(reply, refused.error, refused.description);
			return forward(simulation, request, reply);
		});
	});
}

interface OAuthError {
	error: string;
	description: string;
}

/** The service's own rules, which the provider library does not know. */
function refusalOf(
	form: URLSearchParams,
	request: FastifyRequest,
	client: ClientState | undefined,
): OAuthError | undefined {
	if (!client || form.get('client_secret') !== client.clientSecret) {
		return { error: 'invalid_client', description: 'The client id or secret is not valid.' };
	}
	if (form.get('grant_type') !== 'client_credentials') return undefined;
	const wanted = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
	const granted = new Set<string>(client.settings.scopes);
	if (wanted.length === 0) return { error: 'invalid_scope', description: 'scope is required' };
	if (!wanted.every((scope) => granted.has(scope))) {
		return { error: 'invalid_scope', description: 'A requested scope is not granted.' };
	}
	const audience = form.get('audience');
	const tokenUrl = `http://${request.headers.host}/connect/token`;
	if (audience === tokenUrl) return undefined;
	return { error: 'invalid_request', description: 'audience must be the address of this endpoint' };
}

function sendOAuthError(reply: FastifyReply, error: string, description: string): FastifyReply {
	return reply.code(400).send({ error, error_description: description });
}

/** Lets the OpenID provider answer. */
async function forward(
	simulation: Simulation,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const answer = await simulation.authority.inject({
		method: 'POST',
		url: '/connect/token',
		headers: { host: request.headers.host ?? '', 'content-type': formType },
		payload: formTextOf(request),
	});
	return reply
		.code(answer.statusCode)
		.headers({ 'cache-control': 'no-store' })
		.type('application/json; charset=utf-8')
		.send(answer.body);
}
