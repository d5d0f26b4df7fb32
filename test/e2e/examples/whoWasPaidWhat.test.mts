import { DateTime } from 'luxon';
import { NOON_ZONE } from '../../setup/noon.mts';
import { fillTable } from '../support/dataTables.mts';
import { ownService } from '../support/ownService.mts';
import { readLastPage, readSpreadsheet, submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';
import { filesFrom } from './givenFiles.mts';

/** Its clock stands still: what is on its way stays so. */
const suite = exampleSuite(ownService(19));
/** Not the name that the example has: other tests note runs at the same time. */
const TABLE = 'answers-of-the-test';

/** As the form offers it. */
const lastMonth = () =>
	DateTime.now().setZone(NOON_ZONE).setLocale('en').minus({ months: 1 }).toFormat('LLLL yyyy');

describe('the example who-was-paid-what.json', () => {
	const start = async () =>
		await suite.start('who-was-paid-what.json', {}, (node) => {
			const text = JSON.stringify(node).replaceAll('stitch-payout-runs', TABLE);
			return JSON.parse(text) as typeof node;
		});

	it('answers with the payouts of a person, who approved them, and nothing of others', async () => {
		const { records, environment } = suite;
		const saved = await start();
		const ask = async (question: string, month = ''): Promise<Submitted> =>
			await submitForm(environment, saved, 'who-was-paid-what', [question, month]);
		const none = await suite.lastPageAfter(await ask('Nobody'), 'None Found');
		expect(none).toMatch(/No payout was found.*with “Nobody”: none/);

		const { id } = await records.disbursement('salary-17', '150.00');
		await records.disbursement('invoice-3', '99.00');
		await fillTable(environment, TABLE, [
			{ stitchIds: `other ${id}`, approver: 'boss@example.com', file: 'november.xlsx' },
		]);
		expect(await suite.lastPageAfter(await ask('Nobody'), 'None Found')).toContain(': none');
		const submitted = await ask('SALARY-17');
		await suite.pageAfter(submitted, 'The Payouts');
		const given = await filesFrom(submitted.nextPage);
		const page = await readLastPage(submitted.nextPage);
		expect(page).toMatch(/Payouts of the last 12 months with “SALARY-17”/);
		expect(page).toMatch(
			/On its way: 1 R150\.00 .*T Tester [\w ]+ · …7890 · salary-17 R150\.00 boss@example\.com \S+ As Stitch/,
		);
		expect(page).not.toMatch(/invoice-3|1234567890|undefined/);
		const [file] = given;
		expect(file?.fileName).toMatch(/^payouts-\d{4}-\d\d-\d\d\.xlsx$/);
		expect(readSpreadsheet(file?.content ?? Buffer.alloc(0))).toMatchObject([
			{
				...{ Reference: 'salary-17', Amount: 150, Status: 'On its way', 'Stitch ID': id },
				...{ 'Approved by': 'boss@example.com', File: 'november.xlsx' },
			},
		]);
		const before = await suite.lastPageAfter(await ask('', lastMonth()), 'None Found');
		expect(before).toContain(`Payouts of ${lastMonth()}: none`);
		await fillTable(environment, TABLE, []);
	});

	/** Lets the day end. @returns the nodes that have run */
	const afternoon = async () => {
		const { data } = await suite.run(
			await suite.save('who-was-paid-what.json'),
			'Weekday Afternoons',
		);
		return Object.keys(data.resultData.runData);
	};

	it('emails on weekdays the totals, what was not paid and why, and every payout as an Excel file', async () => {
		const { control } = suite.environment;
		const statuses = [
			['completed'],
			['completed'],
			['error', 'inactive_account'],
			['paused', 'insufficient_funds'],
		] as const;
		for (const [index, [status, reason]] of statuses.entries()) {
			const { id } = await suite.records.disbursement(`payout-${index}`, '1150.00');
			await control.setDisbursementStatus(id, status, reason);
		}
		await afternoon();
		const mail = await suite.mailbox.next(() => true);
		expect(mail.subject).toBe('Payouts of the last 8 days: 1 failed, 1 waiting for money, 2 paid');
		expect(mail.text).toMatch(/Paid: 2, R2\s300\.00/);
		expect(mail.text).toMatch(
			/Failed: 1, .*send them again with the same references\.\n- T Tester, payout-2, …7890, R1\s150\.00: \w/,
		);
		expect(mail.text).toMatch(
			/“Waiting for money” in another way[^]*Waiting for money: 1, .*\n- T Tester, payout-3, /,
		);
		expect(mail.text).not.toMatch(/payout-0|undefined|1234567890/);
		expect(mail.html).toMatch(
			/Payouts of the last 8 days<[^]*Failed: 1[^]*payout-2[^]*Paid: 2[^]*payout-0/,
		);
		expect(mail.html).not.toContain('1234567890');
		const [file] = mail.attachments;
		expect(file?.filename).toMatch(/^payouts-\d{4}-\d\d-\d\d\.xlsx$/);
		const rows = readSpreadsheet(file?.content ?? Buffer.alloc(0));
		expect(rows).toHaveLength(4);
		expect(rows[0]).toMatchObject({ Amount: 1150, Account: '…7890' });
		expect(rows.map(({ Status }) => Status).sort()).toEqual([
			...['Failed', 'Paid', 'Paid', 'Waiting for money'],
		]);
	});

	it('sends no email without payouts', async () => {
		const ran = await afternoon();
		expect(ran).toContain('From the Form?');
		expect(ran.filter((name) => name.startsWith('Email'))).toEqual([]);
	});

	it('emails that nothing is known when Stitch does not answer', async () => {
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		await afternoon();
		const { subject } = await suite.mailbox.next(() => true);
		expect(subject).toBe('Payouts: could not be read');
	});
});
