import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { projectFolder } from '../../host/project.mts';
import type { SavedWorkflow } from '../../host/api.mts';
import type { DisbursementStatus } from '../../simulator/state/disbursements.mts';
import { logIn, openBrowser } from '../support/browser.mts';
import { PAYOUTS } from '../support/payroll.mts';
import {
	exampleFile,
	readExample,
	readPage,
	sendPage,
	spreadsheet,
	submitForm,
	type Submitted,
} from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const { pageAfter, start } = suite;

describe('the example pay-salaries.json', () => {
	async function upload(): Promise<Submitted> {
		const saved = await start('pay-salaries.json');
		return await submitForm(suite.environment, saved, 'pay-salaries', [
			exampleFile('salaries.csv', 'text/csv'),
		]);
	}

	/** A row of somebody whom the service knows. */
	const row = (columns: object) => ({
		name: 'T Tester',
		'id number': '9001010000080',
		initials: 'T',
		'family name': 'Tester',
		bank: 'absa',
		'account number': '1234567890',
		amount: '100.00',
		'payment reference': 'Salary',
		...columns,
	});

	/** Uploads a list and approves it. @returns what the last page says */
	async function pay(saved: SavedWorkflow, file: File): Promise<string> {
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		await sendPage(submitted.nextPage, ['Pay these people'], 1);
		await pageAfter(submitted, 'Result List');
		return await readPage(submitted.nextPage);
	}

	/** What became of the last payment under a reference. */
	async function decide(...[reference, status, reason]: [string, DisbursementStatus, string?]) {
		const { disbursements } = await suite.client.ledger();
		const last = disbursements.filter((one) => one.externalReference === reference).at(-1);
		await suite.environment.control.setDisbursementStatus(last?.id ?? '', status, reason);
	}

	it('shows who will be paid and who not, and pays nobody before it is approved', async () => {
		const submitted = await upload();
		await pageAfter(submitted, 'Review List');
		const page = await readPage(submitted.nextPage);
		expect(page).toContain('To be paid: 1, R399.50 together');
		expect(page).toContain('salary-2026-11-002: T Tester, R399.50');
		expect(page).toContain('6 will not be paid');
		expect(page).toContain('account and person do not belong together');
		expect(page).toContain('Bank');
		expect(page).toContain(
			'Same payment as salary-2026-11-001 (T Tester, R350.00): both have the same reference',
		);
		// Which of the two amounts is right, nobody can know.
		expect(page).toContain(
			'Same payment as salary-2026-11-001 (T Tester, R75.00): both have the same reference',
		);
		expect(page).not.toMatch(/item \d|nonce/);
		expect((await suite.client.summary()).disbursements).toBe(0);

		await sendPage(submitted.nextPage, ['Pay nobody'], 1);
		const run = await pageAfter(submitted, 'Approved?');
		expect(run.data.resultData.lastNodeExecuted).toBe('Nothing Paid');
		expect(await readPage(submitted.nextPage)).toContain('Nobody was paid');
		expect((await suite.client.summary()).disbursements).toBe(0);
	});

	it('pays those who passed once it is approved, and says so; a second upload pays nobody', async () => {
		const saved = await start('pay-salaries.json');
		const pages: string[] = [];
		for (let time = 0; time < 2; time++) {
			pages.push(await pay(saved, exampleFile('salaries.csv', 'text/csv')));
		}
		const person = '1 salary-2026-11-002: T Tester, R399.50 (on its way)';
		expect(pages).toEqual([
			expect.stringContaining(`Sent now: ${person}`),
			expect.stringContaining(`Sent before, and not again: ${person}`),
		]);
		const { disbursements } = await suite.client.ledger();
		expect(disbursements.map(({ externalReference }) => externalReference).sort()).toEqual([
			'salary-2026-11-002',
		]);
	});

	it('pays those whose payment has failed again, until it says that everybody is paid', async () => {
		const saved = await start('pay-salaries.json');
		const list = (account: string) =>
			spreadsheet([
				row({ reference: 'salary-1', amount: '350.00' }),
				row({ reference: 'salary-2', amount: '410.00', 'account number': account }),
			]);
		expect(await pay(saved, list('1234567890'))).toContain('Sent now: 2');
		await decide('salary-1', 'completed');
		await decide('salary-2', 'error', 'inactive_account');

		const second = await pay(saved, list('0123456780'));
		expect(second).toContain('Sent now: 1 salary-2: T Tester, R410.00 (on its way');
		expect(second).toContain('attempt 2; the attempt before: The account is not active');
		expect(second).toContain('Sent before, and not again: 1 salary-1: T Tester, R350.00');
		expect(second).not.toContain('Everybody on this list is paid');
		await decide('salary-2', 'completed');

		const third = await pay(saved, list('0123456780'));
		expect(third).toContain('Everybody on this list is paid.');
		const { disbursements } = await suite.client.ledger();
		expect(
			disbursements.map(({ externalReference, status }) => [externalReference, status]).sort(),
		).toEqual([
			['salary-1', 'completed'],
			['salary-2', 'completed'],
			['salary-2', 'error'],
		]);
	});

	it('tells a payment whose answer was lost from one that was sent, and from one that was not', async () => {
		// One after another, so that it is known which request is whose.
		const saved = await start('pay-salaries.json', {}, (each) =>
			each.name === 'Pay' ? { ...each, parameters: inTurn(each.parameters) } : each,
		);
		const rows = ['salary-1', 'salary-2', 'salary-3'].map((reference) => row({ reference }));
		await suite.client.addFaults(
			{ kind: 'lost-answer', requests: [1, 3], match: PAYOUTS },
			// Two read what was paid today, the others look the two payments up.
			{ kind: 'status', status: 400, requests: [3], match: { path: '/graphql' } },
		);
		const page = await pay(saved, spreadsheet(rows));
		expect(page).toContain('Sent now: 1 salary-');
		expect(page).toContain('Sent once, in this run or before: 1 salary-');
		expect(page).toContain('Perhaps sent, look it up: 1 salary-');
		expect(page).not.toMatch(/Sent before|Not sent/);
		expect((await suite.client.summary()).disbursements).toBe(3);
	});

	it('names the person who is above the limit, and says so where a row has no reference', async () => {
		const saved = await start('pay-salaries.json', { maximumPerPerson: '380' });
		const list = await exampleFile('salaries.csv', 'text/csv').text();
		const file = new File([list.replace('salary-2026-11-006', '')], 'salaries.csv');
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		const page = await readPage(submitted.nextPage);
		expect(page).toContain('No reference: T Tester, R120.005');
		expect(page).toContain(
			'Amount R399.50 of salary-2026-11-002 (T Tester, R399.50) is more than Maximum Amount',
		);
		expect(page).not.toMatch(/item \d/);
	});

	it('reads an Excel file, with amounts as numbers and as South Africans write them', async () => {
		const saved = await start('pay-salaries.json');
		const rows = [
			{ reference: 'x-1', amount: 120.5, 'account number': '0123456780' },
			{ reference: 'x-2', amount: 'R 100,00', 'account number': '1234567890' },
		];
		const file = spreadsheet(rows.map(row));
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		expect(await readPage(submitted.nextPage)).toContain('To be paid: 2, R220.50 together');
	});

	it('reads a CSV file with semicolons', async () => {
		const saved = await start('pay-salaries.json');
		const cells = row({ reference: 'x-1', amount: '120,50' });
		const lines = [Object.keys(cells), Object.values(cells)].map((line) => line.join(';'));
		const file = new File([lines.join('\r\n')], 'salaries.csv', { type: 'text/csv' });
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		expect(await readPage(submitted.nextPage)).toContain('To be paid: 1, R120.50 together');
	});

	it('offers nobody for payment when the limit of the settings is exceeded', async () => {
		const saved = await start('pay-salaries.json', { maximumPerRun: '700' });
		const file = exampleFile('salaries.csv', 'text/csv');
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		expect(await readPage(submitted.nextPage)).toContain('more than Maximum Total per Run');
		await sendPage(submitted.nextPage, ['Pay these people'], 1);
		await pageAfter(submitted, 'Approved?');
		expect(await readPage(submitted.nextPage)).toContain('Nobody was paid');
	});

	it('lets only people with an account on this n8n in, through all its pages', async () => {
		const path = `closed-${randomUUID()}`;
		const form = parametersOf('Salaries File');
		const saved = await start('pay-salaries.json', {}, (each) =>
			each.name === 'Salaries File'
				? { ...each, parameters: { ...form, options: { ...form.options, path } } }
				: each,
		);
		const url = `${suite.environment.n8nUrl}/form/${path}`;
		const sent = await sendPage(url, [exampleFile('salaries.csv', 'text/csv')]);
		expect(sent.status).toBe(401);
		expect(await suite.environment.api.executions(saved.id)).toEqual([]);

		const browser = await openBrowser();
		try {
			const page = await logIn(browser, suite.environment);
			await page.goto(url);
			await page.getByRole('button', { name: 'Allow access' }).click();
			await page
				.locator('input[type=file]')
				.setInputFiles(join(projectFolder, 'examples', 'salaries.csv'));
			await page.getByRole('button', { name: 'Check the list' }).click();
			await page.getByText('To be paid: 1, R399.50 together').waitFor();
			await page.getByLabel('Your decision').selectOption('Pay these people');
			await page.getByRole('button', { name: 'Confirm' }).click();
			await page.getByText('Sent now: 1').waitFor();
		} finally {
			await browser.close();
		}
	});

	function parametersOf(nodeName: string): Record<string, unknown> & { options?: object } {
		const { nodes } = readExample('pay-salaries.json');
		return nodes.find(({ name }) => name === nodeName)?.parameters ?? {};
	}
});

function inTurn(parameters: Record<string, unknown>): Record<string, unknown> {
	return { ...parameters, options: { ...(parameters.options as object), concurrency: 1 } };
}
