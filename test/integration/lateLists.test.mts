import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 71 }, { usedNonce: 'ignored', listedAfterMs: 30_000 });

/** Asks for a card payment at the till, always the same; returns whether it was there before. */
async function alreadyExisted(): Promise<unknown> {
	const { outputs, error } = await runStitch({
		parameters: {
			...{ resource: 'terminalSession', operation: 'create', terminalId: 'terminal-1' },
			...{ amount: '150.50', nonceSource: 'externalReference', externalReference: 'receipt-1' },
		},
		credential: service.credential(['client_terminal_session']),
		rows: [{}],
	});
	expect(error).toBeUndefined();
	return outputs[0]?.[0]?.json.alreadyExisted;
}

describe('a card payment whose nonce Stitch ignores, and which it lists late,', () => {
	it.each([
		['once by runs that are a minute apart, as the documents say', 60_000, true],
		['twice by runs within that minute, as the documents say', 10_000, false],
	])('is made %s', async (_, apartMs, isThere) => {
		expect(await alreadyExisted()).toBe(false);
		await service.simulator.control.advance(apartMs);
		expect(await alreadyExisted()).toBe(isThere);
	});
});
