import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Credential, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { logIn, openBrowser } from '../support/browser.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import type { Environment } from '../support/environment.mts';
import { openMailbox, saveMailCredential, type Mailbox } from '../support/mailbox.mts';
import { PAYOUTS } from '../support/payroll.mts';
import { ownService } from '../support/ownService.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { until } from '../support/until.mts';
import { inStatus } from '../support/waiting.mts';
import { saveCredential } from '../support/workflows.mts';
import { readExample } from '../../examples.mts';
import {
	exampleFile,
	readLastPage,
	readPage,
	readSpreadsheet,
	sendPage,
	setUp,
	spreadsheet,
	submitForm,
	type Submitted,
} from './examples.mts';

const EXAMPLE = 'pay-a-file.json';
const FORM = 'pay-a-file';
/** Simulated time after which nothing is pending any more (spec 4.7: about 3 minutes). */
const LONG_ENOUGH = 200_000;
/** Of two people. */
const BOSS = 'boss@example.com';
const CLERK = 'clerk@example.com';
/** Not the name that the example has: other tests pay files at the same time. */
const TABLE = 'runs-of-the-file-test';
/** In the mail to the second person, whose lines may break anywhere. */
const CODE = /Your\s+code:\s+([0-9a-f]{8})\b/;

const HEAD = 'reference,beneficiary name,account number,bank,amount,beneficiary reference';

/** The amounts decide what becomes of a payment (spec 4.7). */
const row = (reference: string, amount: string, account = '1234567890', name = 'Payee') =>
	[reference, name, account, 'fnb', amount, 'Invoice'].join(',');

const csv = (...rows: string[]) =>
	new File([[HEAD, ...rows].join('\r\n')], 'payouts.csv', { type: 'text/csv' });

describe('the example "Pay a File, after Review and Approval"', () => {
	const service = ownService(5);
	let environment: Environment;
	let mailbox: Mailbox;
	let mail: Credential;
	let client: TestClient;
	let saved: SavedWorkflow;

	beforeAll(async () => {
		environment = service.environment;
		mailbox = await openMailbox();
		mail = await saveMailCredential(environment, mailbox);
	});

	beforeEach(async () => {
		client = await environment.control.createClient();
	});

	afterEach(async () => {
		await deactivate(environment, saved);
	});

	afterAll(async () => {
		await mailbox?.stop();
	});

	/** Sets the example up, with its mail nodes activated. */
	async function start(
		settings: Record<string, string> = {},
		change: (node: WorkflowNode) => WorkflowNode = (node) => node,
	): Promise<void> {
		const stitch = await saveCredential(environment, client, [...clientScopes]);
		// Nothing but what a test waits for becomes final: the clock stands still.
		const workflow = setUp(EXAMPLE, {
			stitch,
			mail,
			settings: { waitMinutes: '0.01', ...settings },
		});
		workflow.nodes = workflow.nodes.map((node) => change({ ...node, disabled: false }));
		saved = await environment.api.createWorkflow(workflow);
		await activate(environment, saved);
	}

	/** Uploads a file. @returns the form, once it shows the review */
	async function upload(file: File): Promise<Submitted> {
		const submitted = await submitForm(environment, saved, FORM, [file]);
		await inStatus(environment, submitted.executionId, 'waiting', 'Review Page');
		return submitted;
	}

	async function confirm({ nextPage }: Submitted, decision = 'Pay these rows'): Promise<void> {
		await sendPage(nextPage, [decision], 1);
	}

	/** The last page, once it is there. */
	async function result({ executionId, nextPage }: Submitted): Promise<string> {
		await inStatus(environment, executionId, 'waiting', 'Both Files');
		return await readLastPage(nextPage);
	}

	/** Uploads a file and confirms it. @returns both pages */
	async function pay(file: File): Promise<{ review: string; page: string }> {
		const submitted = await upload(file);
		const review = await readPage(submitted.nextPage);
		await confirm(submitted);
		return { review, page: await result(submitted) };
	}

	async function payments(): Promise<string[]> {
		const { disbursements } = await client.ledger();
		return disbursements
			.map(({ externalReference, quantity, status }) =>
				[externalReference, quantity, status].join(' '),
			)
			.sort();
	}

	/** Resolves when so many payments were made, and the bank has decided all of them. */
	async function untilFinal(count: number): Promise<void> {
		await until(async () => (await payments()).length === count);
		await environment.control.advance(LONG_ENOUGH);
		// What was paused goes on a moment later.
		await environment.control.advance(1_000);
	}

	const nobodyIsPaid = async () => expect(await payments()).toEqual([]);

	it('shows every row, pays what was confirmed, once, and tells what became of it; then only who was not paid', async () => {
		await start({ resultTo: CLERK, waitMinutes: '5' });
		const file = () => exampleFile('payouts.csv', 'text/csv');
		const form = await upload(file());
		const review = await readPage(form.nextPage);
		expect(review).toContain('To be paid: 8, R2682.49 together');
		expect(review).toContain('Cannot be paid: 5.');
		expect(review).toContain('Float account: R1000000.00. That is enough.');
		expect(review).toContain('Daily limit: R0.00 of R500000 was paid out today');
		expect(review).toContain('Bank is “bank”, Account number is “account number”');
		expect(review).toContain('2 PAY-001 Payee One absa …90 Invoice 001 R150.00 Yes 3 PAY-002');
		expect(review).toContain('11 PAY-010 Payee Ten absa …90 Invoice 010 99.00 No Account Number');
		expect(review).toContain('12 PAY-011 absa …90 Invoice 011 99.00 No Name is empty');
		await nobodyIsPaid();

		await confirm(form);
		// A second click changes nothing. n8n leaves it without an answer while the workflow runs.
		const click = new AbortController();
		const clicked = sendPage(form.nextPage, ['Pay these rows'], 1, click.signal).catch(
			() => undefined,
		);
		await untilFinal(8);
		const page = await result(form);
		click.abort();
		await clicked;
		expect(page).toContain('Paid 4 R1029.49 Failed 4 R1653.00 Not sent 5 Row ');
		expect(page).toContain(
			'4 PAY-003 Payee Three fnb …90 Invoice 003 R400.00 Failed now The bank could not',
		);
		expect(page).not.toMatch(/item \d|nonce|undefined|1234567890/);
		expect(review).not.toMatch(/item \d|nonce|undefined|1234567890/);
		expect(await payments()).toHaveLength(8);
		expect(page).not.toContain('No email with this result');

		const { subject, html, attachments } = await mailbox.next(({ to }) => to === CLERK);
		expect(subject).toBe('Payments of payouts.csv: 4 of 13 paid');
		expect(attachments.map(({ filename }) => filename)).toEqual([
			'payment-result.xlsx',
			'payment-result.html',
		]);
		const [excel, kept] = attachments.map(({ content }) => content);
		expect(kept?.toString()).toBe(html);
		const rows = readSpreadsheet(excel ?? Buffer.of());
		expect(rows.map(({ Row, Amount, Status, Sent }) => [Row, Amount, Status, Sent])).toEqual([
			[2, 150, 'Paid', 'now'],
			[3, 399.99, 'Paid', 'now'],
			[4, 400, 'Failed', 'now'],
			[5, 401, 'Failed', 'now'],
			[6, 402, 'Failed', 'now'],
			[7, 404, 'Paid', 'now'],
			[8, 450, 'Failed', 'now'],
			[9, '-25.00', 'Not sent', ''],
			[10, '10.125', 'Not sent', ''],
			[11, '99.00', 'Not sent', ''],
			[12, '99.00', 'Not sent', ''],
			[13, '99.00', 'Not sent', ''],
			[14, 75.5, 'Paid', 'now'],
		]);
		expect(rows[3]).toMatchObject({
			Reference: 'PAY-004',
			Account: '…90',
			'What happened': expect.stringContaining('The account is not active.'),
			'What to do': expect.stringContaining('upload the whole file again'),
			'Stitch ID': expect.stringMatching(/./),
		});
		expect(html).not.toMatch(/1234567890|0123456780/);
		expect(JSON.stringify(rows)).not.toMatch(/1234567890|0123456780/);

		// The row is corrected, and the whole file comes again.
		const corrected = (await file().text())
			.replace('1234567890,nedbank,401.00', '2345678900,nedbank,201.00')
			.replace('150.00', '160.00');
		const again = await upload(new File([corrected], 'payouts.csv', { type: 'text/csv' }));
		const second = await readPage(again.nextPage);
		expect(second).toContain('To be paid: 4, R1453.00 together');
		expect(second).toContain('Sent before, and not again: 3, R879.49 together');
		expect(second).toContain('R401.00 on');
		expect(second).toContain('The row now has another amount. Nothing is sent for it');
		await confirm(again);
		await untilFinal(12);
		const last = await result(again);
		expect(last).toContain('PAY-004 Payee Four nedbank …00 Invoice 004 R201.00 Paid now');
		expect(last).toContain(
			'PAY-002 Payee Two Standard Bank …80 Invoice 002 R399.99 Paid before R399.99 on',
		);
		expect((await payments()).filter((one) => /PAY-(001|002|004)/.test(one))).toEqual([
			'PAY-001 150.00 completed',
			'PAY-002 399.99 completed',
			'PAY-004 201.00 completed',
			'PAY-004 401.00 error',
		]);
	});

	it('reads Afrikaans headings between semicolons, and shows whatever the cells hold as text', async () => {
		await start();
		const head = 'Verwysing;Begunstigde;Rekeningnommer;Bank;Bedrag (R);Betaalverwysing;Nota';
		const evil = `{{ 1 + 1 }} $& $' <img src=x onerror=alert(1)>`;
		const lines = [
			`V-1;Pieter Vermeulen-Oosthuizen;62 000 000 010;FNB;1 500,50;Faktuur;`,
			';;;;;;',
			`V-2;Anna;1234567890;${evil};10,00;Faktuur;`,
			`V-3;Anna;1234567890;FNB;20,00;Faktuur;`,
			`V-3;Anna;1234567890;FNB;20,00;Faktuur;`,
			`;Sonder;1234567890;FNB;20,00;Faktuur;1234567890`,
		];
		const file = new File([`\ufeff${[head, ...lines].join('\r\n')}\r\n`], 'betaal.csv');
		const form = await upload(file);
		const html = await (await fetch(form.nextPage)).text();
		expect(html).not.toMatch(/<img|1234567890|62 000 000 010/);
		const review = await readPage(form.nextPage);
		expect(review).toContain('Amount is “Bedrag (R)”');
		expect(review).toContain('To be paid: 2, R1520.50 together');
		expect(review).toContain('2 V-1 Pieter Vermeulen-Oos FNB …10 Faktuur R1500.50 Yes');
		expect(review).toContain('{{ 1 + 1 }} $');
		expect(review).toContain('Bank is not a bank that Stitch knows');
		expect(review).toContain('6 V-3 Anna FNB …90 Faktuur 20,00 No Same reference as row 5.');
		expect(review).toContain('7 Sonder FNB …90 Faktuur 20,00 No reference is empty');

		await confirm(form, 'Pay nothing');
		const page = await result(form);
		expect(page).toContain('Nothing was paid from this page');
		expect(page).toContain('You decided to pay nothing. It was not looked up whether this row was');
		await nobodyIsPaid();
	});

	it('verifies accounts where that is wanted, and reads an Excel file with numbers', async () => {
		await start({ verifyAccounts: 'true' });
		const person = (columns: object) => ({
			reference: 'S-1',
			name: 'T Tester',
			'id number': '9001010000080',
			initials: 'T',
			surname: 'Tester',
			bank: 'absa',
			'account no.': '1234567890',
			'Net pay (R)': 100.1 + 20.2,
			'payment reference': 'Salary',
			...columns,
		});
		const file = spreadsheet([
			person({}),
			person({ reference: 'S-2', surname: 'Other' }),
			person({ reference: 'S-3', 'Net pay (R)': 'R 100,00', 'account no.': 123_456_780 }),
			person({ reference: 'S-4', bank: 'Bank of Nowhere' }),
		]);
		const form = await upload(file);
		const review = await readPage(form.nextPage);
		expect(review).toContain('Amount is “Net pay (R)”');
		expect(review).toContain('2 S-1 T Tester absa …90 Salary R120.30 Yes');
		expect(review).toContain('The bank says that account and person do not belong together');
		expect(review).toContain('Excel keeps the account number as a number in 1 of 4 rows');
		// What cannot be paid anyway is not verified: it would cost a fee.
		expect((await client.summary()).verifications).toBe(3);
		await confirm(form);
		const page = await result(form);
		expect(page).toContain('2 S-1 T Tester absa …90 Salary R120.30 On its way now');
		expect(await payments()).toEqual(['S-1 120.30 pending', 'S-3 100.00 pending']);
	});

	it('counts a payment whose answer was lost as neither sent now nor sent before, and settles it next time', async () => {
		// One after another, so that it is known which request is whose.
		await start({}, (node) => (node.name === 'Pay' ? inTurn(node) : node));
		await client.addFaults(
			{ kind: 'graphql-error', code: 'FORBIDDEN', match: { operation: 'ClientBankAccounts' } },
			{ kind: 'lost-answer', requests: [1, 3], match: PAYOUTS },
		);
		const file = csv(row('P-1', '10.00'), row('P-2', '20.00'), row('P-3', '30.00'));
		const form = await upload(file);
		expect(await readPage(form.nextPage)).toContain('it is not known how much money is there');
		// Of the requests from now on: what was paid meanwhile, what was paid today, then the payments.
		await client.addFaults({
			kind: 'status',
			status: 400,
			requests: [4],
			match: { path: '/graphql' },
		});
		await confirm(form);
		const page = await result(form);
		expect(page).toContain('2 P-1 Payee fnb …90 Invoice R10.00 On its way now or before');
		expect(page).toContain('3 P-2 Payee fnb …90 Invoice R20.00 Perhaps sent');
		expect(page).toContain('4 P-3 Payee fnb …90 Invoice R30.00 On its way now Upload');
		expect(await result(await upload(file))).toContain('Nothing more was sent now');
		expect(await payments()).toHaveLength(3);
	});

	it('offers no row for payment that could not be looked up, and nothing above a limit', async () => {
		await start({ maximumPerPayment: '100', maximumPerDay: '150' });
		await client.addFaults({
			kind: 'status',
			status: 400,
			requests: [1],
			match: { operation: 'Disbursements' },
		});
		// Nothing can be paid, so there is nothing to decide.
		const first = await result(await upload(csv(row('P-1', '90.00'))));
		expect(first).toContain('It could not be looked up whether it was sent before');
		expect(first).toContain('Leave the row as it is, and upload the whole file again later.');
		expect(first).toContain('Nothing was paid');
		expect(first).not.toContain('Your decision');

		// Two lists with the same row wait at the same time, and both are approved.
		const one = await upload(csv(row('P-1', '90.00')));
		const other = await upload(csv(row('P-1', '90.00')));
		await confirm(one);
		expect(await result(one)).toContain('On its way now');
		await confirm(other);
		expect(await result(other)).toContain('On its way before');

		const renamed = await upload(csv(row('P-1B', '90.00')));
		expect(await result(renamed)).toMatch(
			/Nothing was paid.*more would be above Maximum Total per Day, R150.00/,
		);
		const large = await upload(csv(row('P-2', '101.00'), row('P-3', '1.00')));
		expect(await result(large)).toMatch(
			/Nothing was paid.*R101.00 for row 2 is more than Maximum Amount per Item/,
		);
		expect(await payments()).toEqual(['P-1 90.00 pending']);
	});

	it('warns of what was paid under another reference, and takes whatever the cells hold', async () => {
		await start();
		await pay(csv(row('0017', '10.00')));
		const cells = (reference: string | number, account: string, bank = 'fnb') => ({
			reference,
			name: 'Payee',
			'account number': account,
			bank,
			amount: 10,
			'payment reference': 'Invoice',
		});
		const file = spreadsheet(
			[
				cells(17, '1234567890'),
				cells('0017B', '1234567890'),
				cells('P-2', '2345678900', 'x'.repeat(32_000)),
				cells('p2', '2345678900'),
				// As Excel keeps November 2026.
				{ ...cells('P-4', '2345678900'), 'payment reference': 46_327 },
			],
			3,
		);
		const { review, page } = await pay(file);
		expect(review).toContain(
			'4 17 Payee fnb …90 Invoice 10 No Excel keeps this reference as a number',
		);
		expect(review).toMatch(
			/5 0017B Payee fnb …90 Invoice R10.00 Yes R10.00 went .* under 0017 6 P-2/,
		);
		expect(review).toContain('7 p2 Payee fnb …00 Invoice 10 No Same reference as row 6, but for');
		expect(review).toMatch(/8 P-4 Payee fnb …00 46327 10 No .* as a number or a date/);
		for (const shown of [review, page]) expect(shown).toContain('Only the first sheet of the');
		expect(page).toContain('5 0017B Payee fnb …90 Invoice R10.00 On its way now');
		expect(await payments()).toEqual(['0017 10.00 pending', '0017B 10.00 pending']);

		const damaged = Buffer.from(
			[HEAD, row('P-3', '10.00', '1234567890', 'Andr\u00e9')].join('\n'),
			'latin1',
		);
		const submitted = await submitForm(environment, saved, FORM, [new File([damaged], 'a.csv')]);
		await inStatus(environment, submitted.executionId, 'waiting', 'Recognised?');
		expect(await readLastPage(submitted.nextPage)).toContain('In row 2, letters are damaged');
	});

	it('keeps zeros and amounts of a .csv file that is called .xlsx', async () => {
		await start();
		const text = await csv(row('0017', '1234.50')).text();
		const form = await upload(new File([text], 'payouts.xlsx'));
		const review = await readPage(form.nextPage);
		expect(review).toContain('2 0017 Payee fnb …90 Invoice R1234.50 Yes');
		expect(review).not.toContain('Excel keeps');
		await confirm(form, 'Pay nothing');
	});

	it('says that a quotation mark too many has joined rows, and pays none of them', async () => {
		await start();
		const file = csv(
			row('P-1', '10.00'),
			row('P-2', '20.00', '1234567890', '"Payee'),
			row('P-3', '30.00', '2345678900'),
			row('P-4', '4000.00', '2345678900', 'Payee"'),
		);
		const { executionId, nextPage } = await submitForm(environment, saved, FORM, [file]);
		await inStatus(environment, executionId, 'waiting', 'Recognised?');
		const page = await readLastPage(nextPage);
		expect(page).toContain('In row 3, the cell under “beneficiary name” goes over several lines');
		expect(page).not.toMatch(/P-3|\d{10}/);
		await nobodyIsPaid();
	});

	it('pays no row that was paid under another reference since the page was made, and none where that is not known', async () => {
		await start();
		const one = await upload(csv(row('INV-17', '10.00')));
		const other = await upload(csv(row('Invoice 17', '10.00'), row('P-2', '20.00')));
		const last = await upload(csv(row('Faktuur 17', '10.00')));
		await confirm(one);
		expect(await result(one)).toContain('On its way now');
		await confirm(other);
		const page = await result(other);
		expect(page).toMatch(/2 Invoice 17 .* Not sent Meanwhile R10.00 went to this .* under INV-17,/);
		expect(page).toContain('3 P-2 Payee fnb …90 Invoice R20.00 On its way now');
		await confirm(last);
		const nothing = await result(last);
		expect(nothing).toContain('Nothing was paid from this page');
		expect(nothing).toMatch(/2 Faktuur 17 .* Not sent Meanwhile R10.00/);

		const third = await upload(csv(row('P-3', '30.00')));
		await client.addFaults({ kind: 'status', status: 400, match: { operation: 'Disbursements' } });
		await confirm(third);
		expect(await result(third)).toContain('It could not be looked up what was paid since the page');
		await client.clearFaults();
		expect(await payments()).toEqual(['INV-17 10.00 pending', 'P-2 20.00 pending']);
	});

	it('says of a row that was paid from another page meanwhile that it was, where Stitch refuses it here', async () => {
		await start();
		const file = csv(row('P-1', '10.00'), row('P-2', '20.00'));
		const [one, other, declined] = [await upload(file), await upload(file), await upload(file)];
		await client.addFaults({ kind: 'status', status: 403, requests: [2, 3, 4], match: PAYOUTS });
		await confirm(one);
		const pages = [await result(one)];
		await confirm(other);
		pages.push(await result(other));
		// Whichever of its rows the first page has paid.
		const [paid = ''] = (await payments()).map((payment) => payment.slice(0, 3));
		const [, again = ''] = pages;
		expect(again).toMatch(
			new RegExp(`${paid} Payee .* On its way before It was sent from another page\\.`),
		);
		expect(again).toMatch(/Not sent This client is not allowed/);
		await confirm(declined, 'Pay nothing');
		const last = await result(declined);
		expect(last).toContain('Nothing was paid from this page');
		expect(last).toContain('whether this row was paid from another page since. Upload the same');
		expect(await payments()).toHaveLength(1);
	});

	it('has noted what is to be paid if n8n stops amid it, and what became of it otherwise', async () => {
		await makeTable();
		const crashing = { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'Crash' } };
		const noting = (node: WorkflowNode) =>
			JSON.parse(JSON.stringify(node).replaceAll('stitch-payout-runs', TABLE)) as WorkflowNode;
		const file = csv(row('P-1', '10.00'), row('P-2', '20.125'));
		await start({}, ({ onError, ...node }) =>
			node.name === 'Pay' ? { ...node, ...crashing, typeVersion: 1 } : noting({ ...node, onError }),
		);
		const form = await upload(file);
		await confirm(form);
		await inStatus(environment, form.executionId, 'error', 'Pay');
		await deactivate(environment, saved);
		await start({}, noting);
		await pay(file);
		const runs = await rowsOfTable(environment, TABLE);
		expect(runs).toMatchObject([
			{ file: 'payouts.csv', state: 'open', sends: -1 },
			{ file: 'payouts.csv', state: 'open', sends: 0 },
		]);
		const [before, after] = runs.map(({ rows }) => JSON.parse(String(rows)) as object[]);
		expect(before).toMatchObject([{ Status: 'Perhaps sent', Amount: 10 }, { Status: 'Not sent' }]);
		const id = (await client.ledger()).disbursements[0]?.id;
		expect(after).toMatchObject([
			{ Status: 'On its way', 'Stitch ID': id },
			{ Status: 'Not sent' },
		]);
		expect(JSON.stringify(runs)).not.toContain('1234567890');
		await fillTable(environment, TABLE, []);
	});

	/** As Payout Report makes it. */
	async function makeTable(): Promise<void> {
		const { api } = environment;
		const { id } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
		const columns = ['run', 'file', 'by', 'paidAt', 'state', 'outcome', 'sends', 'rows'].map(
			(name) => ({ name, type: name === 'sends' ? 'number' : 'string' }),
		);
		await api.request('POST', `/rest/projects/${id}/data-tables`, { name: TABLE, columns });
	}

	/** What a person does who has the mail, and types its code or another one. */
	async function answerMail(answer: string, typed?: string, words = ''): Promise<void> {
		const asked = await mailbox.next(({ to }) => to === BOSS);
		expect(asked.subject).toBe('Please approve: 1 of 1 rows, R10.00 together');
		expect(asked.text).not.toContain('1234567890');
		expect(asked.text.replace(/\s+/g, ' ')).toContain(words);
		expect(asked.html).not.toMatch(/<img[^>]*onerror/);
		const [link = ''] = asked.links;
		// The mail may be there before the execution waits.
		const page = await until(async () => {
			const shown = await fetch(link);
			return shown.status === 200 && (await shown.text());
		});
		expect(page).toContain('P-1');
		expect(page).not.toMatch(/1234567890|onerror=/);
		// Looking is not approving, however often, and whoever looks.
		await fetch(link);
		await nobodyIsPaid();
		const code = CODE.exec(asked.text)?.[1] ?? '';
		expect(code).not.toBe('');
		expect(page).not.toContain(code);
		const values = [answer, typed ?? ` ${code.toUpperCase()}`];
		await Promise.all([sendPage(link, values, 1), sendPage(link, values, 1)]);
	}

	it('pays once a second person has approved, and not before', async () => {
		await start({ secondPerson: BOSS });
		const evil = `p<img src=x onerror=alert(1)>.csv`;
		const form = await upload(new File([csv(row('P-1', '10.00'))], evil, { type: 'text/csv' }));
		expect(await readPage(form.nextPage)).toContain(
			`a second person has to approve this list: ${BOSS}`,
		);
		await confirm(form);
		await answerMail(
			'Approve: pay these rows',
			undefined,
			'the file “pimg srcx onerroralert(1).csv”,',
		);
		expect(await result(form)).toContain('P-1 Payee fnb …90 Invoice R10.00 On its way now');
		expect(await payments()).toEqual(['P-1 10.00 pending']);
	});

	it('pays nothing when the second person declines, cannot be reached, or is not asked', async () => {
		await start({ secondPerson: BOSS });
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		// The one who has uploaded cannot answer for the second person.
		await inStatus(environment, form.executionId, 'waiting', 'Ask the Second Person');
		await confirm(form);
		await confirm(form, 'Approve: pay these rows');
		await answerMail('Decline: pay nothing');
		expect(await result(form)).toContain(`${BOSS} did not approve the list.`);

		mailbox.refuse((to) => to === BOSS);
		expect((await pay(csv(row('P-1', '10.00')))).page).toContain(
			`The email to ${BOSS} could not be sent.`,
		);
		mailbox.refuse(() => false);
		await nobodyIsPaid();
	});

	it('pays nothing where the one who has uploaded answers for the second person, whose code stands on no page', async () => {
		await start({ secondPerson: BOSS });
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		await inStatus(environment, form.executionId, 'waiting', 'Code for the Email');
		const { text } = await mailbox.next(({ to }) => to === BOSS);
		const code = CODE.exec(text)?.[1] ?? 'none';
		// n8n takes the key of an execution for every page of it.
		const { nodes } = await environment.api.workflow(saved.id);
		const node = nodes.find(({ name }) => name === 'Ask the Second Person') as { id?: string };
		const { origin, searchParams } = new URL(form.nextPage);
		const key = `${form.executionId}?signature=${searchParams.get('signature')}`;
		const page = `${origin}/webhook-waiting/${key}/${node.id}`;
		const shown = await until(async () => {
			const answer = await fetch(page);
			return answer.status === 200 && (await answer.text());
		});
		expect(shown).toContain('P-1');
		const own = await (await fetch(form.nextPage)).text();
		for (const html of [shown, own]) expect(html).not.toContain(code);
		await sendPage(page, ['Approve: pay these rows', 'undefined'], 1);
		expect(await result(form)).toContain('approved the list without the code from the email');
		await nobodyIsPaid();
	});

	it('pays nothing when the node that asks the second person is deactivated, and says that no result was sent', async () => {
		await start({ secondPerson: BOSS, resultTo: CLERK }, (node) => ({
			...node,
			disabled: ['Ask the Second Person', 'Email the Result'].includes(node.name),
		}));
		const { page } = await pay(csv(row('P-1', '10.00')));
		expect(page).toContain(`${BOSS} did not approve the list within three days, or was not asked`);
		expect(page).toContain('No email with this result was sent');
		await nobodyIsPaid();
	});

	it('lets only people with an account in, who cannot be the second person themselves, and shows them the result', async () => {
		const path = `closed-${randomUUID()}`;
		await start({ secondPerson: BOSS }, (node) =>
			node.name === 'Payments File' ? closed(node, path) : node,
		);
		const url = `${environment.n8nUrl}/form/${path}`;
		expect((await sendPage(url, [csv(row('P-1', '10.00'))])).status).toBe(401);
		expect(await environment.api.executions(saved.id)).toEqual([]);

		const browser = await openBrowser();
		try {
			const page = await logIn(browser, environment);
			await page.setViewportSize({ width: 390, height: 844 });
			await page.goto(url);
			await page.getByRole('button', { name: 'Allow access' }).click();
			const file = { name: 'payouts.csv', mimeType: 'text/csv' };
			const buffer = Buffer.from(await csv(row('P-1', '10.00')).text());
			await page.locator('input[type=file]').setInputFiles({ ...file, buffer });
			await page.getByRole('button', { name: 'Check the file' }).click();
			await page.getByText('To be paid: 1, R10.00 together').waitFor();
			const width = () => page.evaluate(() => document.documentElement.scrollWidth);
			expect(await width()).toBe(390);
			await page.getByLabel('Your decision').selectOption('Pay these rows');
			await page.getByRole('button', { name: 'Confirm' }).click();
			await answerMail('Approve: pay these rows');
			await page.getByRole('heading', { name: 'What became of the payments' }).waitFor();
			expect(await width()).toBe(390);
			expect(await page.content()).toContain(environment.owner.email);
			const again = page.getByRole('link', { name: 'Upload a file again' });
			expect(await again.evaluate((link: HTMLAnchorElement) => link.href)).toBe(url);
			const [download] = await Promise.all([
				page.waitForEvent('download'),
				page.getByRole('link', { name: 'Save as an Excel file' }).click(),
			]);
			expect(download.suggestedFilename()).toBe('payment-result.xlsx');
			expect(readSpreadsheet(readFileSync(await download.path()))).toMatchObject([
				{ Row: 2, Reference: 'P-1', Amount: 10, Status: 'On its way' },
			]);
			await again.click();
			await page.locator('input[type=file]').waitFor();
			const empty = { ...file, buffer: Buffer.from('a,b\n1,2\n') };
			await page.locator('input[type=file]').setInputFiles(empty);
			await page.getByRole('button', { name: 'Check the file' }).click();
			await page.getByText('This file cannot be paid yet').waitFor();
			expect(await width()).toBe(390);
			await again.click();
			await page.locator('input[type=file]').waitFor();
			expect(page.url()).toBe(url);
		} finally {
			await browser.close();
		}
	});
});

function inTurn(node: WorkflowNode): WorkflowNode {
	const options = { ...(node.parameters.options as object), concurrency: 1 };
	return { ...node, parameters: { ...node.parameters, options } };
}

/** The form as the example has it, but with an address of its own. */
function closed(node: WorkflowNode, path: string): WorkflowNode {
	const form = readExample(EXAMPLE).nodes.find(({ name }) => name === node.name);
	const options = { ...(form?.parameters.options as object), path };
	return { ...node, parameters: { ...form?.parameters, options } };
}
