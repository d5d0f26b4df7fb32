import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

async function run(operation: string, parameters: IDataObject, rows: IDataObject[] = [{}]) {
	const { outputs, error } = await runStitch({
		parameters: { resource: 'terminalSession', operation, ...parameters },
		credential: service.credential(['client_terminal_session']),
		rows,
	});
	return { items: (outputs[0] ?? []).map(({ json }) => json), error };
}

const charge: IDataObject = {
	amount: '={{ $json.amount }}',
	terminalId: 'terminal-1',
	externalReference: '={{ $json.reference }}',
};

const byId = (id: unknown) => ({ terminalSessionId: { __rl: true, mode: 'id', value: id } });

async function finish(id: unknown, approved: boolean): Promise<void> {
	await service.simulator.control.finishTerminalSession(String(id), approved);
}

it('starts a charge with cashback, capture by hand and metadata, and reads it back', async () => {
	const { items, error } = await run(
		'create',
		{
			...charge,
			simplify: false,
			additionalFields: {
				cashbackAmount: '50',
				captureMethod: 'manual',
				metadataJson: '{"till": {"number": 3}}',
			},
		},
		[{ amount: '150.50', reference: 'receipt-1' }],
	);
	expect(error).toBeUndefined();
	expect(items[0]).toMatchObject({
		status: 'pending',
		externalReference: 'receipt-1',
		intent: {
			charge: {
				amount: 150.5,
				currency: 'ZAR',
				cashback: { amount: 50, currency: 'ZAR' },
				capture: { method: 'manual' },
			},
		},
		metadata: { till: { number: 3 } },
		alreadyExisted: false,
	});
	await finish(items[0]?.id, true);
	const read = await run('get', byId(items[0]?.id));
	expect(read.items[0]).toMatchObject({ id: items[0]?.id, status: 'success' });
});

it('starts a disbursement', async () => {
	const { items } = await run('create', { ...charge, simplify: false, intent: 'disbursement' }, [
		{ amount: 20, reference: 'payout-1' },
	]);
	expect(items[0]?.intent).toEqual({ disbursement: { amount: 20, currency: 'ZAR' } });
});

it('takes the type and the cashback of each row from the row', async () => {
	const { items, error } = await run(
		'create',
		{
			...charge,
			simplify: false,
			intent: '={{ $json.type }}',
			additionalFields: { cashbackAmount: '={{ $json.cashback }}' },
		},
		[
			{ type: 'charge', amount: 20, cashback: 5, reference: 'a' },
			{ type: 'disbursement', amount: 30, reference: 'b' },
			{ type: 'charge', amount: 40, reference: 'c' },
		],
	);
	expect(error).toBeUndefined();
	expect(items.map(({ intent }) => intent)).toMatchObject([
		{ charge: { amount: 20, cashback: { amount: 5 } } },
		{ disbursement: { amount: 30 } },
		{ charge: { amount: 40 } },
	]);
});

it('starts one session per reference, also when the answer is lost and the workflow runs again', async () => {
	await service.client.addFaults({
		kind: 'lost-answer',
		match: { method: 'POST', path: '/v2/terminal-sessions' },
		requests: [1],
	});
	const rows = [{ amount: 20, reference: 'receipt-1' }];
	const first = await run('create', charge, rows);
	const second = await run('create', charge, rows);
	// Nobody knows whether this run has made it, so it is not told as one of before.
	expect(first.items[0]).toMatchObject({ alreadyExisted: null });
	expect(second.items[0]).toMatchObject({ id: first.items[0]?.id, alreadyExisted: true });
	const { items } = await run('getAll', { returnAll: true });
	expect(items).toHaveLength(1);
});

it('refuses another amount under the same reference', async () => {
	await run('create', charge, [{ amount: 20, reference: 'receipt-1' }]);
	const { error } = await run('create', charge, [{ amount: 21, reference: 'receipt-1' }]);
	expect(error?.message).toContain('Amount was 20.00 and is now 21.00');
});

it('counts cashback against Maximum Amount per Item', async () => {
	const { error } = await run(
		'create',
		{
			...charge,
			additionalFields: { cashbackAmount: '60' },
			options: { maxAmountPerItem: '100' },
		},
		[{ amount: 50, reference: 'receipt-1' }],
	);
	expect(error?.message).toContain('R110.00 for item 0');
	expect((await service.client.summary()).routes['POST /v2/terminal-sessions']).toBeUndefined();
});

it('waits until the customer is done at the terminal', async () => {
	const { items } = await run('create', charge, [{ amount: 20, reference: 'receipt-1' }]);
	await finish(items[0]?.id, false);
	const waited = await run('create', { ...charge, options: { waitUntilFinal: true } }, [
		{ amount: 20, reference: 'receipt-1' },
	]);
	expect(waited.items[0]).toMatchObject({ status: 'failure', alreadyExisted: true });

	const read = await run('get', { ...byId(items[0]?.id), options: { waitUntilFinal: true } });
	expect(read.items[0]).toMatchObject({ status: 'failure' });
});

it('returns a session that is still pending when the time is up', async () => {
	const { items } = await run(
		'create',
		{ ...charge, options: { waitUntilFinal: true, maxWaitSeconds: 1 } },
		[{ amount: 20, reference: 'receipt-1' }],
	);
	expect(items[0]).toMatchObject({ status: 'pending', alreadyExisted: false });
});

it('cancels a pending session and says why a completed one cannot be', async () => {
	const { items } = await run('create', charge, [
		{ amount: 20, reference: 'receipt-1' },
		{ amount: 30, reference: 'receipt-2' },
	]);
	const cancelled = await run('cancel', byId(items[0]?.id));
	expect(cancelled.items[0]).toMatchObject({ id: items[0]?.id, status: 'cancelled' });

	await finish(items[1]?.id, true);
	const { error } = await run('cancel', byId(items[1]?.id));
	expect(error?.message).toContain('The session is success');
});

it('lists sessions, over many pages and with every filter', async () => {
	const rows = Array.from({ length: 120 }, (_, n) => ({ amount: 1, reference: `receipt-${n}` }));
	const { items } = await run('create', { ...charge, simplify: false }, rows);
	expect(items).toHaveLength(120);

	const all = await run('getAll', { returnAll: true });
	expect(new Set(all.items.map(({ id }) => id))).toEqual(new Set(items.map(({ id }) => id)));
	expect((await run('getAll', {})).items).toHaveLength(50);
	expect((await run('getAll', { limit: 70 })).items).toHaveLength(70);

	const [byReference] = (await run('getAll', { filters: { externalReference: 'receipt-7' } }))
		.items;
	expect(byReference?.id).toBe(items[7]?.id);
	const [byNonce] = (await run('getAll', { filters: { nonce: items[9]?.nonce } })).items;
	expect(byNonce?.id).toBe(items[9]?.id);
});

it('says so when there is no such session', async () => {
	const { error } = await run('get', byId('a/b+c='));
	expect(error?.message).toContain('Stitch does not know this ID');
});
