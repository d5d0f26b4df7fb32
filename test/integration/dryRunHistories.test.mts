import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../thorough.mts';
import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { credentialFor, simulatedService } from './service.mts';
import type { TestClient } from '../simulator/control-client.mts';

const service = simulatedService({ seed: 34 });

/** Three minutes, after which every payout of a test client is decided (spec 4.7). */
const decided = 180_000;

/** Runs the node for a client, and returns what came out on the main output. */
async function run(
	client: TestClient,
	rows: IDataObject[],
	{ nonceSource, ...options }: IDataObject,
) {
	const { outputs, error } = await runStitch({
		parameters: payoutParameters(options, { nonceSource, simplify: false }),
		credential: credentialFor(service.simulator, client),
		rows,
		onError: 'continueErrorOutput',
	});
	if (error !== undefined) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
}

/** What became of a payout of a test client depends on its amount (spec 4.7). */
const amount = fc.constantFrom(10, 11, 401, 402, 403, 900);

/** A row of one of five payees, some of whose details may have changed since the last run. */
const row = fc
	.record({
		payee: fc.integer({ min: 1, max: 5 }),
		amount,
		account: fc.constantFrom('1234567890', '1234567890', '2234567890', 'none'),
	})
	.map(({ payee, ...more }) => payoutRow(`payee-${payee}`, more));

/** Now and then, a reference stands in two rows. */
const rows = fc.array(row, { minLength: 1, maxLength: 5 });

const step = fc.record({
	rows,
	onDuplicate: fc.constantFrom('returnExisting', 'fail', 'payAgainIfFailed'),
	nonceSource: fc.constantFrom('externalReference', 'externalReference', 'itemContent'),
	waits: fc.boolean(),
});

it('says of every row what the run then does, whatever was paid before', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
			const client = await service.simulator.control.createClient();
			const paid = async () => (await client.ledger()).disbursements;
			for (const { rows: given, waits, ...options } of steps) {
				const tried = await run(client, given, { ...options, dryRun: true });
				const before = await paid();
				await run(client, given, options);
				const made = (await paid()).slice(before.length);
				const said = tried.filter(({ wouldSend }) => wouldSend === true);
				expect(made.map(({ nonce }) => nonce).sort()).toEqual(
					said.map(({ nonce }) => nonce).sort(),
				);
				if (waits) await service.simulator.control.advance(decided);
			}
		}),
		{ seed: 34, numRuns: cases(40) },
	);
});
