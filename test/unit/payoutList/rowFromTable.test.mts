import type { IDataObject } from 'n8n-workflow';

import { getPage } from '../../../nodes/Stitch/payoutList/getPage.operation';
import { itemOf, serviceOf } from '../builders.mts';

describe('Get Page of rows from a table, which keeps lists and objects as text', () => {
	async function shownOf(row: IDataObject, page = 'review') {
		const { service } = serviceOf([]);
		const plan = getPage.prepare(itemOf({ page }), service) as object;
		const [output] = (await getPage.sendTogether?.([{ ...plan, row }], service)) ?? [];
		return (output as { html: string }).html;
	}
	const checked = { verdict: 'willBePaid', pay: true, explanation: '', amount: 10, row: 2 };

	it.each(['true', 'TRUE', 'yes', '1', 1])(
		'says that a row is paid which Create pays: %j',
		async (pay) => {
			expect(await shownOf({ ...checked, pay })).toContain('Will be paid: no earlier payment');
		},
	);

	it.each([undefined, '', 'false', 'WAAR', 0])(
		'says that a row is not paid which Create does not pay: %j',
		async (pay) => {
			expect(await shownOf({ ...checked, pay })).toContain('Left out: 1');
		},
	);

	it('shows the warnings of a row', async () => {
		const html = await shownOf({ ...checked, warnings: '["The bank is down today."]' });
		expect(html).toContain('Will be paid: look at these first: 1');
		expect(html).toContain('The bank is down today.');
		expect(await shownOf({ ...checked, warnings: '[]' })).toContain('no earlier payment');
	});

	it('shows the facts of a row', async () => {
		const html = await shownOf({ ...checked, facts: '["Since then R5.00."]' });
		expect(html).toContain('<sub>Since then R5.00.</sub>');
	});

	it('shows what Check says of the whole list', async () => {
		const summary = JSON.stringify({ rows: 1, messages: ['The total in row 9 is wrong.'] });
		expect(await shownOf({ ...checked, summary })).toContain('The total in row 9 is wrong.');
	});

	it('does not say that a payment was not sent which may have been sent', async () => {
		const details = JSON.stringify({ happened: 'maybe', howToFix: 'Run it again.' });
		const html = await shownOf({ error: 'Stitch did not answer', details }, 'result');
		expect(html).toContain('May have been sent: 1');
		expect(html).toContain('Run it again.');
	});

	it('does not say that a payment is in order which is not as it was asked', async () => {
		const row = { status: 'completed', amount: 10, notAsAsked: '["Amount"]' };
		expect(await shownOf(row, 'result')).toContain('Sent, but not as asked: 1');
	});

	it('shows a text that only looks like a list as it is', async () => {
		expect(await shownOf({ ...checked, warnings: '[Ask the payee' })).toContain('[Ask the payee');
	});
});
