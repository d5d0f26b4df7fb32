import { lookingOften, STITCH_POLLING_TRIGGER } from '../support/pollingTrigger.mts';
import { outputOf } from '../support/workflows.mts';
import { until } from '../support/until.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();

it('the example react-to-events.json starts on payouts and payments, without any address', async () => {
	const { environment, records } = suite;
	const saved = await suite.start('react-to-events.json', {}, (node) =>
		node.type === STITCH_POLLING_TRIGGER ? lookingOften(node) : node,
	);
	const payout = await records.disbursement('payout-1', '150');
	await environment.control.setDisbursementStatus(payout.id, 'completed');
	const seen = await until(async () => {
		const items = [];
		for (const { id } of await environment.api.executions(saved.id)) {
			items.push(...outputOf(await environment.api.finished(id), 'What Happened'));
		}
		return items.length > 0 ? items : undefined;
	});
	expect(seen.map(({ json }) => json)).toEqual([
		{ what: 'The payout is paid', reference: 'payout-1', rand: 150, since: expect.any(String) },
	]);
});
