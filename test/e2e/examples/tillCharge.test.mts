import type { SavedWorkflow } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import { ownService } from '../support/ownService.mts';
import { submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite(ownService(17));
const { lastPageAfter, start } = suite;

const TYPED = `r-<b>1</b> {{ $2 }} & "3"`;
const SHOWN = 'R-&lt;B&gt;1&lt;/B&gt; {{ $2 }} &amp; "3"';

describe('the example till-charge.json', () => {
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
			(sessions) => sessions.find(({ status }) => status === 'pending'),
		);
		await suite.environment.control.finishTerminalSession(session.id, terminalApproves);
	}

	it('shows a receipt when the card machine has approved, and speaks of it when its number is used again', async () => {
		const saved = await start('till-charge.json');
		const sold = await enter(saved, TYPED);
		await finish(true);
		const shown = await lastPageAfter(sold, 'Approved?');
		expect(shown).toContain('Example Shop: thank you');
		expect(shown).toContain(`Receipt ${SHOWN} Amount: R149`);
		expect(shown).toMatch(/ending in \d{4}/);

		const page = await lastPageAfter(await enter(saved, TYPED, '159.00'), 'Charge');
		expect(page).toContain('Already sent under the reference');
		expect(page).toContain("'Amount' was R149.00 and is now R159.00");
		// It is certain then that the next run has not made it itself.
		await suite.environment.control.advance(60 * 60_000);
		const same = await enter(saved, `${TYPED.toUpperCase()} `);
		const receipt = await lastPageAfter(same, 'Approved?');
		expect(receipt).toContain('Example Shop: paid earlier');
		expect(receipt).toContain('below is the earlier payment');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(1);
	});

	it('says that nothing was paid when it has declined, and under which number to try again', async () => {
		const saved = await start('till-charge.json');
		const sold = await enter(saved, 'receipt-2');
		await finish(false);
		const page = await lastPageAfter(sold, 'Approved?');
		expect(page).toMatch(/The card was not charged[^]*enter the receipt number RECEIPT-2 TRY 2/);
		const again = await enter(saved, 'receipt-2 try 2');
		await finish(true);
		expect(await lastPageAfter(again, 'Approved?')).toContain('Example Shop: thank you');
		expect((await suite.client.ledger()).terminalSessions).toHaveLength(2);
	});
});
