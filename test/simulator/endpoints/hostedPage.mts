import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buttons, escaped, sendPage } from '../http/page.mts';
import { acceptForms, formOf } from '../http/form.mts';
import type { ClientState } from '../state/client.mts';
import type { PaymentRequest } from '../state/paymentRequests.mts';
import type { Simulation } from '../state/simulation.mts';

type CallbackStatus = 'complete' | 'closed' | 'failed';

/** The payer's page at `interaction.url` (spec 4.2): Pay, Fail and Close. */
export function hostedPageRoutes(app: FastifyInstance, simulation: Simulation): void {
	app.register(async (scope) => {
		acceptForms(scope);
		scope.get('/pay/:id', (request, reply) => show(simulation, request, reply));
		scope.post('/pay/:id', (request, reply) => act(simulation, request, reply));
	});
}

/** Spec 4.2: an allowlisted domain, any path; a production client cannot use http. */
export function refusalOfReturn(
	client: ClientState,
	name: string,
	value: unknown,
): string | undefined {
	if (value === undefined) return undefined;
	if (typeof value !== 'string' || !URL.canParse(value)) return `${name} is not a valid address.`;
	const { protocol, hostname } = new URL(value);
	if (protocol !== 'https:' && (protocol !== 'http:' || !client.isTest)) {
		return `${name} must use https.`;
	}
	const { redirectUris } = client.settings;
	const known = redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri).hostname);
	if ([...known, 'localhost', '127.0.0.1'].includes(hostname)) return undefined;
	return `The domain of ${name} is not on the client's allowlist.`;
}

function open(simulation: Simulation, request: FastifyRequest, reply: FastifyReply) {
	const { id } = request.params as { id: string };
	const known = simulation.find(({ paymentRequests }) => paymentRequests.byId.get(id));
	if (!known) {
		void sendPage(reply, 404, 'There is no such payment', '');
		return undefined;
	}
	const query = request.query as Record<string, unknown>;
	for (const name of ['redirect_uri', 'failure_redirect_uri']) {
		const refusal = refusalOfReturn(known.client, name, query[name]);
		if (!refusal) continue;
		void sendPage(reply, 400, 'This link does not work', `<p>${escaped(refusal)}</p>`);
		return undefined;
	}
	return { client: known.client, paymentRequest: known.found, query };
}

function show(simulation: Simulation, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const opened = open(simulation, request, reply);
	if (!opened) return reply;
	const { paymentRequest } = opened;
	const amount = `<p>Amount: R ${(paymentRequest.cents / 100).toFixed(2)}</p>`;
	if (paymentRequest.status !== 'pending') {
		return sendPage(reply, 200, `This payment is ${paymentRequest.status}`, amount);
	}
	const actions = { pay: 'Pay', fail: 'Fail', close: 'Close' };
	return sendPage(reply, 200, 'Pay', amount + buttons(request.url, actions));
}

function act(simulation: Simulation, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const opened = open(simulation, request, reply);
	if (!opened) return reply;
	const { client, paymentRequest, query } = opened;
	if (paymentRequest.status !== 'pending') {
		return sendPage(reply, 409, `This payment is ${paymentRequest.status}`, '');
	}
	const status = perform(client, paymentRequest, formOf(request).get('action'));
	if (!status) return sendPage(reply, 400, 'This button is not known', '');
	return sendBack(reply, paymentRequest, status, query);
}

/** What the payer does. Returns the status for the way back, or undefined for an unknown action. */
export function perform(
	client: ClientState,
	paymentRequest: PaymentRequest,
	action: string | null,
): CallbackStatus | undefined {
	switch (action) {
		case 'pay':
			client.paymentRequests.complete(paymentRequest);
			return 'complete';
		case 'fail':
			client.paymentRequests.decline(paymentRequest);
			return 'failed';
		case 'close':
			if (client.settings.closeToCancel) {
				client.paymentRequests.cancel(paymentRequest, 'closed by the payer');
			}
			return 'closed';
		default:
			return undefined;
	}
}

function sendBack(
	reply: FastifyReply,
	paymentRequest: PaymentRequest,
	status: CallbackStatus,
	query: Record<string, unknown>,
): FastifyReply {
	const failed = status !== 'complete' && query.failure_redirect_uri !== undefined;
	const target = failed ? query.failure_redirect_uri : query.redirect_uri;
	if (typeof target !== 'string') return sendPage(reply, 200, `Payment ${status}`, '');
	const url = new URL(target);
	url.searchParams.set('id', paymentRequest.id);
	url.searchParams.set('status', status);
	if (paymentRequest.externalReference !== undefined) {
		url.searchParams.set('externalReference', paymentRequest.externalReference);
	}
	return reply.redirect(url.href, 303);
}
