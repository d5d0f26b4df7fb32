import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { chain, manualTrigger, node, runToEnd } from '../support/workflows.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { deactivateAll, save, start } = suite;

it('the example payment-completed.json notes the payment and tells; daily-reconciliation.json compares', async () => {
	const mine = randomUUID().slice(0, 8);
	const toEmail = `${mine}@example.com`;
	await start('payment-completed.json', { toEmail });
	await suite.records.paidPaymentRequest(`${mine}-noted`, 75);
	const told = await suite.mailbox.next(
		({ to, subject }) => to === toEmail && subject.startsWith('Payment received'),
	);
	expect(told).toMatchObject({
		subject: `Payment received: ${mine}-noted`,
		text: expect.stringContaining('R75.00 was paid'),
	});

	const saved = await save('daily-reconciliation.json', { toEmail });
	const report = async () => {
		const run = await suite.environment.api.finished(
			await suite.environment.api.run(saved, 'Every Morning'),
		);
		expect(run.data.resultData.error).toBeUndefined();
		return await suite.mailbox.next(({ to }) => to === toEmail);
	};
	expect(await report()).toMatchObject({
		subject: 'Reconciliation: no differences',
		text: expect.stringContaining('Everything agrees.'),
	});

	await deactivateAll();
	const { id: alike } = await suite.records.paidPaymentRequest(`${mine}-noted`, 75);
	const { subject: one, text: which } = await report();
	expect([one, which]).toEqual([
		'Reconciliation: 1 difference',
		expect.stringContaining(`${mine}-noted, R75.00, Stitch ID ${alike}`),
	]);
	const { id: missed } = await suite.records.paidPaymentRequest(`${mine}-missed`, 30);
	const { id: open } = await suite.records.paymentRequest(`${mine}-open`, 20);
	await insertPayments([
		{ paymentRequestId: alike, reference: `${mine}-noted`, amount: 75, status: 'paid' },
		{ paymentRequestId: open, reference: `${mine}-open`, amount: 20, status: 'paid' },
		{ paymentRequestId: 'unknown', reference: `${mine}-unknown`, amount: 5, status: 'paid' },
	]);
	const { subject, text } = await report();
	expect(subject).toBe('Reconciliation: 3 differences');
	expect(text).toContain(`not in the table with this Stitch ID and amount: ${mine}-missed, R30.00`);
	expect(text).toContain(missed);
	expect(text).toContain(`${mine}-open, R20.00. At Stitch: ${mine}-open, R20.00, pending`);
	expect(text).toContain(`Stitch did not give it: ${mine}-unknown, R5.00`);
	expect(text).not.toContain('[item');
});

/** Puts rows into the table; again when n8n's database is busy with other tests, which changes nothing. */
async function insertPayments(rows: Array<Record<string, unknown>>): Promise<void> {
	const insert = node('Insert', 'n8n-nodes-base.dataTable', 1.1, {
		resource: 'row',
		operation: 'upsert',
		dataTableId: { __rl: true, mode: 'name', value: 'stitch-completed-payments' },
		matchType: 'allConditions',
		filters: {
			conditions: [
				{
					keyName: 'paymentRequestId',
					condition: 'eq',
					keyValue: '={{ $json.paymentRequestId }}',
				},
			],
		},
		columns: { mappingMode: 'autoMapInputData', value: null },
	});
	const workflow = chain('Insert', [manualTrigger(), insert], rows);
	let refusal: string | undefined;
	await until(
		async () => {
			const run = await runToEnd(suite.environment.api, workflow);
			refusal = run.data.resultData.error?.message;
			return run.status === 'success';
		},
		{ complaint: () => `n8n did not take the rows: ${refusal}` },
	);
}
