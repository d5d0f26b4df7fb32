import type { IDataObject } from 'n8n-workflow';

import { checked, first, lastTime, notPaid, page, paid, summaryOf } from './list.mts';

const textOf = async (...given: Parameters<typeof page>) =>
	(await page(...given)).text.replaceAll('\u00a0', ' ');

describe('the plain text of a page', () => {
	it('has the headline, the sums, and every row that needs someone, with what to do', async () => {
		const rows = [
			checked(2),
			checked(3, { warnings: ['Call the bank.'], severity: 'check', facts: ['Since then R1.00.'] }),
			notPaid(4, 'cannotBePaid', { explanation: 'No bank.' }),
		];
		const summary = summaryOf({
			...{ alerts: ['Pay nothing.'], messages: ['The float is low.'] },
			lastTime: lastTime({ last: { count: 3, sum: 31.5 } }),
		});
		const text = await textOf(rows, summary, { lines: ['File: nov.xlsx'] });
		expect(text.split('\n')).toEqual([
			...['Payments', 'File: nov.xlsx', ''],
			expect.stringMatching(/^Will be paid: 2 payments, R21\.00: .* 1 row is not sent now$/),
			...['', 'Pay nothing.', '', 'The float is low.', ''],
			...['Your list:', '- Will be paid: 2, R21.00', '- Left out: 1, R10.50'],
			...['- Together: 3, R31.50', ''],
			expect.stringMatching(/^Compared with 25 October, 31 days ago/),
			...['- Paid last time: 3, R31.50', '- Not in this list: 0, R0.00'],
			...['- Not sent now: 1, −R10.50', '- Will be paid: 2, R21.00', ''],
			expect.stringMatching(/^Left out: 1, R10\.50\. Nothing is sent for these rows now\. Correct/),
			...['- row 4, N Test, a-4, …7890, R10.50: No bank.', ''],
			expect.stringMatching(/^Will be paid: look at these first: 1, R10\.50\. If one is wrong/),
			...['- row 3, N Test, a-3, …7890, R10.50: Since then R1.00. Call the bank.', ''],
			...['Will be paid: the same as last time: 1, R10.50.', ''],
			expect.stringMatching(/^Have you paid one of these people by hand/),
		]);
	});

	it('lists all rows of a whole payroll, and counts more of them', async () => {
		const failed = (count: number) =>
			Array.from({ length: count }, (_, row) => paid(row, { status: 'error' }));
		const of = async (count: number) => await textOf(failed(count), {}, { kind: 'result' });
		expect((await of(500)).match(/^- row /gm)).toHaveLength(500);
		expect(await of(503)).toMatch(/\n- and 3 more: see the page$/);
	});

	it('shows no more of an account number than its last four digits', async () => {
		const row = { error: 'Account 1234567890 is closed.', externalReference: '1234567890' };
		const rowOf: IDataObject = { ...row, accountNumber: '1234567890', amount: 1 };
		const text = await textOf([rowOf], {}, { kind: 'result' });
		expect(text).toContain('…7890, R1.00: Account …7890 is closed.');
		expect(text).not.toContain('123456');
	});

	it('says that no real money moves with a test client', async () => {
		expect(await textOf([first(2)], {}, { isOfTestClient: true })).toContain('no real money moves');
	});
});
