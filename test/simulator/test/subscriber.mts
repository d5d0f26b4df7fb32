import type { ClientOptions } from '../control-client.mts';
import type { RunningSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { callerFor } from './caller.mts';

/** A client with a subscription. */
export interface Subscriber {
	caller: Caller;
	secret: string;
	id: string;
}

/** Creates a client that is subscribed to the given types at the given address. */
export async function subscribe(
	simulator: RunningSimulator,
	url: string,
	filterTypes: string[],
	options: ClientOptions = {},
): Promise<Subscriber> {
	const client = await simulator.control.createClient({ allowLoopbackWebhooks: true, ...options });
	const caller = await callerFor(
		simulator,
		client,
		'client_disbursement',
		'client_paymentrequest',
		'client_terminal_session',
		'client_refund',
	);
	const query = `mutation { clientWebhookAdd(input: {url: "${url}", filterTypes: ${JSON.stringify(filterTypes)}}) { id secret } }`;
	const response = await fetch(`${simulator.graphqlUrl}/graphql`, {
		method: 'POST',
		headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ query }),
	});
	const { data } = (await response.json()) as {
		data: { clientWebhookAdd: { id: string; secret: string } };
	};
	return { caller, ...data.clientWebhookAdd };
}
