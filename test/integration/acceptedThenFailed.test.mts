import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import { payoutParameters, payoutRow } from './payout.mts';
import { recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';
import { runStitch } from './harness.mts';

/**
 * The table of docs/operations.md: what Create returns for a payment that Stitch has accepted and that
 * has failed. A workflow branches by it, so an ordinary item must never become a failed one, or back.
 */
const service = simulatedService({ seed: 71 });
const { charge, granted } = recurringRuns(service);

async function run(parameters: IDataObject, rows: IDataObject[]) {
	const scopes = ['client_disbursement', 'client_refund', 'client_terminal_session'];
	const credential = service.credential(scopes);
	const { outputs } = await runStitch({ parameters, credential, rows, ...toErrorOutput });
	const [done = [], failed = []] = outputs.map((items) => items.map(({ json }) => json));
	return { done, failed };
}

const terminalSession = {
	resource: 'terminalSession',
	operation: 'create',
	amount: '={{ $json.amount }}',
	externalReference: '={{ $json.reference }}',
	terminalId: 'terminal-1',
	nonceSource: 'externalReference',
};

async function session(isPaid: boolean): Promise<string> {
	const { done } = await run(terminalSession, [{ amount: 100, reference: 'receipt-1' }]);
	const id = String(done[0]?.id);
	await service.simulator.control.finishTerminalSession(id, isPaid);
	return id;
}

/** A refund with 51 cents fails in the simulator. */
const refundOf = (id: string, options: IDataObject = {}) => ({
	resource: 'refund',
	operation: 'create',
	refundOf: 'terminalSession',
	terminalSessionId: { __rl: true, mode: 'id', value: id },
	amount: '10.51',
	options,
});

describe('a payment that was accepted and has failed', () => {
	it('is an ordinary item with its status, where it is a payout', async () => {
		const rows = [payoutRow('inactive', { amount: 401 })];
		await run(payoutParameters(), rows);
		await service.simulator.control.advance(180_000);
		const { done, failed } = await run(payoutParameters(), rows);
		expect(done).toMatchObject([{ status: 'error', alreadyExisted: true }]);
		expect(done[0]?.reasonText).toMatch(/^The account is not active/);
		expect(failed).toEqual([]);
	});

	it('is an ordinary item with its status, where it is a charge', async () => {
		const rows = [{ consent: await granted(), amount: '99.51', reference: 'one' }];
		const { done, refused } = await charge(rows, {}, toErrorOutput);
		expect(done).toMatchObject([{ status: 'failure', reasonText: expect.any(String) }]);
		expect(refused).toEqual([]);
	});

	it('is an ordinary item with its status, where it is a terminal session', async () => {
		await session(false);
		await service.simulator.control.advance(10_000);
		const { done, failed } = await run(terminalSession, [{ amount: 100, reference: 'receipt-1' }]);
		expect(done).toMatchObject([{ status: 'failure', alreadyExisted: true }]);
		expect(failed).toEqual([]);
	});

	it('is a failed item, where it is a refund: no money was given back', async () => {
		const id = await session(true);
		const details = { kind: 'paymentFailed', id: expect.any(String), nonce: expect.any(String) };
		for (let time = 0; time < 2; time++) {
			const { done, failed } = await run(refundOf(id), [{}]);
			expect(done).toEqual([]);
			expect(failed).toMatchObject([{ details }]);
		}
		expect((await service.client.summary()).moneyOut).toBe(0);
	});

	it('is an ordinary item, where it is a refund and On Failure says so', async () => {
		const id = await session(true);
		const { done, failed } = await run(refundOf(id, { onFailure: 'return' }), [{}]);
		expect(done).toMatchObject([{ status: 'failure', refundOf: id }]);
		expect(failed).toEqual([]);
	});

	it('is distinguished in the documentation in the same way', () => {
		const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split(
			'\n## Accepted, then failed\n',
		);
		const rows = [...section.matchAll(/^\| (.+?) +\| (ordinary|\*\*failed\*\*)/gm)];
		expect(rows.map(([, payment, item]) => [payment, item])).toEqual([
			['Payout', 'ordinary'],
			['Charge, terminal session', 'ordinary'],
			['Refund', '**failed**'],
		]);
	});
});
