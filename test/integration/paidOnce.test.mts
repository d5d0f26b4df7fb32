import type { IDataObject } from 'n8n-workflow';

import type { FaultRule } from '../simulator/faults.mts';
import { runStitch, type RunInput } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 15 });

const scopes = [
	'client_disbursement',
	'client_paymentrequest',
	'client_refund',
	'client_terminal_session',
];

type Settings = Partial<Pick<RunInput, 'onError' | 'retryOnFail'>>;

/** Runs the node and tells what came out on either output. */
async function run(parameters: IDataObject, rows: IDataObject[] = [{}], settings: Settings = {}) {
	const { outputs, error } = await runStitch({
		parameters,
		credential: service.credential(scopes),
		rows,
		...settings,
	});
	const [done = [], refused = []] = outputs.map((items) => items.map(({ json }) => json));
	return { done, refused, error };
}

const toErrorOutput: Settings = { onError: 'continueErrorOutput' };

const sessionOf = (amount: number): IDataObject => ({
	resource: 'terminalSession',
	operation: 'create',
	amount,
	terminalId: 'terminal-1',
	externalReference: 'receipt-1',
	nonceSource: 'externalReference',
});

/** A session of the client whose customer has paid. */
async function paidSession(amount: number): Promise<string> {
	const { done } = await run(sessionOf(amount));
	const id = String(done[0]?.id);
	await service.simulator.control.finishTerminalSession(id, true);
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
	match: { path: '/v2/refunds' },
	requests: [1],
};

async function moneyOut(): Promise<number> {
	return (await service.client.summary()).moneyOut;
}

describe('what n8n runs again', () => {
	it('makes a refund once whose metadata differs in every try', async () => {
		const session = await paidSession(300);
		const additionalFields = {
			metadata: { entry: [{ key: 'at', value: '={{ $json.time }}' }] },
		};
		for (const time of ['12:00:00', '12:00:01', '12:00:02']) {
			const { error } = await run(refundOf(session, { additionalFields }), [{ amount: 100, time }]);
			expect(error).toBeUndefined();
		}
		expect(await moneyOut()).toBe(10_000);
	});
});

describe('a card machine', () => {
	it('starts one session per reference, also when the answer is lost and the workflow runs again', async () => {
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
	it('and a repeat that is refused do not hide the refund that was made', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const session = await paidSession(100);
		await service.client.addFaults(lostRefund);
		const { done, error } = await run(refundOf(session), [{ amount: 100 }]);
		expect(error).toBeUndefined();
		expect(done).toEqual([expect.objectContaining({ amount: 100, alreadyExisted: null })]);
		expect(await moneyOut()).toBe(10_000);
	});

	it('of an earlier run that never got its answer does not make its refund appear refused', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const session = await paidSession(100);
		await service.client.addFaults(lostRefund);
		const first = await run(
			refundOf(session, { options: { retrySeconds: 0 } }),
			[{ amount: 100 }],
			toErrorOutput,
		);
		expect(first.refused[0]?.details).toMatchObject({ carriedOut: 'unknown' });
		await service.simulator.control.advance(10_000);
		const second = await run(refundOf(session), [{ amount: 100 }]);
		expect(second.error).toBeUndefined();
		expect(second.done).toEqual([expect.objectContaining({ amount: 100, alreadyExisted: true })]);
		expect(await moneyOut()).toBe(10_000);
	});

	it('that cannot be looked up is reported as unknown, with the nonce', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const session = await paidSession(100);
		await service.client.addFaults(lostRefund, {
			kind: 'status',
			status: 500,
			match: { method: 'GET', path: '/v2/refunds' },
		});
		const options = { options: { retrySeconds: 3 } };
		const { refused } = await run(refundOf(session, options), [{ amount: 100 }], toErrorOutput);
		expect(refused[0]?.error).toMatch(/may have made the payment/);
		expect(refused[0]?.details).toMatchObject({ nonce: expect.stringMatching(/^[0-9a-f-]{36}$/) });
	});
});
