import { randomUUID } from 'node:crypto';
import { startSimulator, type RunningSimulator } from '../../simulator/start.mts';
import { openEnvironment, servedBy, type Environment } from '../support/environment.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus } from '../support/waiting.mts';
import { outputOf, saveCredential } from '../support/workflows.mts';
import type { SavedWorkflow } from '../../host/api.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import { exampleFile, readExample, readPage, sendPage, setUp, submitForm } from './examples.mts';

describe('the example "Payout Run from a CSV File"', () => {
	let simulator: RunningSimulator;
	let environment: Environment;
	let client: TestClient;
	let saved: SavedWorkflow;

	beforeAll(async () => {
		// A service of its own, whose payouts take seconds instead of minutes.
		simulator = await startSimulator({ seed: 2, pace: 100 });
		environment = { ...(await openEnvironment()), ...servedBy(simulator) };
	});

	beforeEach(async () => {
		client = await environment.control.createClient();
	});

	afterEach(async () => {
		await deactivate(environment, saved);
	});

	afterAll(async () => {
		await simulator?.stop();
	});

	/** Uploads the sample file and resolves when the review is shown. */
	async function upload(
		settings: Record<string, string> = {},
		file = exampleFile('payouts.csv', 'text/csv'),
		shown = 'Review List',
	) {
		const stitch = await saveCredential(environment, client);
		saved = await environment.api.createWorkflow(setUp('payout-run.json', { stitch, settings }));
		await activate(environment, saved);
		const submitted = await submitForm(environment, saved, 'payout-run', [file]);
		await inStatus(environment, submitted.executionId, 'waiting', shown);
		return submitted;
	}

	it('shows what it would do, pays what was confirmed, and tells what became of each row', async () => {
		const { executionId, nextPage } = await upload();
		const review = await readPage(nextPage);
		expect(review).toContain('To be paid: 8, R2682.49 together');
		expect(review).toContain('PAY-001: Payee One, R150.00');
		expect(review).toContain('5 will not be paid');
		expect(review).toContain('PAY-012: Payee Twelve, R99.00 Bank');
		expect(review).not.toMatch(/item \d/);
		expect((await client.summary()).disbursements).toBe(0);

		await sendPage(nextPage, ['Pay these rows'], 1);
		const run = await inStatus(environment, executionId, 'waiting', 'Result List');
		const outcomes = outputOf(run, 'Pay').map(({ json }) => [
			json.externalReference,
			json.status,
			json.reason,
		]);
		expect(outcomes).toEqual([
			['PAY-001', 'completed', null],
			['PAY-002', 'completed', null],
			['PAY-003', 'error', 'bank_processing_error'],
			['PAY-004', 'error', 'inactive_account'],
			['PAY-005', 'error', 'invalid_account'],
			['PAY-006', 'completed', null],
			['PAY-007', 'error', 'insufficient_funds'],
			['PAY-013', 'completed', null],
		]);
		const result = await readPage(nextPage);
		expect(result).toContain('PAY-001: Payee One, R150.00: paid');
		expect(result).toContain(
			'PAY-004: Payee Four, R401.00: not paid. The account is not active. Ask',
		);
		expect(result).not.toContain('PAY-008');
	});

	it('reads columns between semicolons, as South African spreadsheets save them', async () => {
		const head = 'reference;beneficiary name;account number;bank;amount;beneficiary reference';
		const row = 'PAY-1;Payee One;1234567890;absa;1 500,50;Invoice';
		const file = new File([`\ufeff${head}\r\n${row}\r\n`], 'payouts.csv', { type: 'text/csv' });
		const review = await readPage((await upload({}, file)).nextPage);
		expect(review).toContain('To be paid: 1, R1500.50 together');
		expect(review).toContain('PAY-1: Payee One, R1500.50');
	});

	it('says so plainly when the file has one column only, and pays nothing', async () => {
		const file = new File(['reference\tamount\nPAY-1\t1'], 'payouts.csv', { type: 'text/csv' });
		const { nextPage } = await upload({}, file, 'Several Columns?');
		const page = await readPage(nextPage);
		expect(page).toContain('The file has one column only');
		expect(page).toContain('separated by commas or by semicolons');
		expect((await client.summary()).disbursements).toBe(0);
	});

	it('lists the rows that cannot be paid with what is wrong, and has sent nothing for them', async () => {
		const { executionId, nextPage } = await upload();
		await sendPage(nextPage, ['Pay these rows'], 1);
		const run = await inStatus(environment, executionId, 'waiting', 'Result List');
		const refused = (run.data.resultData.runData['Check Payment'] ?? []).flatMap(
			({ data }) => data?.main?.[1] ?? [],
		);
		expect(refused.map(({ json }) => json)).toEqual(
			['Amount', 'Amount', 'Account Number', 'Beneficiary Name', 'Bank'].map((field) =>
				expect.objectContaining({
					error: expect.stringContaining(field),
					details: expect.objectContaining({
						howToFix: expect.stringContaining('Nothing was sent'),
					}),
				}),
			),
		);
		expect((await client.summary()).disbursements).toBe(8);
	});

	it('pays nothing when that is the decision', async () => {
		const { executionId, nextPage } = await upload();
		await sendPage(nextPage, ['Pay nothing'], 1);
		await inStatus(environment, executionId, 'waiting', 'Confirmed?');
		expect(await readPage(nextPage)).toContain('Nothing was paid');
		expect((await client.summary()).disbursements).toBe(0);
	});

	it('offers nothing for payment above the limits of its settings', async () => {
		const { executionId, nextPage } = await upload({ maximumPerRun: '1000' });
		const review = await readPage(nextPage);
		expect(review).toContain('To be paid: 0');
		expect(review).toContain('more than Maximum Total per Run');
		await sendPage(nextPage, ['Pay these rows'], 1);
		await inStatus(environment, executionId, 'waiting', 'Confirmed?');
		expect((await client.summary()).disbursements).toBe(0);
	});

	it('lets nobody in who has no account on this n8n', async () => {
		const path = `closed-${randomUUID()}`;
		const example = readExample('payout-run.json');
		const stitch = await saveCredential(environment, client);
		const opened = setUp('payout-run.json', { stitch });
		const nodes = opened.nodes.map((node) => {
			const { parameters } = example.nodes.find(({ name }) => name === node.name) ?? node;
			if (node.name !== 'Payments File') return node;
			return { ...node, parameters: { ...parameters, options: { path } } };
		});
		saved = await environment.api.createWorkflow({ ...opened, nodes });
		await activate(environment, saved);
		const url = `${environment.n8nUrl}/form/${path}`;
		expect((await sendPage(url, [exampleFile('payouts.csv', 'text/csv')])).status).toBe(401);
		expect(await environment.api.executions(saved.id)).toEqual([]);
	});
});
