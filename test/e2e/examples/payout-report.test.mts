import type { Execution, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import type { Mail } from '../../host/mail-server.mts';
import { openBrowser } from '../support/browser.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import type { Stored } from '../support/records.mts';
import { inStatus } from '../support/waiting.mts';
import { crashingAt, sendPage, submitForm, type Change } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const FILE = 'payout-report.json';
const CLERK = 'clerk@example.com';
/** Not the names that the examples have: other tests pay files at the same time. */
const TABLE = 'runs-of-the-report-test';
const FORM = 'file-of-the-report-test';
const LONG_AGO = '2026-11-02T09:00:00.000+02:00';

const inTable =
	(table: string): Change =>
	(node) =>
		JSON.parse(JSON.stringify(node).replaceAll('stitch-payout-runs', table)) as WorkflowNode;

const atOurAddress: Change = (node) => {
	const options = { ...(node.parameters.options as object), path: FORM };
	return { ...node, parameters: { ...node.parameters, options } };
};

/** The workflow, more than an hour later. */
const anHourLater: Change = (node) =>
	node.name === 'Followed Runs'
		? (JSON.parse(JSON.stringify(node).replace('hours: 1', 'hours: -1')) as WorkflowNode)
		: node;

async function save(change: Change = (node) => node): Promise<SavedWorkflow> {
	return await suite.save(FILE, { toEmail: CLERK }, (node) => change(inTable(TABLE)(node)));
}

/** Runs the workflow as if an hour had passed. */
async function look(saved: SavedWorkflow): Promise<Execution> {
	const { api } = suite.environment;
	return await api.finished(await api.run(saved, 'Every Hour'));
}

/** How many reports an execution has sent. */
const sent = ({ data }: Execution): number =>
	data.resultData.runData['Note: Reported']?.[0]?.data?.main?.[0]?.length ?? 0;

/** A look at which everything goes well. @returns how many reports it has sent */
async function reportsOf(saved: SavedWorkflow): Promise<number> {
	const run = await look(saved);
	expect(run.data.resultData.error).toBeUndefined();
	return sent(run);
}

const reportOf = async (file: string): Promise<Mail> =>
	await suite.mailbox.next(({ to, subject }) => to === CLERK && subject.includes(` ${file}`));

const runs = async () => await rowsOfTable(suite.environment, TABLE);
const states = async () =>
	Object.fromEntries((await runs()).map(({ file, state }) => [String(file), state]));

async function paidPayout(reference: string): Promise<Stored> {
	const payout = await suite.records.disbursement(reference);
	await suite.environment.control.setDisbursementStatus(payout.id, 'completed');
	return payout;
}

/** A row of a file whose payout was sent. */
const row = ({ id, externalReference }: Stored, more: object = {}) => ({
	Row: 2,
	Reference: externalReference,
	Name: 'T Tester',
	Amount: 150,
	Status: 'On its way',
	Sent: 'now',
	'What happened': '',
	'What to do': '',
	'Stitch ID': id,
	...more,
});

/** Puts runs into the table, as Pay a File notes them. */
async function note(...noted: Array<{ file: string; rows: object[]; paidAt?: string }>) {
	const rows = noted.map(({ file, rows: list, paidAt }) => ({
		run: '1',
		file,
		by: '',
		paidAt: paidAt ?? new Date().toISOString(),
		state: 'open',
		outcome: '',
		sends: 0,
		rows: JSON.stringify(list),
	}));
	await fillTable(suite.environment, TABLE, rows);
}

describe('the example payout-report.json', () => {
	// It makes its table, and has nothing to do yet.
	beforeEach(async () => {
		expect(await reportsOf(await save())).toBe(0);
	});

	afterEach(async () => {
		suite.mailbox.refuse(() => false);
		await note();
	});

	/** Uploads a file to the example that pays files. @returns the execution, at its last page */
	async function payFile(
		name: string,
		lines: string[],
		{ decision = 'Pay these rows', table = TABLE } = {},
	): Promise<Execution> {
		const { environment } = suite;
		const settings = { waitMinutes: '0.01' };
		const payAFile = await suite.start('pay-a-file.json', settings, (node) =>
			inTable(table)(node.name === 'Payments File' ? atOurAddress(node) : node),
		);
		const head = 'reference,name,account number,bank,amount,payment reference';
		const file = new File([[head, ...lines].join('\r\n')], name, { type: 'text/csv' });
		const { executionId, nextPage } = await submitForm(environment, payAFile, FORM, [file]);
		await inStatus(environment, executionId, 'waiting', 'Review Page');
		await sendPage(nextPage, [decision], 1);
		return await inStatus(environment, executionId, 'waiting', 'Both Files');
	}

	it('sends one report of a file that was paid, once all of it is final', async () => {
		const { client, environment } = suite;
		// The amounts decide what becomes of a payment (spec 4.7), but not within this test.
		await payFile('all.csv', [
			'a-1,Payee One,1234567890,fnb,10.50,Invoice',
			'a-2,Payee Two,1234567890,fnb,20.00,Invoice',
			'a-3,<b>Payee</b> Three,1234567890,fnb,30.125,Invoice',
		]);
		expect(await runs()).toMatchObject([{ file: 'all.csv', state: 'open', sends: 0 }]);
		expect(JSON.stringify(await runs())).not.toMatch(/\d{7}/);
		const payouts = (await client.ledger()).disbursements;
		const [one, two] = ['a-1', 'a-2'].map(
			(reference) => payouts.find(({ externalReference }) => externalReference === reference)?.id,
		);
		const report = await save();
		await environment.control.setDisbursementStatus(one ?? '', 'completed');
		expect(await reportsOf(report)).toBe(0);
		expect((await runs())[0]?.outcome).toBe('1 paid (R10.50), 1 on its way (R20.00), 1 not sent');

		await environment.control.setDisbursementStatus(two ?? '', 'error', 'inactive_account');
		expect(await reportsOf(report)).toBe(1);
		const { subject, text, html, attachments } = await reportOf('all.csv');
		expect(subject).toBe(
			'Payout report of all.csv: 1 paid (R10.50), 1 failed (R20.00), 1 not sent',
		);
		expect(text).toMatch(
			/Row 2, a-1, Payee One, R10.50: Paid.\s+Row 3, a-2, Payee Two, R20.00: Failed. The account is not active.* Correct the row .*\s+Row 4, a-3, <b>Payee<\/b> Three, 30.125: Not sent. Amount/,
		);
		expect(html).toContain('&#60;b&#62;Payee&#60;/b&#62; Three');
		for (const words of [text, html]) expect(words).not.toMatch(/1234567890|undefined|NaN/);
		const [file, ...others] = attachments;
		expect([file?.filename, others]).toEqual(['payout-report.html', []]);
		await looksWell(String(file?.content));

		expect(await reportsOf(report)).toBe(0);
		expect(await runs()).toMatchObject([{ state: 'reported', rows: '' }]);
	});

	it('notes nothing of a file of which nothing was paid, and pays one that it cannot note', async () => {
		const { client } = suite;
		const lines = ['n-1,Payee,1234567890,fnb,10.00,Invoice'];
		const nothing = await payFile('none.csv', lines, { decision: 'Pay nothing' });
		expect(nothing.data.resultData.runData).not.toHaveProperty('Note the Run');
		await suite.deactivateAll();
		const { data } = await payFile('one.csv', lines, { table: 'no-table-of-this-name' });
		const [noted] = data.resultData.runData['Note the Run'] ?? [];
		expect(JSON.stringify(noted)).toContain('no-table-of-this-name');
		expect((await client.ledger()).disbursements).toMatchObject([{ externalReference: 'n-1' }]);
		expect(await runs()).toEqual([]);
	});

	it('reports after two working days what is open then, and what Stitch does not answer', async () => {
		const { client, environment, records } = suite;
		const paid = await paidPayout('b-1');
		const open = await records.disbursement('b-2');
		const silent = await records.disbursement('b-3');
		await environment.control.setDisbursementStatus(silent.id, 'completed');
		const path = `*/disbursements/${encodeURIComponent(silent.id)}`;
		await client.addFaults({ kind: 'status', status: 404, match: { method: 'GET', path } });
		const rows = [row(paid), row(open), row(silent, { Status: 'Perhaps sent' })];
		await note({ file: 'new.csv', rows }, { file: 'old.csv', rows, paidAt: LONG_AGO });
		const report = await save();
		expect(await reportsOf(report)).toBe(1);
		const { subject, text } = await reportOf('old.csv');
		expect(subject).toBe(
			'Payout report of old.csv (not all final): 1 paid (R150.00), 1 on its way (R150.00), 1 not known (R150.00)',
		);
		expect(text).toContain('2 of 3 rows are not final.');
		expect(text).toContain('Not known. Stitch does not say where this payout stands. Stitch does');
		expect(text).not.toMatch(/item \d|undefined|\[object/);

		await client.clearFaults();
		await environment.control.setDisbursementStatus(open.id, 'completed');
		expect(await reportsOf(report)).toBe(1);
		expect((await reportOf('new.csv')).subject).toBe('Payout report of new.csv: 3 paid (R450.00)');
	});

	it('calls nothing paid that the bank has sent back since it was noted as paid', async () => {
		const { control } = suite.environment;
		const [back, last] = [await paidPayout('f-1'), await suite.records.disbursement('f-2')];
		await note({ file: 'back.csv', rows: [row(back, { Status: 'Paid' }), row(last)] });
		await control.setDisbursementStatus(back.id, 'reversed', 'inactive_account');
		const report = await save();
		expect(await reportsOf(report)).toBe(0);
		await control.setDisbursementStatus(last.id, 'completed');
		expect(await reportsOf(report)).toBe(1);
		expect((await reportOf('back.csv')).subject).toBe(
			'Payout report of back.csv: 1 paid (R150.00), 1 sent back by the bank (R150.00)',
		);
	});

	/** Sends a payout again, with a corrected row of another file. */
	const sendAgain = async (externalReference: string): Promise<Stored> =>
		await suite.records.ask('client_disbursement', '/disbursements', {
			amount: { currency: 'ZAR', quantity: '150.00' },
			nonce: `${externalReference}-again`,
			externalReference,
			beneficiaryReference: 'Salary',
			beneficiary: { name: 'T Tester', accountNumber: '1234567890', bank: 'absa' },
		});

	it('looks up what was paid since it failed, and says where Stitch does not tell', async () => {
		const { client, environment, records } = suite;
		const failed = await Promise.all(
			['g-1', 'g-2'].map(async (one) => await records.disbursement(one)),
		);
		for (const { id } of failed) {
			await environment.control.setDisbursementStatus(id, 'error', 'bank_processing_error');
		}
		await environment.control.setDisbursementStatus((await sendAgain('g-1')).id, 'completed');
		const rows = failed.map((one) => row(one));
		await note({ file: 'since.csv', rows });
		const report = await save();
		expect(await reportsOf(report)).toBe(1);
		const { subject, text } = await reportOf('since.csv');
		expect(subject).toBe(
			'Payout report of since.csv: 1 failed, paid since (R150.00), 1 failed (R150.00)',
		);
		const words = text.replace(/\s+/g, ' ');
		expect(words).toMatch(/Paid since \(R150.00 on \d+ \w+\).*Nothing more is to be done./);
		expect(words).toContain('Leave the row as it is, and upload the whole file again later.');
		expect(words).not.toMatch(/looked up|undefined/);

		const match = { operation: 'Disbursements' };
		await client.addFaults({ kind: 'graphql-error', code: 'FORBIDDEN', match });
		await note({ file: 'silent.csv', rows });
		expect(await reportsOf(report)).toBe(1);
		const silent = await reportOf('silent.csv');
		expect(silent.subject).toBe('Payout report of silent.csv: 2 failed (R300.00)');
		expect(silent.text.replace(/\s+/g, ' ')).toContain(
			'Whether it was paid since could not be looked up.',
		);
	});

	it('sends a report when the mail server takes mails again, and says in n8n that it did not', async () => {
		const payout = await paidPayout('c-1');
		await note({ file: 'refused.csv', rows: [row(payout, { Status: 'Paid' })] });
		suite.mailbox.refuse((to) => to === CLERK);
		const report = await save();
		const run = await look(report);
		expect([run.status, run.data.resultData.error?.message]).toEqual([
			'error',
			expect.stringMatching(/tried again next hour: .*No such mailbox/),
		]);
		expect(await states()).toEqual({ 'refused.csv': 'open' });
		suite.mailbox.refuse(() => false);
		expect(await reportsOf(report)).toBe(1);
		expect((await reportOf('refused.csv')).text).not.toContain('reached you before');
		expect(await reportsOf(report)).toBe(0);
	});

	it('sends one report of each run, however many executions look at once', async () => {
		const { api } = suite.environment;
		const payout = await paidPayout('d-1');
		const rows = [row(payout, { Status: 'Paid' })];
		await note({ file: 'one.csv', rows }, { file: 'two.csv', rows });
		const report = await save();
		const ids = await Promise.all([1, 2, 3].map(async () => await api.run(report, 'Every Hour')));
		const ended = await Promise.all(ids.map(async (id) => await api.finished(id)));
		expect(ended.reduce((count, run) => count + sent(run), 0)).toBe(2);
		await reportOf('one.csv');
		await reportOf('two.csv');
		expect(await states()).toEqual({ 'one.csv': 'reported', 'two.csv': 'reported' });
	});

	it('leaves a report alone that is being sent, and sends it later if n8n stopped then', async () => {
		const payout = await paidPayout('e-1');
		await note({ file: 'crash.csv', rows: [row(payout, { Status: 'Paid' })] });
		expect((await look(await save(crashingAt('Send the Report')))).status).toBe('error');
		expect(await states()).toEqual({ 'crash.csv': 'sending' });
		expect(await reportsOf(await save())).toBe(0);
		expect(await reportsOf(await save(anHourLater))).toBe(1);
		expect((await reportOf('crash.csv')).text).toContain('may have reached you before');
	});
});

/** Opens the report on a phone, in the dark and as it prints on A4. */
async function looksWell(html: string): Promise<void> {
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
		await page.setContent(html);
		const width = async () => await page.evaluate(() => document.documentElement.scrollWidth);
		const back = async () =>
			await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		expect(await page.locator('svg rect').count()).toBe(3);
		expect(await page.locator('.rows b').allInnerTexts()).toEqual(['Paid', 'Failed', 'Not sent']);
		expect(await page.locator('td b b, script').count()).toBe(0);
		expect(await width()).toBe(390);
		const light = await back();
		await page.emulateMedia({ colorScheme: 'dark' });
		expect(await back()).not.toBe(light);
		// The width of A4 between its margins; paper stays white for whoever likes the dark.
		await page.setViewportSize({ width: 703, height: 1000 });
		await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
		expect(await width()).toBe(703);
		expect(await back()).toBe(light);
	} finally {
		await browser.close();
	}
}
