import type { ClientOptions } from '../controlClient.mts';
import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import type { Caller } from './caller.mts';
import { newCallers } from './caller.mts';
import { asker } from './graphqlCaller.mts';
import { Receiver } from './receiver.mts';

/** A client with a subscription. */
interface Subscriber {
	caller: Caller;
	secret: string;
}

const add = `mutation ($url: URL!, $filterTypes: [String!]!) {
	clientWebhookAdd(input: {url: $url, filterTypes: $filterTypes}) { secret } }`;

/**
 * What the tests of webhooks share: a simulator for each file, whose clock only the tests move, and
 * a receiver for each test.
 */
export function webhookSuite(seed: number) {
	let simulator: RunningSimulator;
	let receiver: Receiver;
	beforeAll(async () => {
		simulator = await startSimulator({ seed, timeScale: 0 });
	});
	afterAll(() => simulator.stop());
	beforeEach(async () => {
		receiver = await new Receiver().start();
	});
	afterEach(() => receiver.stop());

	const newCaller = newCallers(
		() => simulator,
		'client_disbursement',
		'client_paymentrequest',
		'client_terminal_session',
		'client_refund',
	);
	const ask = asker(() => simulator);

	return {
		get simulator() {
			return simulator;
		},
		get receiver() {
			return receiver;
		},
		/** Makes a client that is subscribed to these types, at the receiver or elsewhere. */
		async subscriber(
			filterTypes: string[],
			options: ClientOptions = {},
			url = receiver.url,
		): Promise<Subscriber> {
			const caller = await newCaller({ allowLoopbackWebhooks: true, ...options });
			const { data } = (await ask(caller, add, { url, filterTypes })).body as {
				data: { clientWebhookAdd: { secret: string } };
			};
			return { caller, ...data.clientWebhookAdd };
		},
		/** Steps the clock, then waits until everything that fell due is delivered. */
		async advance({ caller }: Subscriber, milliseconds: number): Promise<void> {
			await simulator.control.advance(milliseconds);
			await caller.client.settleWebhooks();
		},
	};
}
