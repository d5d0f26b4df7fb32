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
	await service.simulator.control.advance(10_000);
	const second = await run('create', charge, rows);
	// Nobody knows whether this run has made it, so it is not told as one of before.
	expect(first.items[0]).toMatchObject({ alreadyExisted: null });
	expect(second.items[0]).toMatchObject({ id: first.items[0]?.id, alreadyExisted: true });
	const { items } = await run('getAll', { returnAll: true });
	expect(items).toHaveLength(1);
});
