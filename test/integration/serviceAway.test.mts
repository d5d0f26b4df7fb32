import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { runStitch } from './harness.mts';
import { payoutParameters, payoutRows } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 15 });

/** What became of each row, in the words of the error output. */
function messagesOf(outputs: Awaited<ReturnType<typeof runStitch>>['outputs']): string[] {
	return outputs.flat().map(({ json }) => String(json.error));
}

describe('a run that continues while the service is away', () => {
	const unavailable = {
		kind: 'status',
		status: 503,
		match: { path: '/v2/disbursements' },
	} as const;
	const impatient = { retrySeconds: 0, timeoutSeconds: 1 };

	it('pays every row once when it is repeated with the service back', async () => {
		const rows = payoutRows(60);
		const run = async (options: Record<string, number>) =>
			await runStitch({
				parameters: payoutParameters(options),
				credential: service.credential(),
				rows,
				onError: 'continueErrorOutput',
			});
		await service.client.addFaults({ ...unavailable, processed: true });
		await run(impatient);
		await service.client.clearFaults();
		const { outputs } = await run({});

		expect(outputs[0]).toHaveLength(60);
		const { disbursements } = await service.client.summary();
		expect(disbursements).toBe(60);
	});
});

describe('a token server that is silent', () => {
	let silent: Server;
	let asked = 0;

	beforeAll(async () => {
		silent = createServer(() => asked++);
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
	});

	afterAll(async () => {
		silent.closeAllConnections();
		await new Promise((resolve) => silent.close(resolve));
	});

	it('is asked for one token, which all rows wait for no longer than Timeout', async () => {
		const { port } = silent.address() as AddressInfo;
		const { outputs } = await runStitch({
			parameters: payoutParameters({ retrySeconds: 0, timeoutSeconds: 1 }),
			credential: { ...service.credential(), authUrl: `http://127.0.0.1:${port}` },
			rows: payoutRows(96),
			onError: 'continueErrorOutput',
		});

		const messages = messagesOf(outputs);
		expect(messages).toHaveLength(96);
		expect(messages[0]).toContain('No connection to 127.0.0.1');
		expect(messages[95]).toMatch(/^Not sent: /);
		expect(asked).toBe(1);
		expect((await service.client.summary()).disbursements).toBe(0);
	});
});
