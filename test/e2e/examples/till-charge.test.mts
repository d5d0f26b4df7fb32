import { randomUUID } from 'node:crypto';
import type { SavedWorkflow } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { lastPageAfter, start } = suite;

const TYPED = `r-<b>1</b> {{ $2 }} & "3"`;
const SHOWN = 'R-&lt;B&gt;1&lt;/B&gt; {{ $2 }} &amp; "3"';

describe('the example till-charge.json', () => {
	async function sell(
		terminalApproves: boolean,
		receipt = `receipt-${randomUUID().slice(0, 8)}`,
	): Promise<string> {
		const saved = await start('till-charge.json');
		const submitted = await enter(saved, receipt);
		await finish(terminalApproves);
		return await lastPageAfter(submitted, 'Approved?');
	}

	async function enter(
		saved: SavedWorkflow,
		receipt: string,
		amount = '149.00',
	): Promise<Submitted> {
		const values = [receipt, amount, 'terminal-1'];
		return await submitForm(suite.environment, saved, 'till-charge', values);
	}

	/** What the customer does, once the card machine has started. */
	async function finish(terminalApproves: boolean): Promise<void> {
		const session = await until(
			'a terminal session',
			async () => (await suite.client.ledger()).terminalSessions,
			([first]) => first,
		);
		await suite.environment.control.finishTerminalSession(session.id, terminalApproves);
	}

	it('shows a receipt when the card machine has approved', async () => {
		const page = await sell(true, TYPED);
		expect(page).toContain('Example Shop: thank you');
		expect(page).toContain(`Receipt ${SHOWN} Amount: R149`);
		expect(page).toMatch(/ending in \d{4}/);
	});

	it('says what to correct when the card machine was not started', async () => {
		const saved = await start('till-charge.json');
		const page = await lastPageAfter(await enter(saved, 'receipt-1', '149.0055'), 'Charge');
		expect(page).toContain('The card machine was not started');
		expect(page).toContain("'Amount' has more than two decimals: 149.0055");
		expect(page).not.toContain('[item');
	});

	it('speaks of the receipt when its number was used for another amount', async () => {
		const saved = await start('till-charge.json');
		await enter(saved, TYPED);
		await finish(true);
		const page = await lastPageAfter(await enter(saved, TYPED, '159.00'), 'Charge');
		expect(page).toContain('Already sent under the reference');
		expect(page).toContain("'Amount' was R149.00 and is now R159.00");
		const same = await enter(saved, `${TYPED.toUpperCase()} `);
		const receipt = await lastPageAfter(same, 'Approved?');
		expect(receipt).toContain('Example Shop: paid earlier');
		expect(receipt).toContain('below is the earlier payment');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(1);
	});

	it('does not deny that the customer paid earlier, where Stitch refuses to say so', async () => {
		const saved = await start('till-charge.json');
		await enter(saved, 'R-3');
		await finish(true);
		await suite.client.addFaults({
			kind: 'status',
			status: 403,
			match: { method: 'POST', path: '/v2/terminal-sessions' },
		});
		const page = await lastPageAfter(await enter(saved, 'R-3'), 'Charge');
		expect(page).toContain('The card machine was not started');
		expect(page).toContain('Then the customer may have paid. Enter it again exactly as then');
		expect(page).not.toContain('Nothing was');
		await suite.client.clearFaults();
		const again = await lastPageAfter(await enter(saved, 'R-3'), 'Approved?');
		expect(again).toContain('Example Shop: paid earlier');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(1);
	});

	it('says that nothing was paid when it has declined', async () => {
		expect(await sell(false)).toMatch(/The card was not charged[^]*new receipt number/);
	});
});
