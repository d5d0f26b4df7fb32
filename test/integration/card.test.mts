import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

async function run(operation: string, parameters: IDataObject) {
	const { outputs, error } = await runStitch({
		parameters: { resource: 'card', operation, ...parameters },
		credential: service.credential(['client_card']),
		rows: [{}],
	});
	return { items: (outputs[0] ?? []).map(({ json }) => json), error };
}

async function storeCards(payerId: string, count: number): Promise<void> {
	for (let card = 0; card < count; card++) await service.client.addCard({ payerId });
}

const list = async (payerId: string) =>
	(await run('getAll', { payerId, returnAll: true })).items.map(({ id }) => id);

it('lists the cards of one payer, over several pages', async () => {
	await storeCards('payer-1', 60);
	await storeCards('payer-2', 1);
	expect(await list('payer-1')).toHaveLength(60);
	expect(await list('payer-2')).toHaveLength(1);
	expect(await list('payer-3')).toEqual([]);
	expect((await run('getAll', { payerId: 'payer-1', limit: 5 })).items).toHaveLength(5);
});

it('deletes one card and leaves the others', async () => {
	await storeCards('payer-1', 2);
	const [first, second] = await list('payer-1');
	const { items, error } = await run('delete', {
		cardId: { __rl: true, mode: 'list', value: first },
	});
	expect(error).toBeUndefined();
	expect(items).toEqual([{ deleted: true }]);
	expect(await list('payer-1')).toEqual([second]);
});

it('says so when there is no such card', async () => {
	const { error } = await run('delete', { cardId: { __rl: true, mode: 'id', value: 'a/b' } });
	expect(error?.message).toContain('Stitch does not know this ID');
});

it('names the scope that is missing', async () => {
	const { error } = await runStitch({
		parameters: { resource: 'card', operation: 'getAll', payerId: 'payer-1' },
		credential: service.credential(['client_refund']),
		rows: [{}],
	});
	expect(error?.message).toContain('The credential lacks the scope Cards (client_card)');
});
