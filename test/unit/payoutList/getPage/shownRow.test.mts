import type { IDataObject } from 'n8n-workflow';

import { checked, lastTime, notPaid, page, shown, summaryOf } from './list.mts';

it('a row shows no more of an account number than its last four digits, in any column', async () => {
	const account = '1234567890';
	const rows = [
		checked(2, { externalReference: account, beneficiaryName: account }),
		notPaid(3, 'cannotBePaid', { explanation: `Look at ${account}.`, amount: '1234567890123' }),
		{ error: 'Account 1234567890 is closed.', accountNumber: 1234567890, amount: 1 },
		checked(4, { facts: [`Since then to ${account}.`], difference: 1, lastReference: account }),
	];
	const summary = summaryOf({ lastTime: lastTime({ day: null }) });
	const { html, formHtml, text } = await page(rows as IDataObject[], summary);
	expect(html + formHtml + text).not.toContain('123456');
	expect(html).toContain('…7890');
	expect(await shown([checked(2, { accountNumber: '12345' })])).not.toMatch(/1?2345/);
});

it('a page says in a sum which amounts are not in it', async () => {
	const unclear = notPaid(2, 'cannotBePaid', { amount: '1,500' });
	const { html, text, counts } = await page([unclear, notPaid(3, 'cannotBePaid'), checked(4)]);
	expect(html.match(/R10\.50 and 1 unclear amount</g)).toHaveLength(2);
	expect(text).toContain('Left out: 2, R10.50 and 1 unclear amount.');
	expect(counts).toBe('1 will be paid, 2 left out');
	const none = notPaid(5, 'cannotBePaid', { amount: null });
	expect(await shown([unclear, none])).toContain('R0.00 and 2 unclear amounts');
	const nothing = notPaid(6, 'cannotBePaid', { amount: '0.00' });
	expect(await shown([nothing])).not.toContain('unclear');
});

it('a row leaves to the page what that says once of all money that may have moved: not to pay it in another way', async () => {
	const explanation = 'Paid in the dashboard. Do not pay it in another way. Delete the row.';
	expect(await shown([notPaid(2, 'paidElsewhere', { explanation })])).toContain(
		'Paid in the dashboard. Delete the row.',
	);
	expect(await shown([notPaid(2, 'cannotBePaid', { explanation })])).toContain(explanation);
});
