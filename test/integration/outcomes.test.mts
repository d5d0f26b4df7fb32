import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../simulator/faults.mts';
import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { quickClock } from './quickClock.mts';
import { recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 15 });
const { charge, granted } = recurringRuns(service);

const scopes = ['client_disbursement', 'client_refund', 'client_terminal_session'];

/** Runs the node and tells what came out on either output. */
async function run(parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const credential = service.credential(scopes);
	const { outputs } = await runStitch({ parameters, credential, rows, ...toErrorOutput });
	const [done = [], refused = []] = outputs.map((items) => items.map(({ json }) => json));
	return { done, refused };
}

const sessionOf = (amount: number): IDataObject => ({
	resource: 'terminalSession',
	operation: 'create',
	amount,
	terminalId: 'terminal-1',
	externalReference: 'receipt-1',
	nonceSource: 'externalReference',
});

/** A session of the client whose customer has paid, or not. */
async function finishedSession(amount: number, isPaid = true): Promise<string> {
	const { done } = await run(sessionOf(amount));
	const id = String(done[0]?.id);
	await service.simulator.control.finishTerminalSession(id, isPaid);
	return id;
}

const refundOf = (session: string, more: IDataObject = {}): IDataObject => ({
	resource: 'refund',
	operation: 'create',
	refundOf: 'terminalSession',
	terminalSessionId: { __rl: true, mode: 'id', value: session },
	amount: '={{ $json.amount }}',
	...more,
});

const lostRefund: FaultRule = {
	kind: 'lost-answer',
	match: { method: 'POST', path: '/v2/refunds' },
	requests: [1],
};

/** After the look-up before it is sent, the refund cannot be looked up. */
const noMoreLookUps: FaultRule = {
	kind: 'status',
	status: 500,
	match: { method: 'GET', path: '/v2/refunds' },
	requests: Array.from({ length: 50 }, (_, index) => index + 2),
};

async function moneyOut(): Promise<number> {
	return (await service.client.summary()).moneyOut;
}

describe('what n8n runs again', () => {
	it('makes a refund once whose metadata differs in every try', async () => {
		const session = await finishedSession(300);
		const additionalFields = {
			metadata: { entry: [{ key: 'at', value: '={{ $json.time }}' }] },
		};
		for (const time of ['12:00:00', '12:00:01', '12:00:02']) {
			const rows = [{ amount: 100, time }];
			const { refused } = await run(refundOf(session, { additionalFields }), rows);
			expect(refused).toEqual([]);
		}
		expect(await moneyOut()).toBe(10_000);
	});
});

describe('a card machine', () => {
	it('starts one session per reference, even when the answer is lost and the workflow runs again', async () => {
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { method: 'POST', path: '/v2/terminal-sessions' },
			requests: [1],
		});
		const first = await run(sessionOf(20));
		await service.simulator.control.advance(10_000);
		const second = await run(sessionOf(20));
		// Nobody knows whether this run has made it, so it is not told as one of before.
		expect(first.done[0]).toMatchObject({ alreadyExisted: null });
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect((await service.client.ledger()).terminalSessions).toHaveLength(1);
	});
});

describe('a lost answer', () => {
	quickClock();

	it('does not hide the refund that was made', async () => {
		const session = await finishedSession(100);
		await service.client.addFaults(lostRefund);
		const { done, refused } = await run(refundOf(session), [{ amount: 100 }]);
		expect(refused).toEqual([]);
		expect(done).toEqual([expect.objectContaining({ amount: 100, alreadyExisted: null })]);
		expect(await moneyOut()).toBe(10_000);
	});

	it('of an earlier run that never got its answer does not make its refund appear refused', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const session = await finishedSession(100);
		await service.client.addFaults(lostRefund, noMoreLookUps);
		const impatient = { options: { retrySeconds: 0 } };
		const first = await run(refundOf(session, impatient), [{ amount: 100 }]);
		expect(first.refused[0]?.details).toMatchObject({ happened: 'maybe' });
		await service.client.clearFaults();
		await service.simulator.control.advance(10_000);
		const second = await run(refundOf(session), [{ amount: 100 }]);
		expect(second.refused).toEqual([]);
		expect(second.done).toEqual([expect.objectContaining({ amount: 100, alreadyExisted: true })]);
		expect(await moneyOut()).toBe(10_000);
	});

	it('that cannot be looked up is reported as unknown, with the nonce', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const session = await finishedSession(100);
		await service.client.addFaults(lostRefund, noMoreLookUps);
		const options = { options: { retrySeconds: 3 } };
		const { refused } = await run(refundOf(session, options), [{ amount: 100 }]);
		expect(refused[0]?.error).toMatch(/may have made the payment/);
		expect(refused[0]?.details).toMatchObject({ nonce: expect.stringMatching(/^[0-9a-f-]{36}$/) });
	});
});

/**
 * The table of docs/reference.md: what Create returns for a payment that Stitch has accepted and that
 * has failed. A workflow branches by it, so an ordinary item must never become a failed one, or back.
 */
describe('a payment that was accepted and has failed', () => {
	/** A refund with 51 cents fails in the simulator. */
	const failing = [{ amount: '10.51' }];

	it('is an ordinary item with its status, where it is a payout', async () => {
		const rows = [payoutRow('inactive', { amount: 401 })];
		await run(payoutParameters(), rows);
		await service.simulator.control.advance(180_000);
		const { done, refused } = await run(payoutParameters(), rows);
		expect(done).toMatchObject([{ status: 'error', alreadyExisted: true }]);
		expect(done[0]?.reasonText).toMatch(/^The account is not active/);
		expect(refused).toEqual([]);
	});

	it('is an ordinary item with its status, where it is a charge', async () => {
		const rows = [{ consent: await granted(), amount: '99.51', reference: 'one' }];
		const { done, refused } = await charge(rows, {}, toErrorOutput);
		expect(done).toMatchObject([{ status: 'failure', reasonText: expect.any(String) }]);
		expect(refused).toEqual([]);
	});

	it('is an ordinary item with its status, where it is a terminal session', async () => {
		await finishedSession(100, false);
		await service.simulator.control.advance(10_000);
		const { done, refused } = await run(sessionOf(100));
		expect(done).toMatchObject([{ status: 'failure', alreadyExisted: true }]);
		expect(refused).toEqual([]);
	});

	it('is a failed item, where it is a refund: no money was given back', async () => {
		const id = await finishedSession(100);
		const details = { kind: 'paymentFailed', id: expect.any(String), nonce: expect.any(String) };
		for (let time = 0; time < 2; time++) {
			const { done, refused } = await run(refundOf(id), failing);
			expect(done).toEqual([]);
			expect(refused).toMatchObject([{ details }]);
		}
		expect(await moneyOut()).toBe(0);
	});

	it('is an ordinary item, where it is a refund and On Failure says so', async () => {
		const id = await finishedSession(100);
		const { done, refused } = await run(
			refundOf(id, { options: { onFailure: 'return' } }),
			failing,
		);
		expect(done).toMatchObject([{ status: 'failure', refundOf: id }]);
		expect(refused).toEqual([]);
	});

	it('is distinguished in the documentation in the same way', () => {
		const [, section = ''] = readFileSync('docs/reference.md', 'utf8').split(
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
