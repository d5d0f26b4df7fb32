import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { TestClient } from '../simulator/controlClient.mts';
import type { FaultRule } from '../simulator/faults.mts';
import { worlds, type World } from '../simulator/worlds.mts';
import { cases } from '../setup/thorough.mts';
import { runStitch } from './harness.mts';
import { quickClock } from './quickClock.mts';
import { toErrorOutput } from './recurring.mts';
import { credentialFor, simulatedService } from './service.mts';

const service = simulatedService({ seed: 52 });

const scopes = ['client_terminal_session', 'client_refund'];

const sessionOf = (reference: string, amount: number): IDataObject => ({
	resource: 'terminalSession',
	operation: 'create',
	amount,
	terminalId: 'terminal-1',
	externalReference: reference,
	nonceSource: 'externalReference',
	simplify: false,
});

const refundOf = (session: string, amount: number): IDataObject => ({
	resource: 'refund',
	operation: 'create',
	refundOf: 'terminalSession',
	terminalSessionId: { __rl: true, mode: 'id', value: session },
	amount,
	simplify: false,
});

/** What happens to the first request that makes something. */
const faults = {
	nothing: [],
	'its answer is lost': [{ kind: 'lost-answer' }],
	'it is processed, and the service says it failed': [
		{ kind: 'status', status: 500, processed: true },
	],
	'it never arrives': [{ kind: 'reset' }],
	'there are too many': [{ kind: 'status', status: 429 }],
	'its answer cannot be read': [{ kind: 'malformed-json' }],
} satisfies Record<string, Array<Partial<FaultRule>>>;

const step = fc.record({
	what: fc.constantFrom<'session' | 'refund'>('session', 'session', 'refund'),
	fault: fc.constantFrom(...(Object.keys(faults) as Array<keyof typeof faults>)),
	/** A clerk may type another amount for the same receipt. */
	amount: fc.constantFrom(20, 20, 30),
	/** Whether lists cannot be read after it was sent. */
	isBlind: fc.nat(3).map((number) => number === 0),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One client of one world, and what its till has done. */
async function tillIn(world: World) {
	const client = await service.simulator.control.createClient(world);
	const credential = credentialFor(service.simulator, client, scopes);
	const run = async (parameters: IDataObject) => {
		const { outputs } = await runStitch({ parameters, credential, rows: [{}], ...toErrorOutput });
		return outputs.flat()[0]?.json ?? {};
	};
	const sold = await run(sessionOf('sold', 100));
	await service.simulator.control.finishTerminalSession(String(sold.id), true);
	return { client, run, sold: String(sold.id) };
}

const paths = { session: '/v2/terminal-sessions', refund: '/v2/refunds' };

function rulesOf({ what, fault, isBlind }: Step): FaultRule[] {
	const match = { method: 'POST', path: paths[what] };
	const first = faults[fault].map((rule) => ({ ...rule, match, requests: [1] }) as FaultRule);
	const blind: FaultRule = {
		kind: 'status',
		status: 500,
		match: { method: 'GET', path: paths[what] },
		requests: Array.from({ length: 30 }, (_, index) => index + 2),
	};
	return isBlind ? [...first, blind] : first;
}

async function madeBy(client: TestClient) {
	const { terminalSessions, refunds } = await client.ledger();
	const sessions = terminalSessions.filter((one) => one.externalReference === 'receipt-1');
	return { session: sessions, refund: refunds as Array<{ id: string }> };
}

describe('a till whose sales and refunds are started again and again, after whatever happens', () => {
	quickClock();

	it.each<[string, World]>(Object.entries(worlds))(
		'charges and refunds each once at a service %s',
		async (_, world) => {
			const property = fc.asyncProperty(
				fc.array(step, { minLength: 1, maxLength: 4 }),
				async (steps) => {
					const { client, run, sold } = await tillIn(world);
					// A person looks before they start one again that may have gone through.
					await service.simulator.control.advance(300_000);
					for (const each of steps) {
						const { what, amount } = each;
						await client.clearFaults();
						await client.addFaults(...rulesOf(each));
						const before = (await madeBy(client))[what];
						const said = await run(
							what === 'session' ? sessionOf('receipt-1', amount) : refundOf(sold, 10),
						);
						const now = (await madeBy(client))[what];
						expect(now.length).toBeLessThanOrEqual(1);
						const isNew = now.length > before.length;
						const details = said.details as IDataObject | undefined;
						if (said.error === undefined) expect(now.map(({ id }) => id)).toContain(said.id);
						else if (isNew) expect(details).toMatchObject({ happened: 'maybe' });
						if (said.alreadyExisted === true) expect(isNew).toBe(false);
						if (said.alreadyExisted === false) expect(isNew).toBe(true);
						await service.simulator.control.advance(300_000);
					}
				},
			);
			await fc.assert(property, { seed: 52, numRuns: cases(40) });
		},
	);
});
