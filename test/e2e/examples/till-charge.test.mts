import { randomUUID } from 'node:crypto';
import { until } from '../support/until.mts';
import { readLastPage, submitForm } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { pageAfter, start } = suite;

const TYPED = `r-<b>1</b> {{ $2 }} & "3"`;
const SHOWN = 'R-&lt;B&gt;1&lt;/B&gt; {{ $2 }} &amp; "3"';

describe('the example till-charge.json', () => {
	async function sell(
		terminalApproves: boolean,
		receipt = `receipt-${randomUUID().slice(0, 8)}`,
	): Promise<string> {
		const saved = await start('till-charge.json');
		const submitted = await submitForm(suite.environment, saved, 'till-charge', [
			receipt,
			'149.00',
			'terminal-1',
		]);
		const session = await until(async () => (await suite.client.ledger()).terminalSessions[0]);
		await suite.environment.control.finishTerminalSession(session.id, terminalApproves);
		await pageAfter(submitted, 'Approved?');
		return await readLastPage(submitted.nextPage);
	}

	it('shows a receipt when the card machine has approved', async () => {
		const page = await sell(true, TYPED);
		expect(page).toContain('Example Shop: thank you');
		expect(page).toContain(`Receipt ${SHOWN} Amount: R149`);
		expect(page).toMatch(/ending in \d{4}/);
	});

	it('says what to correct when the card machine was not started', async () => {
		const saved = await start('till-charge.json');
		const values = ['receipt-1', '149.0055', 'terminal-1'];
		const submitted = await submitForm(suite.environment, saved, 'till-charge', values);
		await pageAfter(submitted, 'Charge');
		const page = await readLastPage(submitted.nextPage);
		expect(page).toContain('The card machine was not started this time');
		expect(page).toContain('Amount has more than two decimals: 149.0055');
		expect(page).not.toContain('[item');
	});

	it('speaks of the receipt when its number was used for another amount', async () => {
		const saved = await start('till-charge.json');
		const enter = async (amount: string, receipt = TYPED) =>
			await submitForm(suite.environment, saved, 'till-charge', [receipt, amount, 'terminal-1']);
		await enter('149.00');
		const session = await until(async () => (await suite.client.ledger()).terminalSessions[0]);
		await suite.environment.control.finishTerminalSession(session.id, true);
		const again = await enter('159.00');
		await pageAfter(again, 'Charge');
		const page = await readLastPage(again.nextPage);
		expect(page).toContain(`There is a sale already under receipt number ${SHOWN}`);
		expect(page).toContain('Amount was 149.00 and is now 159.00');
		expect(page).toContain('use a new receipt number');
		const same = await enter('149.00', `${TYPED.toUpperCase()} `);
		await pageAfter(same, 'Approved?');
		const receipt = await readLastPage(same.nextPage);
		expect(receipt).toContain('Example Shop: paid before');
		expect(receipt).toContain('this is the payment of that time');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(1);
	});

	it('does not deny that the customer paid before, where Stitch refuses to say so', async () => {
		const saved = await start('till-charge.json');
		const enter = async () =>
			await submitForm(suite.environment, saved, 'till-charge', ['R-3', '149.00', 'terminal-1']);
		await enter();
		const session = await until(async () => (await suite.client.ledger()).terminalSessions[0]);
		await suite.environment.control.finishTerminalSession(session.id, true);
		await suite.client.addFaults({
			kind: 'status',
			status: 403,
			match: { method: 'POST', path: '/v2/terminal-sessions' },
		});
		const refused = await enter();
		await pageAfter(refused, 'Charge');
		const page = await readLastPage(refused.nextPage);
		expect(page).toContain('The card machine was not started this time');
		expect(page).toContain('Then the customer may have paid. Enter it again exactly as then');
		expect(page).not.toContain('Nothing was');
		await suite.client.clearFaults();
		const again = await enter();
		await pageAfter(again, 'Approved?');
		expect(await readLastPage(again.nextPage)).toContain('Example Shop: paid before');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(1);
	});

	it('says that nothing was paid when it has declined', async () => {
		expect(await sell(false)).toContain('The card was not charged');
	});
});
