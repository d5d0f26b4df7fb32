import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, formOf } from '../http/form.mts';
import { buttons, escaped, sendPage } from '../http/page.mts';
import type { OpenIdProvider } from './oidcProvider.mts';

/** The page on which the user agrees or cancels. There is one user; nobody has to sign in. */
export function consentRoutes(app: FastifyInstance, provider: OpenIdProvider): void {
	app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		acceptForms(scope);
		const address = '/connect/interaction/:uid';
		scope.get(address, async (request, reply) => {
			const { params } = await provider.interactionDetails(request.raw, reply.raw);
			const scopes = (params.scope ?? '').split(' ');
			const items = scopes.map((item) => `<li>${escaped(item)}</li>`).join('');
			const actions = { approve: 'Approve', cancel: 'Cancel' };
			const body = `<ul>${items}</ul>${buttons(request.url, actions)}`;
			return sendPage(reply, 200, 'Share your account information?', body);
		});
		scope.post(address, (request, reply) => decide(provider, request, reply));
		scope.setErrorHandler((error, _request, reply) => {
			const message = `<p>${escaped((error as Error).message)}</p>`;
			return sendPage(reply, 400, 'This page has expired', message);
		});
	});
}

async function decide(
	provider: OpenIdProvider,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const { params } = await provider.interactionDetails(request.raw, reply.raw);
	const result =
		formOf(request).get('action') === 'approve'
			? await consent(provider, params)
			: { error: 'access_denied' };
	reply.hijack();
	await provider.interactionFinished(request.raw, reply.raw, result);
}

async function consent(provider: OpenIdProvider, params: Record<string, string | undefined>) {
	const clientId = params.client_id ?? '';
	const accountId = `user-of-${clientId}`;
	const grant = new provider.Grant({ accountId, clientId });
	grant.addOIDCScope(params.scope ?? '');
	return { login: { accountId }, consent: { grantId: await grant.save() } };
}
