import type { IDataObject } from 'n8n-workflow';

import { runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 34 });

async function pay(rows: IDataObject[], maxTotalPerDay: string) {
	const { outputs } = await runStitch({
		parameters: payoutParameters({ maxTotalPerDay }),
		credential: service.credential(),
		rows,
		onError: 'continueErrorOutput',
	});
	const [done = [], refused = []] = outputs.map((items) => items.map(({ json }) => json));
	return { done, refused };
}

const day = 24 * 60 * 60_000;

afterEach(() => {
	jest.restoreAllMocks();
});

/** What the ledger of Stitch says was paid, in rand. */
async function paid(): Promise<number> {
	const { disbursements } = await service.client.ledger();
	return disbursements.reduce((sum, { cents }) => sum + cents, 0) / 100;
}

const rows = (name: string, amounts: number[]) =>
	amounts.map((amount, index) => payoutRow(`${name}-${index}`, { amount }));

describe('Maximum Total per Day', () => {
	it('holds over runs that overlap', async () => {
		const runs = ['one', 'two', 'three', 'four', 'five'].map((name) => rows(name, [100, 100]));
		await Promise.all(runs.map(async (one) => await pay(one, '500')));
		expect(await paid()).toBe(400);
	});

	it('lets a file of yesterday be run again with a new row', async () => {
		const file = rows('month', [200, 200]);
		expect((await pay(file, '500')).done).toHaveLength(2);
		await service.simulator.control.advance(day);
		const tomorrow = Date.now() + day;
		jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
		const again = await pay([...file, payoutRow('late', { amount: 300 })], '500');
		expect(again.done.map(({ alreadyExisted }) => alreadyExisted)).toEqual([true, true, false]);
		expect(await paid()).toBe(700);
	});
});
