import type { Credential, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { rowsOfTable } from '../support/dataTables.mts';
import type { Environment } from '../support/environment.mts';
import { openMailbox, saveMailCredential, type Mailbox } from '../support/mailbox.mts';
import { ownService } from '../support/ownService.mts';
import { Records } from '../support/records.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus } from '../support/waiting.mts';
import { saveCredential } from '../support/workflows.mts';
import {
	exampleFile,
	readLastPage,
	readPage,
	sendPage,
	setUp,
	spreadsheet,
	submitForm,
	type Submitted,
} from './examples.mts';

const EXAMPLE = 'pay-a-file.json';
const FORM = 'pay-a-file';
/** Of two people. */
const BOSS = 'boss@example.com';
const CLERK = 'clerk@example.com';
/** Not the name that the example has: other tests pay files at the same time. */
const TABLE = 'runs-of-the-file-test';
/** In the mail to the second person, whose lines may break anywhere. */
const CODE = /Your\s+code:\s+([0-9a-f]{8})\b/;
const APPROVE = 'Approve: pay these rows';
/** What scans mail opens every link in it, and says that it is a browser. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

const HEAD = 'reference,beneficiary name,account number,bank,amount,beneficiary reference';

const row = (reference: string, amount: string, account = '1234567890', name = 'Payee') =>
	[reference, name, account, 'fnb', amount, 'Invoice'].join(',');

const csvOf = (name: string, ...rows: string[]) =>
	new File([['\ufeff' + HEAD, ...rows].join('\r\n')], name, { type: 'text/csv' });

const csv = (...rows: string[]) => csvOf('payouts.csv', ...rows);

/** The example as a test needs it: open to everybody, as the clerk's account, and quick. */
function forTest(node: WorkflowNode): WorkflowNode {
	const text = JSON.stringify({ ...node, disabled: false })
		.replaceAll('upload.json.user?.email', `'${CLERK}'`)
		.replaceAll('stitch-payout-runs', TABLE)
		.replace('"maxWaitSeconds":60', '"maxWaitSeconds":1')
		.replace('"waitBetweenTries":5000', '"waitBetweenTries":1');
	return JSON.parse(text) as WorkflowNode;
}

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
		await makeTable();
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

	/** As a person makes it who wants a list of the runs. */
	async function makeTable(): Promise<void> {
		const { api } = environment;
		const { id } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
		const names = ['time', 'file', 'payments', 'sum', 'uploader', 'approver', 'result'];
		const columns = names.map((name) => ({ name, type: 'string' }));
		await api.request('POST', `/rest/projects/${id}/data-tables`, { name: TABLE, columns });
	}

	/** @param broken a node that makes a page, and fails */
	async function start(settings: Record<string, string> = {}, broken?: string): Promise<void> {
		const stitch = await saveCredential(environment, client, [...clientScopes]);
		const workflow = setUp(EXAMPLE, { stitch, mail, settings });
		workflow.nodes = workflow.nodes.map(forTest);
		const failing = workflow.nodes.find(({ name }) => name === broken);
		if (failing) failing.parameters.page = 'no page';
		saved = await environment.api.createWorkflow(workflow);
		await activate(environment, saved);
	}

	/** Uploads a file. @returns the form, once it shows the review */
	async function upload(file: File): Promise<Submitted> {
		const submitted = await submitForm(environment, saved, FORM, [file]);
		await inStatus(environment, submitted.executionId, 'waiting', 'Review Page');
		return submitted;
	}

	const confirm = async ({ nextPage }: Submitted, decision = 'Pay 1 row, R10.00') =>
		await sendPage(nextPage, [decision], 1);

	/** The last page of the form, which comes after a node has run. */
	async function end({ executionId, nextPage }: Submitted, after = 'Approve and Pay') {
		await inStatus(environment, executionId, 'waiting', after);
		return await readLastPage(nextPage);
	}

	async function payments(): Promise<string[]> {
		const { disbursements } = await client.ledger();
		return disbursements
			.map(({ externalReference, quantity }) => [externalReference, quantity].join(' '))
			.sort();
	}

	const nobodyIsPaid = async () => expect(await payments()).toEqual([]);

	/** The mail to the second person, once its page takes an answer. */
	async function asked(subject = 'Please approve: 1 payment, R10.00') {
		const { text, links, ...rest } = await mailbox.next(
			(one) => one.to === BOSS && one.subject.replaceAll('\u00a0', ' ') === subject,
		);
		const page = links.find((link) => link.includes('signature=')) ?? '';
		const { text: shown } = await until(
			'the page of the second person',
			async () => {
				const answer = await fetch(page, { headers: BROWSER });
				return { status: answer.status, text: await answer.text() };
			},
			(answer) => answer.status === 200 && answer,
		);
		return { ...rest, text, links, page, shown, code: CODE.exec(text)?.[1] ?? '' };
	}

	/** The mail with the result of a file, which both get. */
	const resultMail = async (file: string) =>
		await mailbox.next(
			({ to, subject }) => to.includes(CLERK) && subject.startsWith(`Payments of ${file}:`),
		);

	it('shows every row, pays what was confirmed, and pays nobody twice when the file comes again', async () => {
		await start();
		const file = () => exampleFile('payouts.csv', 'text/csv');
		const form = await upload(file());
		const review = await readPage(form.nextPage);
		expect(review).toContain('Pay 8 rows, R2 682.49');
		expect(review).toContain('Cannot be paid: 5');
		expect(review).toMatch(/account number\S* must be 6 to 13 digits/);
		expect(review).not.toContain('1234567890');
		await nobodyIsPaid();
		await confirm(form, 'Pay 8 rows, R2\u00a0682.49');
		const page = await end(form);
		expect(page).toContain('Payment results');
		expect(page).toContain('Cannot be paid: 5');
		expect(page).toMatch(/On its way: [78]/);
		expect(page).toContain('File: payouts.csv');
		expect(page).not.toMatch(/1234567890|undefined|Will be paid| in total/);
		expect(await payments()).toHaveLength(8);
		const { html, attachments } = await resultMail('payouts.csv');
		expect(html).toContain('Payment results');
		expect(html).not.toContain('1234567890');
		expect(attachments).toEqual([
			expect.objectContaining({
				filename: expect.stringMatching(/^payouts result \d{4}-\d\d-\d\d\.html$/),
			}),
		]);
		expect(attachments[0]?.content.toString()).toContain('Cannot be paid: 5');

		const again = await upload(file());
		expect(await readPage(again.nextPage)).toContain('Sent before');
		await confirm(again, 'Pay 8 rows, R2\u00a0682.49');
		await end(again);
		expect(await payments()).toHaveLength(8);
	});

	it('reads what Excel saves as CSV in South Africa and an Excel file below a title, shows cells as text, and pays no row that a quotation mark has joined with others', async () => {
		await start();
		const evil = `{{ 1 + 1 }} $& <img src=x onerror=alert(1)>`;
		const lines = [
			'Verwysing;Begunstigde;Rekeningnommer;Bank;Bedrag (R);Betaalverwysing',
			'V-1;Zoë;62 000 000 010;FNB;1 500,50;Faktuur',
			`V-2;Anna;1234567890;${evil};10,00;Faktuur`,
		];
		const asInExcel = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
		const form = await upload(new File([asInExcel], 'betaal.csv'));
		expect(await (await fetch(form.nextPage)).text()).not.toMatch(/<img|1234567890|62000000010/);
		const review = await readPage(form.nextPage);
		expect(review).toContain('Pay 1 row, R1 500.50');
		expect(review).toContain('Zoë');
		expect(review).toContain('{{ 1 + 1 }} $');
		await confirm(form, 'Pay nothing');
		expect(await end(form)).toContain('You decided to pay nothing.');

		const cells = {
			reference: '0017',
			name: 'Payee',
			bank: 'absa',
			'account no.': '1234567890',
			'Net pay (R)': 100.1 + 20.2,
			'payment reference': 'Salary',
		};
		const excel = await upload(spreadsheet([cells], 3));
		expect(await readPage(excel.nextPage)).toContain('Pay 1 row, R120.30');
		await confirm(excel, 'Pay 1 row, R120.30');
		await end(excel);
		expect(await payments()).toEqual(['0017 120.30']);

		const joined = csv(
			row('P-2', '20.00', '1234567890', '"Payee'),
			row('P-4', '4000.00', '2345678900', 'Payee"'),
		);
		const unpaid = await upload(joined);
		const told = await readPage(unpaid.nextPage);
		expect(told).toContain('goes over several lines');
		expect(told).toContain('No row can be paid');
		await confirm(unpaid, 'No row can be paid');
		expect(await end(unpaid)).toContain('Cannot be paid: 1');
		expect(await payments()).toEqual(['0017 120.30']);
	});

	it('says of a file that it cannot read what is wrong with it, and pays nothing', async () => {
		const files: Array<[string, string, RegExp]> = [
			[
				'payouts.csv',
				'reference,bank,amount\r\nP-1,fnb,10.00',
				/cannot be paid yet. [^]*Beneficiary Name[^]*is in no column[^]*“account number”[^]* Found in row 1: reference, bank, amount\./,
			],
			['tabs.csv', 'How to use this file\r\nFill in the second tab', /only the first is read/],
			[
				'uneven.csv',
				'a,b\r\nP-1,fnb,10.00',
				/cannot be paid yet. It cannot be read. Upload an Excel workbook/,
			],
			['invoice.pdf', '%PDF-1.4\n1, 0, obj\n', /It cannot be read. Upload an Excel workbook/],
		];
		await start();
		for (const [name, content, says] of files) {
			const submitted = await submitForm(environment, saved, FORM, [new File([content], name)]);
			const page = await end(submitted, 'Check the Rows');
			expect([name, page]).toEqual([name, expect.stringMatching(says)]);
			expect(page).toContain('Download a template');
		}
		await nobodyIsPaid();
	});

	it('ends the form at once with a second person, and pays once that person has approved with the code', async () => {
		await start({ secondPerson: BOSS });
		const evil = `p<img src=x onerror=alert(1)>.csv`;
		const form = await upload(new File([csv(row('P-1', '10.00'))], evil, { type: 'text/csv' }));
		expect(await readPage(form.nextPage)).toContain(`After you, ${BOSS} has to approve this list.`);
		await confirm(form);
		const page = await end(form);
		expect(page).toContain('boss@example.com is being asked to approve.');
		expect(page).toContain('You get the result by email. No email? Upload the same file again');
		const first = await asked();
		expect(first.html).not.toContain('<img src=x');
		expect(first.shown).toContain('P-1');
		expect(first.shown).not.toMatch(/1234567890|<img src=x/);
		expect(first.shown).not.toContain(first.code);
		// What opens every link, as scanners of mail do, pays nothing.
		for (const link of first.links) {
			for (const method of ['HEAD', 'GET']) await fetch(link, { method, headers: BROWSER });
		}
		await nobodyIsPaid();

		await sendPage(first.page, [APPROVE, '00000000'], 1);
		const second = await asked('The code did not match, nothing was paid: 1 payment, R10.00');
		expect(second.code).not.toBe(first.code);
		await nobodyIsPaid();
		await sendPage(second.page, [APPROVE, ` ${second.code.toUpperCase()}`], 1);
		const { to, subject, html } = await resultMail('pimg srcx onerroralert(1).csv');
		expect([to, subject]).toEqual([
			expect.stringContaining(CLERK),
			expect.stringContaining('of 1 paid'),
		]);
		expect(html).toMatch(
			/Approved on \d+ \w+ \d{4}, \d\d:\d\d by boss@example.com[^]*Sent on \d+ \w+ \d{4}, \d\d:\d\d/,
		);
		expect(await payments()).toEqual(['P-1 10.00']);
		expect(await rowsOfTable(environment, TABLE)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ payments: '1', sum: 'R10.00', uploader: CLERK, approver: BOSS }),
			]),
		);
	});

	it('pays nothing after three wrong codes, when declined, or when the second person cannot be reached', async () => {
		await start({ secondPerson: BOSS });
		const file = (name: string) => csvOf(name, row('P-1', '10.00'));
		await confirm(await upload(file('wrong.csv')));
		const again = 'The code did not match, nothing was paid: 1 payment, R10.00';
		for (const subject of [undefined, again, again]) {
			await sendPage((await asked(subject)).page, [APPROVE, '00000000'], 1);
		}
		expect((await resultMail('wrong.csv')).html).toContain('The code did not match.');

		await confirm(await upload(file('declined.csv')));
		const { page, code } = await asked();
		await sendPage(page, ['Decline: pay nothing', code], 1);
		expect((await resultMail('declined.csv')).html).toContain(`${BOSS} declined the list.`);

		mailbox.refuse((to) => to === BOSS);
		await confirm(await upload(file('unreachable.csv')));
		await until(
			'the run to be noted in the table',
			async () => await rowsOfTable(environment, TABLE),
			(runs) => runs.some(({ file: name }) => name === 'unreachable.csv'),
		);
		mailbox.refuse(() => true);
		await confirm(await upload(file('no-mail.csv')));
		await until(
			'the run to be noted with what failed',
			async () => await rowsOfTable(environment, TABLE),
			(runs) =>
				runs.some(
					({ file: name, result }) =>
						name === 'no-mail.csv' && result === '0 of 1 paid, the email failed',
				),
		);
		mailbox.refuse(() => false);
		await nobodyIsPaid();
	});

	it('lets nobody be their own second person', async () => {
		await start({ secondPerson: 'Clerk+boss@example.com' });
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		expect(await end(form)).toContain('You cannot be your own second person.');
		await nobodyIsPaid();
	});

	it('does not pay rows that were paid another way since the page, and says which', async () => {
		await start();
		const one = await upload(csv(row('INV-17', '10.00')));
		const tab = await upload(csv(row('INV-17', '10.00')));
		const renamed = await upload(csv(row('Invoice 17', '10.00')));
		await confirm(one);
		await end(one);
		await confirm(tab);
		const other = await end(tab);
		expect(other).toMatch(
			/Sent before: 1.*Another page or workflow sent it while this page was open\. Sent on/,
		);
		expect(other).not.toMatch(/Not sent|Sent on [^.]*:/);
		// What the second check has read is no list of the clerk's.
		expect(other).not.toContain('Columns:');
		await confirm(renamed);
		expect(await end(renamed)).toMatch(/Held back.*went to this account.*INV-17/);

		const elsewhere = await upload(csv(row('P-2', '10.00', '3456789000')));
		// As in the dashboard: the same reference, without the nonce of this package.
		await new Records(environment, client).disbursement('P-2', '10.00');
		await confirm(elsewhere);
		expect(await end(elsewhere)).toMatch(/Held back.*in another way, for example in the Stitch/);

		const blind = await upload(csv(row('P-3', '10.00', '2345678900')));
		await client.addFaults({ kind: 'status', status: 400, match: { operation: 'Disbursements' } });
		await confirm(blind);
		expect(await end(blind)).toContain('Held back');
		await client.clearFaults();
		expect(await payments()).toEqual(['INV-17 10.00', 'P-2 10.00']);
	});

	it('says what to do when a page cannot be made, before the payment and after it', async () => {
		await start({}, 'Review Page');
		const unread = await submitForm(environment, saved, FORM, [csv(row('P-1', '10.00'))]);
		expect(await end(unread, 'Review Page')).toContain('This file cannot be paid yet.');
		await nobodyIsPaid();
		await deactivate(environment, saved);

		await start({}, 'Result Page');
		const form = await upload(csv(row('P-1', '10.00')));
		await confirm(form);
		expect(await end(form)).toMatch(
			/It is not known what was paid.*Upload the same file again: it shows what was paid/,
		);
		expect(await payments()).toEqual(['P-1 10.00']);
	});

	it('pays nothing above a limit', async () => {
		await start({ maximumPerPayment: '9' });
		const form = await upload(csv(row('P-1', '10.00')));
		const says = 'is R9.00, and P-1 (row 2) asks for R10.00: nothing would be sent.';
		expect(await readPage(form.nextPage)).toContain(says);
		await confirm(form);
		expect(await end(form)).toMatch(/Not sent.*Maximum Amount per Item/);
		await nobodyIsPaid();
	});
});
