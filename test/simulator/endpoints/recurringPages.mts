import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptForms, formOf } from '../http/form.mts';
import { buttons, escaped, sendPage } from '../http/page.mts';
import type { Charge, ChargeState } from '../state/charges.mts';
import type { ClientState } from '../state/client.mts';
import type { Consent, ConsentStatus } from '../state/consents.mts';
import type { Simulation } from '../state/simulation.mts';
import { refusalOfReturn } from './hostedPage.mts';

/** What a page of this file is about, and what its buttons do. */
interface Subject {
	client: ClientState;
	title: string;
	/** What stands below the title; HTML. */
	terms?: string | undefined;
	/** Undefined when there is nothing left to do. */
	actions?: Record<string, string> | undefined;
	/** Whether the action is known. */
	act(action: string | null): boolean;
}

/**
 * The pages on which a payer agrees to be charged, and on which they confirm a charge (3-D Secure).
 * What the service adds to the address on the way back is not known, so nothing is added here.
 */
export function recurringPageRoutes(app: FastifyInstance, simulation: Simulation): void {
	const consent = (id: string) => subjectOfConsent(simulation, id);
	const charge = (id: string) => subjectOfCharge(simulation, id);
	app.register(async (scope) => {
		acceptForms(scope);
		scope.get('/consent', (request, reply) => show(consent, 'consentId', request, reply));
		scope.post('/consent', (request, reply) => act(consent, 'consentId', request, reply));
		scope.get('/interaction', (request, reply) => show(charge, 'transactionId', request, reply));
		scope.post('/interaction', (request, reply) => act(charge, 'transactionId', request, reply));
	});
}

function subjectOfConsent(simulation: Simulation, id: string): Subject | undefined {
	const known = simulation.find(({ consents }) => consents.byId.get(id));
	if (!known) return undefined;
	const { client, found: consent } = known;
	const { status } = consent;
	return {
		client,
		title: status === 'pending' ? termsInWords(consent) : decided[status],
		terms: status === 'pending' ? termsOf(consent) : undefined,
		actions:
			status === 'pending' ? { grant: 'Agree', decline: 'Decline', close: 'Close' } : undefined,
		act: (action) => decide(client, consent, action),
	};
}

/** What the page says once there is nothing left to agree to. */
const decided: Record<Exclude<ConsentStatus, 'pending'>, string> = {
	processing: 'Your bank is working on it',
	granted: 'You have agreed',
	failed: 'This was declined',
	cancelled: 'This was cancelled',
	expired: 'This link has expired',
	revoked: 'This agreement has ended',
	paused: 'This agreement is on hold',
};

function termsInWords({ capitec, initialCharge }: Consent): string {
	const rand = (cents: number) => `R ${(cents / 100).toFixed(2)}`;
	if (capitec) {
		const { description = 'Recurring payment', maxCents, frequency } = capitec;
		return `${description}: up to ${rand(maxCents)}, ${frequency.toLowerCase()}`;
	}
	return initialCharge ? `Pay ${rand(initialCharge.cents)} and save your card` : 'Save your card';
}

function termsOf({ externalReference }: Consent): string {
	const reference =
		externalReference === undefined ? '' : `<p>Reference: ${escaped(externalReference)}</p>`;
	return `<p>The business can then charge you again without asking you each time.</p>${reference}`;
}

/** What the payer does. Returns whether the action is known. */
export function decide(client: ClientState, consent: Consent, action: string | null): boolean {
	if (action === 'grant') client.consents.grant(consent);
	else if (action === 'decline') client.consents.decline(consent);
	return ['grant', 'decline', 'close'].includes(action ?? '');
}

/** What the page of a charge says that asks nothing of the payer. */
const paid: Record<ChargeState, string> = {
	pending: 'This payment is under way',
	success: 'This payment was made',
	failure: 'This payment has failed',
	cancelled: 'This payment was cancelled',
};

function subjectOfCharge(simulation: Simulation, id: string): Subject | undefined {
	const known = simulation.find(({ charges }) => charges.byId.get(id));
	if (!known) return undefined;
	const { client, found: charge } = known;
	return {
		client,
		title: charge.needsPayer ? 'Confirm this payment' : paid[charge.state],
		actions: charge.needsPayer ? { approve: 'Approve', reject: 'Reject' } : undefined,
		act: (action) => confirm(client, charge, action),
	};
}

/** What the payer does with a charge that needs them. Returns whether the action is known. */
function confirm(client: ClientState, charge: Charge, action: string | null): boolean {
	if (action !== 'approve' && action !== 'reject') return false;
	client.charges.confirm(charge, action === 'approve');
	return true;
}

type Find = (id: string) => Subject | undefined;

function open(find: Find, idName: string, request: FastifyRequest, reply: FastifyReply) {
	const query = request.query as Record<string, unknown>;
	const subject = find(String(query[idName] ?? ''));
	if (!subject) {
		void sendPage(reply, 404, 'There is nothing here', '');
		return undefined;
	}
	const refusal = refusalOfReturn(subject.client, 'redirect_uri', query.redirect_uri);
	if (refusal) {
		void sendPage(reply, 400, 'This link does not work', `<p>${escaped(refusal)}</p>`);
		return undefined;
	}
	return { ...subject, target: query.redirect_uri as string | undefined };
}

function show(find: Find, idName: string, request: FastifyRequest, reply: FastifyReply) {
	const opened = open(find, idName, request, reply);
	if (!opened) return reply;
	const { title, terms = '', actions } = opened;
	return sendPage(reply, 200, title, terms + (actions ? buttons(request.url, actions) : ''));
}

function act(find: Find, idName: string, request: FastifyRequest, reply: FastifyReply) {
	const opened = open(find, idName, request, reply);
	if (!opened) return reply;
	if (!opened.actions) return sendPage(reply, 409, opened.title, '');
	if (!opened.act(formOf(request).get('action'))) {
		return sendPage(reply, 400, 'This button is not known', '');
	}
	if (opened.target !== undefined) return reply.redirect(opened.target, 303);
	const { title, actions } = open(find, idName, request, reply) ?? opened;
	return sendPage(reply, 200, actions ? 'You can come back to this link' : title, '');
}
