import type { SavedWorkflow } from '../../host/api.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import { startSimulator, type RunningSimulator } from '../../simulator/start.mts';
import { openEnvironment, servedBy, type Environment } from '../support/environment.mts';
import { PAYOUTS } from '../support/payroll.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus } from '../support/waiting.mts';
import { saveCredential } from '../support/workflows.mts';
import { readPage, setUp, submitForm } from './examples.mts';

/** Simulated time after which nothing is pending any more (spec 4.7: about 3 minutes). */
const LONG_ENOUGH = 200_000;

/** The amounts decide what becomes of a payment (spec 4.7). */
const FILE = [
	['PAY-1', 'Payee One', '1234567890', '150.00'],
	['PAY-2', 'Payee Two', '1234567890', '401.00'],
	['PAY-3', 'Payee Three', '1234567890', '402.00'],
	['PAY-4', 'Payee Four', '12345A7890', '40.00'],
];

/** Another account, a smaller amount, the account number without its mistake. */
const CORRECTED = [
	['PAY-1', 'Payee One', '1234567890', '150.00'],
	['PAY-2', 'Payee Two', '2345678900', '201.00'],
	['PAY-3', 'Payee Three', '1234567890', '202.00'],
	['PAY-4', 'Payee Four', '1234567890', '40.00'],
];

describe('the example "Pay Again: The Same File until Everybody Is Paid"', () => {
	let simulator: RunningSimulator;
	let environment: Environment;
	let client: TestClient;
	let saved: SavedWorkflow;

	beforeAll(async () => {
		// A service of its own, because its clock is moved.
		simulator = await startSimulator({ seed: 5, timeScale: 0 });
		environment = { ...(await openEnvironment()), ...servedBy(simulator) };
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	beforeEach(async () => {
		client = await environment.control.createClient();
	});

	afterEach(async () => {
		await deactivate(environment, saved);
	});

	async function start(settings?: Record<string, string>): Promise<void> {
		const stitch = await saveCredential(environment, client);
		saved = await environment.api.createWorkflow(setUp('pay-again.json', { stitch, settings }));
		await activate(environment, saved);
	}

	/** @returns what the page says that comes after the file was uploaded */
	async function upload(rows: string[][], separator = ','): Promise<string> {
		const head = 'reference,beneficiary name,account number,bank,amount,beneficiary reference';
		const lines = [
			head.split(','),
			...rows.map(([reference, name, account, amount]) => [
				...[reference, name, account, 'fnb', amount, 'Invoice'],
			]),
		].map((cells) => cells.join(separator));
		const file = new File([lines.join('\n')], 'payouts.csv', { type: 'text/csv' });
		const { executionId, nextPage } = await submitForm(environment, saved, 'pay-again', [file]);
		await inStatus(environment, executionId, 'waiting', 'Result List');
		return await readPage(nextPage);
	}

	async function payments(): Promise<string[]> {
		const { disbursements } = await client.ledger();
		return disbursements.map(({ externalReference, quantity, status }) =>
			[externalReference, quantity, status].join(' '),
		);
	}

	it('pays everybody who is not paid yet, and nobody twice, until it says that all are paid', async () => {
		await start();
		const first = await upload(FILE);
		expect(first).toContain('Sent now: 3');
		expect(first).toContain('Not sent: 1 PAY-4: Payee Four, R40.00 (Account Number');
		expect(first).not.toMatch(/undefined|this item/);
		expect(first).not.toContain('Everybody on this list is paid');
		await environment.control.advance(LONG_ENOUGH);

		const second = await upload(CORRECTED);
		expect(second).toContain('Sent now: 3');
		expect(second).toContain(
			'PAY-2: Payee Two, R201.00 (on its way, attempt 2; the attempt before: The account is not active. Ask the recipient for another account)',
		);
		expect(second).toContain('Sent before, and not again: 1 PAY-1: Payee One, R150.00 (paid)');
		expect(second).not.toContain('Not sent');
		await environment.control.advance(LONG_ENOUGH);

		const third = await upload(CORRECTED);
		expect(third).toContain('Everybody on this list is paid.');
		expect(third).toContain('Sent before, and not again: 4');
		expect((await payments()).sort()).toEqual([
			'PAY-1 150.00 completed',
			'PAY-2 201.00 completed',
			'PAY-2 401.00 error',
			'PAY-3 202.00 completed',
			'PAY-3 402.00 error',
			'PAY-4 40.00 completed',
		]);
	});

	it('says which rows differ from what was paid, and sends nothing for them', async () => {
		await start();
		await upload([['PAY-1', 'Payee One', '1234567890', '150.00']]);
		const page = await upload([['PAY-1', 'Payee One', '1234567890', '160,00']], ';');
		expect(page).toContain('Not sent: 1');
		expect(page).toContain('Already sent under External Reference PAY-1');
		expect(page).toContain('Amount was 150.00 and is now 160.00');
		expect(page).not.toMatch(/nonce/i);
		expect(await payments()).toEqual(['PAY-1 150.00 pending']);
	});

	it('counts a payment whose answer was lost as neither sent now nor sent before', async () => {
		await start();
		await client.addFaults({ kind: 'lost-answer', requests: [1], match: PAYOUTS });
		const page = await upload([['PAY-1', 'Payee One', '1234567890', '150.00']]);
		expect(page).toContain('Sent once, in this run or before: 1 PAY-1');
		expect(page).not.toMatch(/Sent now|Sent before/);
		expect(await payments()).toEqual(['PAY-1 150.00 pending']);
	});

	it('counts a payment that nobody could look up as perhaps sent, and settles it next time', async () => {
		await start();
		await client.addFaults(
			{ kind: 'lost-answer', requests: [1], match: PAYOUTS },
			// The first one reads what was paid today, the second looks the payment up.
			{ kind: 'status', status: 400, requests: [2], match: { path: '/graphql' } },
		);
		const file = [['PAY-1', 'Payee One', '1234567890', '150.00']];
		const page = await upload(file);
		expect(page).toContain('Perhaps sent, look it up: 1 PAY-1');
		expect(page).not.toContain('Not sent');
		expect(await upload(file)).toContain('Sent before, and not again: 1 PAY-1');
		expect(await payments()).toEqual(['PAY-1 150.00 pending']);
	});

	it('stops a file that is paid a second time under new references', async () => {
		await start({ maximumPerDay: '200' });
		await upload([['PAY-1', 'Payee One', '1234567890', '150.00']]);
		const page = await upload([['PAY-1B', 'Payee One', '1234567890', '150.00']]);
		expect(page).toContain('Not sent: 1');
		expect(page).toContain('more would be above Maximum Total per Day, R200.00');
		expect(await payments()).toHaveLength(1);
	});
});
