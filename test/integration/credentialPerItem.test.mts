import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

/** The credential of the test's client, some of whose fields are expressions over the item. */
function credentialWith(fields: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	return { ...service.credential(), ...fields };
}

const ofItem = { clientId: '={{ $json.client }}' };

describe('A credential whose fields are expressions over the item', () => {
	it('is used where all items give the same client', async () => {
		const client = service.client.clientId;
		const { outputs, error } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith(ofItem),
			rows: ['a', 'b', 'c'].map((reference) => payoutRow(reference, { client })),
		});
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(3);
		expect((await service.client.summary()).disbursements).toBe(3);
	});

	it('sends nothing where one item gives another client: all would go out as the first', async () => {
		const client = service.client.clientId;
		const { error } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith(ofItem),
			rows: [
				payoutRow('a', { client }),
				payoutRow('b', { client }),
				payoutRow('c', { client: 'test-another' }),
			],
		});
		expect(error?.message).toBe(
			'The credential gives item 2 a different Client ID than item 0, but one run can use only one',
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect((await service.client.summary()).requests).toBe(0);
	});

	it('says so on the error output of every item', async () => {
		const rows = ['a', 'b'].map((reference, index) =>
			payoutRow(reference, { path: index === 0 ? '/v2' : '/v3' }),
		);
		const baseUrl = `={{ '${service.simulator.baseUrl}'.replace(/\\/v2$/, $json.path) }}`;
		const { outputs } = await runStitch({
			parameters: payoutParameters(),
			credential: credentialWith({ baseUrl }),
			onError: 'continueErrorOutput',
			rows,
		});
		const sentence =
			'The credential gives item 1 a different REST Address than item 0, but one run can use only one';
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([sentence, sentence]);
		expect((await service.client.summary()).requests).toBe(0);
	});
});
