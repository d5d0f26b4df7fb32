import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

let sessions = 0;

/** Runs one operation over some rows. */
async function run(parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const { outputs, error } = await runStitch({
		parameters,
		credential: service.credential(['client_refund', 'client_terminal_session']),
		rows,
	});
	return { items: outputs[0] ?? [], error };
}

/** A session of the client whose customer has paid. */
async function paidSession(amount: number): Promise<IDataObject> {
	const { items } = await run({
		resource: 'terminalSession',
		operation: 'create',
		amount,
		terminalId: 'terminal-1',
		nonceSource: 'custom',
		customNonce: `session-${++sessions}`,
	});
	const id = String(items[0]?.json.id);
	await service.simulator.control.finishTerminalSession(id, true);
	const read = await run({
		resource: 'terminalSession',
		operation: 'get',
		terminalSessionId: { __rl: true, mode: 'id', value: id },
	});
	return read.items[0]?.json ?? {};
}

const refundOf = (session: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'refund',
	operation: 'create',
	refundOf: 'terminalSession',
	terminalSessionId: { __rl: true, mode: 'list', value: session.id },
	amount: '={{ $json.amount }}',
	...more,
});

it('refunds the charge of a terminal session', async () => {
	const session = await paidSession(100);
	const { items, error } = await run(refundOf(session), [{ amount: '40.50' }]);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		refundOf: session.id,
		amount: 40.5,
		status: 'success',
		alreadyExisted: false,
	});
	expect((await service.client.summary()).moneyOut).toBe(4050);
});

it('refunds a charge by its own ID, with metadata', async () => {
	const session = await paidSession(100);
	const { items } = await run(
		{
			resource: 'refund',
			operation: 'create',
			refundOf: 'charge',
			chargeId: session.chargeId,
			amount: 10,
			reason: 'duplicate_charge',
			simplify: false,
			additionalFields: { metadata: { entry: [{ key: 'till', value: '3' }] } },
		},
		[{}],
	);
	expect(items[0]?.json).toMatchObject({
		charge: session.chargeId,
		reason: 'duplicate_charge',
		metadata: { till: '3' },
	});
});

it('gives the money back once, however often the workflow runs', async () => {
	const session = await paidSession(100);
	const first = await run(refundOf(session), [{ amount: 30 }]);
	const second = await run(refundOf(session), [{ amount: '30.00' }]);
	expect(second.error).toBeUndefined();
	expect(second.items[0]?.json).toMatchObject({
		id: first.items[0]?.json.id,
		alreadyExisted: true,
	});
	expect((await service.client.summary()).moneyOut).toBe(3000);
});

it('gives the money back once when the first answer is lost', async () => {
	const session = await paidSession(100);
	await service.client.addFaults({
		kind: 'lost-answer',
		match: { path: '/v2/refunds' },
		requests: [1],
	});
	const { items, error } = await run(refundOf(session), [{ amount: 30 }]);
	expect(error).toBeUndefined();
	// Nobody knows whether this run has made it, so it is not told as one of before.
	expect(items[0]?.json).toMatchObject({ amount: 30, alreadyExisted: null });
	expect((await service.client.summary()).moneyOut).toBe(3000);
});

it('refuses another refund under a nonce that was used', async () => {
	const session = await paidSession(100);
	const custom = { nonceSource: 'custom', customNonce: 'refund-1' };
	await run(refundOf(session, custom), [{ amount: 30 }]);
	const { error } = await run(refundOf(session, custom), [{ amount: 31 }]);
	expect(error?.message).toContain('Amount was 30.00 and is now 31.00');
	expect((await service.client.summary()).moneyOut).toBe(3000);
});

it('sends nothing in a dry run', async () => {
	const session = await paidSession(100);
	const { items } = await run(refundOf(session, { options: { dryRun: true } }), [{ amount: 30 }]);
	expect(items[0]?.json).toMatchObject({ dryRun: true, amount: 30 });
	expect((await service.client.summary()).moneyOut).toBe(0);
});

it('reads one refund and lists them with every filter', async () => {
	const session = await paidSession(100);
	const inOrder = { ...refundOf(session), options: { concurrency: 1 } };
	const { items } = await run(inOrder, [{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
	const { id, nonce } = items[1]?.json ?? {};
	const charge = session.chargeId;
	const one = await run({
		resource: 'refund',
		operation: 'get',
		refundId: { __rl: true, mode: 'id', value: id },
	});
	expect(one.items[0]?.json).toMatchObject({ id, amount: 2 });

	const amounts = async (parameters: IDataObject) => {
		const listed = await run({
			resource: 'refund',
			operation: 'getAll',
			refundsOf: 'charge',
			...parameters,
		});
		return listed.items.map(({ json }) => json.amount);
	};
	expect(await amounts({})).toEqual([3, 2, 1]);
	expect(await amounts({ limit: 2 })).toEqual([3, 2]);
	expect(await amounts({ returnAll: true, filters: { charge } })).toEqual([3, 2, 1]);
	expect(await amounts({ filters: { nonce } })).toEqual([2]);
	expect(await amounts({ filters: { terminalSession: session.id } })).toHaveLength(3);
	expect(await amounts({ filters: { terminalSession: 'another' } })).toEqual([]);
});

it('lists refunds of charges as columns', async () => {
	const session = await paidSession(100);
	await run(refundOf(session), [{ amount: 1 }]);
	const { outputs, error } = await runStitch({
		parameters: {
			resource: 'refund',
			operation: 'getAll',
			refundsOf: 'charge',
			filters: { terminalSession: session.id },
		},
		credential: service.credential(['client_refund']),
		rows: [{}],
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({ amount: 1, currency: 'ZAR', refundOf: session.id }),
	]);
});
