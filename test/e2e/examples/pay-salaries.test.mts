import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { projectFolder } from '../../host/project.mts';
import { logIn, openBrowser } from '../support/browser.mts';
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
			const file = exampleFile('salaries.csv', 'text/csv');
			const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
			await pageAfter(submitted, 'Review List');
			await sendPage(submitted.nextPage, ['Pay these people'], 1);
			await pageAfter(submitted, 'Result List');
			pages.push(await readPage(submitted.nextPage));
		}
		expect(pages).toEqual([
			expect.stringContaining('Sent now: 1. Sent before: 0. Not sent: 0.'),
			expect.stringContaining('Sent now: 0. Sent before: 1. Not sent: 0.'),
		]);
		const { disbursements } = await suite.client.ledger();
		expect(disbursements.map(({ externalReference }) => externalReference).sort()).toEqual([
			'salary-2026-11-002',
		]);
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

	it('reads an Excel file, amounts as numbers included', async () => {
		const saved = await start('pay-salaries.json');
		const rows = [
			{ reference: 'x-1', amount: 120.5, 'account number': '0123456780' },
			{ reference: 'x-2', amount: 100, 'account number': '1234567890' },
		];
		const file = spreadsheet(
			rows.map((row) => ({
				name: 'T Tester',
				'id number': '9001010000080',
				initials: 'T',
				'family name': 'Tester',
				bank: 'absa',
				'payment reference': 'Salary',
				...row,
			})),
		);
		const submitted = await submitForm(suite.environment, saved, 'pay-salaries', [file]);
		await pageAfter(submitted, 'Review List');
		expect(await readPage(submitted.nextPage)).toContain('To be paid: 2, R220.50 together');
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
			await page.getByText('Sent now: 1.').waitFor();
		} finally {
			await browser.close();
		}
	});

	function parametersOf(nodeName: string): Record<string, unknown> & { options?: object } {
		const { nodes } = readExample('pay-salaries.json');
		return nodes.find(({ name }) => name === nodeName)?.parameters ?? {};
	}
});
