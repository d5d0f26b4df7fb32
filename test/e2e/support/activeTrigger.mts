import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WorkflowNode } from '../../host/api.mts';
import type { Environment } from './environment.mts';
import { activate, receivingClient, saveTriggered, trigger, urlOf } from './triggers.mts';

/** Parameters of a trigger for paid disbursements. */
export const COMPLETED = { events: ['disbursement.completed'] };

/** The content of an event. */
export const disbursement = (id: string = randomUUID(), status = 'completed') => ({
	id,
	status,
	amount: { quantity: '150.00', currency: 'ZAR' },
	nonce: 'nonce-1',
});

/**
 * An active workflow that starts on events, and the client that sends them.
 * @param more what the credential has beside or in place of the usual
 */
export async function activeTrigger(
	environment: Environment,
	parameters: Record<string, unknown> = COMPLETED,
	behind?: WorkflowNode[],
	more: Record<string, unknown> = {},
) {
	const { client, credential } = await receivingClient(environment, more);
	const start = trigger(credential, parameters);
	const workflow = await saveTriggered(environment, start, behind);
	expect(await activate(environment, workflow)).toMatchObject({ status: 'published' });
	return { client, credential, start, workflow, url: urlOf(environment, start) };
}

/** Sends what anybody could send to the address of a trigger. */
export async function post(url: string, headers: Record<string, string>, body: string) {
	const answer = await fetch(url, { method: 'POST', headers, body });
	return { status: answer.status, text: await answer.text() };
}

/** Headers as the service signs them. */
export function signedHeaders(secret: string, id: string, body: string, at = new Date()) {
	return {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': new Webhook(secret).sign(id, at, body),
	};
}
