import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

beforeEach(async () => {
	for (const [correlationId, deviceId] of [
		['order-1', 'device-1'],
		['order-1', 'device-2'],
		['order-2', 'device-1'],
	]) {
		await service.client.addFingerprintEvent({ correlationId, deviceId });
	}
});

async function list(parameters: IDataObject): Promise<unknown[]> {
	const { outputs, error } = await runStitch({
		parameters: { resource: 'fingerprintEvent', operation: 'getAll', ...parameters },
		credential: service.credential(),
		rows: [{}],
	});
	expect(error).toBeUndefined();
	return (outputs[0] ?? []).map(({ json }) => [json.correlationId, json.deviceId]);
}

it('finds events by correlation ID, newest first', async () => {
	expect(await list({ correlationId: 'order-1', returnAll: true })).toEqual([
		['order-1', 'device-2'],
		['order-1', 'device-1'],
	]);
});

it('finds events by device ID', async () => {
	expect(await list({ searchBy: 'deviceId', deviceId: 'device-1', limit: 10 })).toEqual([
		['order-2', 'device-1'],
		['order-1', 'device-1'],
	]);
});

it('keeps to Limit', async () => {
	expect(await list({ correlationId: 'order-1', limit: 1 })).toHaveLength(1);
});
