import { readFileSync } from 'node:fs';

import type { Credential } from '../../host/api.mts';
import { excel } from '../examples/examples.mts';
import { openEnvironment, type Environment } from '../support/environment.mts';
import {
	chain,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
	saveCredential,
	stitch,
} from '../support/workflows.mts';

/** In cents: what the people of the sample files get, in the order of all files. */
const amounts = [1_250_000, 987_550, 1_500_005, 845_000, 710_010, 620_000, 2_310_099, 3_000_000];

/** The number of payments in each sample, but the one that cannot be read with certainty. */
const payments: Record<string, number> = {
	'absa-bio.csv': 7,
	'absa-from-account.csv': 5,
	'acbeft-creditor.csv': 5,
	'acbeft-maincsv.csv': 5,
	'bankserv-acb.txt': 6,
	'capitec-business.csv': 6,
	'fnb-binsol.csv': 8,
	'fnb-obe-acb.txt': 6,
	'generic-payroll.csv': 8,
	'nedbank-netbank.csv': 6,
	'netcash-salaries.txt': 6,
	'standard-bank-bol.csv': 6,
};

/** As n8n's Extract from File has to read a text file, and a workbook, so that it loses nothing. */
const reading = {
	text: { operation: 'text', options: { encoding: 'iso88591' } },
	workbook: {
		operation: 'xlsx',
		options: { headerRow: false, includeEmptyCells: true, rawData: true, range: '0' },
	},
};

/** A .csv file as a workbook, with its numbers as numbers. */
function workbookOf(content: Buffer): Buffer {
	const { utils, write } = excel();
	const cells = content
		.toString()
		.trimEnd()
		.split('\r\n')
		.map((line) =>
			line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => {
				const text = cell.replaceAll('"', '');
				return /^\d[\d,]*(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : text;
			}),
		);
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet(cells));
	return write(book, { type: 'buffer' });
}

describe('a file that a payroll program makes, as n8n reads it', () => {
	let environment: Environment;
	let credential: Credential;

	beforeAll(async () => {
		environment = await openEnvironment();
		credential = await saveCredential(environment, await environment.control.createClient());
	});

	async function checked(content: Buffer, how: (typeof reading)[keyof typeof reading]) {
		const toFile = { operation: 'toBinary', sourceProperty: 'file' };
		const salaries = { paymentsFor: 'salaries', period: '2026-11-25' };
		const options = { beneficiaryReference: 'Salary', ...salaries };
		const nodes = [
			manualTrigger(),
			node('File', 'n8n-nodes-base.convertToFile', 1.1, toFile),
			node('Read', 'n8n-nodes-base.extractFromFile', 1.1, how),
			stitch('Check', credential, { resource: 'payoutList', operation: 'check', options }),
		];
		const file = content.toString('base64');
		const run = await runToEnd(environment.api, chain('Payroll', nodes, [{ file }]));
		expectSuccess(run);
		return outputOf(run, 'Check').map(({ json }) => json);
	}

	const cents = (rows: Array<Record<string, unknown>>) =>
		rows.map(({ amount }) => Math.round(Number(String(amount).replaceAll(',', '')) * 100));

	const sample = (file: string) => readFileSync(`test/payrollFiles/${file}`);

	it.each(Object.keys(payments))('%s is read as it is meant, and as a workbook', async (file) => {
		const content = sample(file);
		const meant = amounts.slice(0, payments[file]);
		expect(cents(await checked(content, reading.text))).toEqual(meant);
		if (!file.endsWith('.csv')) return;
		expect(cents(await checked(workbookOf(content), reading.workbook))).toEqual(meant);
	});

	it.each([
		['as text', (content: Buffer) => content, reading.text],
		['as a workbook', workbookOf, reading.workbook],
	])('with two columns of account numbers is refused %s', async (_, written, how) => {
		const content = written(sample('two-account-columns.csv'));
		await expect(checked(content, how)).rejects.toThrow("'account number' could be two columns");
	});
});
