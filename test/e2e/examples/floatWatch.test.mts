import { DateTime } from 'luxon';
import type { SavedWorkflow } from '../../host/api.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { fillTable } from '../support/dataTables.mts';
import { readLastPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const TABLE = 'stitch-due-payouts';

/** A day, as somebody writes it into the table. */
const day = (fromToday: number) =>
	DateTime.now().setZone(NOON_ZONE).plus({ days: fromToday }).toISODate() ?? '';

const settings = { leastAmount: '1000', daysAhead: '1' };

/** Runs it as if it were morning, and says which mail it sent, if any. */
async function nextMorning(workflow: SavedWorkflow) {
	const run = await suite.run(workflow, 'Every Morning');
	return run.data.resultData.runData['Email You']
		? await suite.mailbox.next(() => true)
		: undefined;
}

describe('the example float-watch.json', () => {
	afterEach(async () => await fillTable(suite.environment, TABLE, []));

	it('makes its table, says nothing while the money is enough, and else how much is missing, and for what', async () => {
		const { client, environment, records } = suite;
		await client.change({ float: 2500.1 });
		const workflow = await suite.save('float-watch.json', settings);
		expect(await nextMorning(workflow)).toBeUndefined();
		await fillTable(environment, TABLE, [
			{ reference: 'overdue', amount: 1000.2, due: day(-3) },
			{ reference: 'tomorrow', amount: 499.9, due: day(1) },
			{ reference: 'sent', amount: 150, due: day(0) },
			{ reference: 'later', amount: 5000, due: day(10) },
			{ reference: 'long-ago', amount: 5000, due: day(-40) },
		]);
		expect(await nextMorning(workflow)).toMatchObject({
			subject: 'Float watch: R150.00 missing',
			text: expect.stringContaining('- sent, R150.00'),
		});
		const { id } = await records.disbursement('sent');
		await environment.control.setDisbursementStatus(id, 'completed');
		await client.change({ float: 2500.1 });
		expect(await nextMorning(workflow)).toBeUndefined();

		await client.change({ float: 2500.09 });
		const mail = await nextMorning(workflow);
		expect(mail?.subject).toBe('Float watch: R0.01 missing');
		expect(mail?.text).toContain('- overdue, R1\u00a0000.20');
		expect(mail?.text).toContain('- tomorrow, R499.90');
		expect(mail?.text).not.toMatch(/later|long-ago|sent,/);
		expect(mail?.text).toContain('Not counted, because they were sent: sent.');
	});

	it('counts a payout whose reference was paid before its row was added, and questions it', async () => {
		const { client, environment, records } = suite;
		const { id } = await records.disbursement('monthly');
		await environment.control.setDisbursementStatus(id, 'completed');
		await client.change({ float: 1150 });
		const workflow = await suite.save('float-watch.json', settings);
		await nextMorning(workflow);
		await fillTable(environment, TABLE, [{ reference: 'monthly', amount: 150, due: day(1) }]);
		const mail = await nextMorning(workflow);
		expect(mail?.subject).toBe('Float watch: please check the table of due payouts');
		expect(mail?.text).toMatch(/- monthly, R150\.00[^]*the same reference: monthly\./);
	});

	it('counts what waits at Stitch, and pays attention to the least amount and to unclear rows', async () => {
		const { client, environment, records } = suite;
		await client.change({ float: 999 });
		const workflow = await suite.save('float-watch.json', settings);
		expect((await nextMorning(workflow))?.subject).toBe('Float watch: R1.00 missing');

		await records.pausedDisbursement('waits');
		await client.change({ float: 2000 });
		await fillTable(environment, TABLE, [
			{ reference: 'due', amount: 900, due: day(1) },
			{ reference: 'no-day', amount: 1, due: 'next week' },
			{ reference: 'no-amount', due: day(1) },
		]);
		const mail = await nextMorning(workflow);
		expect(mail?.subject).toBe('Float watch: R50.00 missing');
		expect(mail?.text).toContain('Waiting at Stitch for money: R150.00');
		expect(mail?.text).toContain('the day is not clear: no-day, no-amount');

		await client.change({ float: 5000 });
		const { subject, text } = (await nextMorning(workflow)) ?? {};
		expect(subject).toBe('Float watch: please check the table of due payouts');
		expect(text).toContain('There is enough money');
	});

	it('never calls it enough when the balance, the payouts or the banks could not be read', async () => {
		const workflow = await suite.save('float-watch.json', settings);
		for (const operation of ['ClientBankAccounts', 'Disbursements', 'BankStates']) {
			const fault = { kind: 'graphql-error', code: 'FORBIDDEN', match: { operation } } as const;
			await suite.client.addFaults(fault);
			const mail = await nextMorning(workflow);
			await suite.client.clearFaults();
			expect([operation, mail?.subject]).toEqual([
				operation,
				'Float watch: we do not know whether there is enough money',
			]);
			expect(mail?.text).not.toMatch(/R\d|There is enough/);
		}
	});

	it('answers on the page of its form, whatever the answer is, and sends no mail', async () => {
		const { client, environment } = suite;
		await client.change({ float: 2000 });
		const saved = await suite.start('float-watch.json', settings);
		const answerFor = async (more: string) => {
			const submitted = await submitForm(environment, saved, 'float-watch', [more]);
			const run = await suite.pageAfter(submitted, 'Asked in the Form?');
			expect(run.data.resultData.runData).not.toHaveProperty('Email You');
			return await readLastPage(submitted.nextPage);
		};
		expect(await answerFor('')).toContain('Float watch: enough money');
		expect(await answerFor('2500.50')).toMatch(/Float watch: R1\s500\.50 missing/);
	});
});
