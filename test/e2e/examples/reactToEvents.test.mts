import { dataTablesAddress, findDataTable } from '../../host/dataTables.mts';
import { until } from '../../host/until.mts';
import { fillTable } from '../support/dataTables.mts';
import { lookingOften } from '../support/pollingTrigger.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const TABLE = 'stitch-remittance-addresses';

it('the example react-to-events.json emails payees their advice, and you what has arrived or failed', async () => {
	const { environment, records, mailbox } = suite;
	const { control } = environment;
	const saved = await suite.start('react-to-events.json', {}, lookingOften);
	const complete = async (reference: string) => {
		const { id } = await records.disbursement(reference, '1150.00');
		await control.setDisbursementStatus(id, 'completed');
	};
	await complete('payout-1');
	await until(
		'the table of addresses',
		async () =>
			await findDataTable(environment.api, await dataTablesAddress(environment.api), TABLE),
		(table) => table,
	);
	await fillTable(environment, TABLE, [{ reference: 'payout-2', email: 'payee@example.com' }]);
	await complete('payout-2');
	const advice = await mailbox.next(({ to }) => to === 'payee@example.com');
	expect(advice.subject).toBe('Remittance advice: R1\u00a0150.00 from Example Shop');
	expect(advice.text).toMatch(/Paid to: T Tester, the account that ends in 7890/);
	expect(advice.text).toMatch(/^Paid on: \w+day, \d{1,2} \w+ \d{4}$/m);
	expect(advice.text).not.toContain('undefined');

	const { id } = await records.disbursement('payout-3');
	await control.setDisbursementStatus(id, 'error', 'inactive_account');
	const failed = await mailbox.next(({ subject }) => subject === 'Payout payout-3 failed');
	expect(failed.text).toMatch(/was not paid\.\nReason: \w[^]*Keep its reference/);

	await records.confirmMoneyReceived(await records.paidPaymentRequest('order-1', 75));
	const paid = await mailbox.next(({ subject }) => subject === 'Money received: order-1');
	expect(paid.text).toMatch(/^The money for order-1 has arrived: R75\.00\.\n\n.* ship now/);

	await suite.deactivateAll();
	const two = [await records.disbursement('payout-4'), await records.disbursement('payout-5')];
	for (const one of two) await control.setDisbursementStatus(one.id, 'cancelled');
	await activate(environment, saved);
	const both = await mailbox.next(({ subject }) => subject === '2 payouts failed or wait');
	await deactivate(environment, saved);
	expect(both.text).toMatch(/payout-4 of R150\.00 was cancelled[^]*payout-5 of R150\.00/);
});
