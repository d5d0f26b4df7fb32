import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { findings } from '../contract/parameters.mts';
import type { Credential, Execution, SavedWorkflow, WorkflowNode } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';
import type { TestClient } from '../simulator/control-client.mts';
import { logIn, openBrowser } from './browser.mts';
import { openEnvironment, type Environment } from './environment.mts';
import {
	exampleFile,
	exampleFiles,
	readExample,
	readPage,
	sendPage,
	setUp,
	spreadsheet,
	submitForm,
	until,
	type Submitted,
} from './examples.mts';
import { openMailbox, saveMailCredential, type Mailbox } from './mailbox.mts';
import { activate, deactivate } from './triggers.mts';
import { inStatus } from './waiting.mts';
import { chain, credentialData, manualTrigger, node, outputOf, runToEnd } from './workflows.mts';

const SCOPES = [
	'accountholders',
	'client_bankaccountverification',
	'client_disbursement',
	'client_file_management',
	'client_paymentrequest',
	'client_refund',
	'client_terminal_session',
];

/** n8n takes the approval buttons' calls from browsers only. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

describe('the example', () => {
	let environment: Environment;
	let mailbox: Mailbox;
	let mail: Credential;
	let client: TestClient;
	let stitch: Credential;
	let active: SavedWorkflow[];
	let types: INodeTypeDescription[];

	beforeAll(async () => {
		environment = await openEnvironment();
		types = (await environment.api.nodeTypes()) as unknown as INodeTypeDescription[];
		mailbox = await openMailbox();
		mail = await saveMailCredential(environment, mailbox);
	});

	beforeEach(async () => {
		active = [];
		client = await environment.control.createClient({ allowLoopbackWebhooks: true });
		stitch = await environment.api.createCredential({
			name: `Client ${client.clientId}`,
			type: 'stitchApi',
			data: credentialData(client, environment.service, SCOPES),
		});
	});

	afterEach(async () => {
		for (const workflow of active) await deactivate(environment, workflow);
	});

	afterAll(async () => {
		await mailbox.stop();
	});

	async function start(
		file: string,
		settings?: Record<string, string>,
		change: (node: WorkflowNode) => WorkflowNode = (node) => node,
	): Promise<SavedWorkflow> {
		const workflow = setUp(file, { stitch, mail, settings });
		workflow.nodes = workflow.nodes.map(change);
		const saved = await environment.api.createWorkflow(workflow);
		const publication = await activate(environment, saved);
		expect([file, publication.triggers]).toEqual([
			file,
			publication.triggers.map((one) => ({ ...one, errorMessage: null })),
		]);
		active.push(saved);
		return saved;
	}

	/** Resolves when the form shows its next page, which comes after a node has run. */
	async function pageAfter({ executionId }: Submitted, nodeName: string): Promise<Execution> {
		return await inStatus(environment, executionId, 'waiting', nodeName);
	}

	/** Asks the service for something, as another program of the same client would. */
	async function ask(path: string, body: object): Promise<{ id: string }> {
		const token = await client.token('client_disbursement', 'client_paymentrequest');
		const answer = await fetch(environment.service.baseUrl + path, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(answer.status).toBe(201);
		return (await answer.json()) as { id: string };
	}

	async function askForPayment(externalReference: string, quantity: number): Promise<string> {
		const { id } = await ask('/payment-requests', {
			amount: { currency: 'ZAR', quantity },
			externalReference,
			expireAt: new Date(Date.now() + 86_400_000 * 30).toISOString(),
			paymentMethods: {
				eft: {
					payerReference: 'Order',
					beneficiary: { name: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' },
				},
			},
		});
		return id;
	}

	async function paid(externalReference: string, quantity: number): Promise<string> {
		const id = await askForPayment(externalReference, quantity);
		await environment.control.payer('pay', id);
		return id;
	}

	it.each(exampleFiles())('%s imports into n8n, which knows every node of it', async (file) => {
		const workflow = readExample(file);
		const { id } = await environment.api.createWorkflow(workflow);
		const { nodes } = await environment.api.workflow(id);
		const parameters = workflow.nodes.map((each) => each.parameters);
		expect(nodes.map((each) => each.parameters)).toEqual(parameters);
		const found = nodes.flatMap((each) => findings(each, types));
		expect(found).toEqual([]);
	});

	describe('pay-salaries.json', () => {
		async function upload(): Promise<Submitted> {
			const saved = await start('pay-salaries.json');
			return await submitForm(environment, saved, 'pay-salaries', [
				exampleFile('salaries.csv', 'text/csv'),
			]);
		}

		it('shows who will be paid and who not, and pays nobody before it is approved', async () => {
			const submitted = await upload();
			await pageAfter(submitted, 'Review List');
			const page = await readPage(submitted.nextPage);
			expect(page).toContain('2 payments, R749.50 together');
			expect(page).toContain('salary-2026-11-002: T Tester, R399.50');
			expect(page).toContain('5 will not be paid');
			expect(page).toContain('account and person do not belong together');
			expect(page).toContain('Bank');
			expect((await client.summary()).disbursements).toBe(0);

			await sendPage(submitted.nextPage, ['Pay nobody'], 1);
			const run = await pageAfter(submitted, 'Approved?');
			expect(run.data.resultData.lastNodeExecuted).toBe('Nothing Paid');
			expect(await readPage(submitted.nextPage)).toContain('Nobody was paid');
			expect((await client.summary()).disbursements).toBe(0);
		});

		it('pays those who passed once it is approved, and says so; a second upload pays nobody', async () => {
			const saved = await start('pay-salaries.json');
			const pages: string[] = [];
			for (let time = 0; time < 2; time++) {
				const file = exampleFile('salaries.csv', 'text/csv');
				const submitted = await submitForm(environment, saved, 'pay-salaries', [file]);
				await pageAfter(submitted, 'Review List');
				await sendPage(submitted.nextPage, ['Pay these people'], 1);
				await pageAfter(submitted, 'Result List');
				pages.push(await readPage(submitted.nextPage));
			}
			expect(pages).toEqual([
				expect.stringContaining('2 payments were sent, 0 had been sent before, 0 were not sent'),
				expect.stringContaining('0 payments were sent, 2 had been sent before, 0 were not sent'),
			]);
			const { disbursements } = await client.ledger();
			expect(disbursements.map(({ externalReference }) => externalReference).sort()).toEqual([
				'salary-2026-11-001',
				'salary-2026-11-002',
			]);
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
			const submitted = await submitForm(environment, saved, 'pay-salaries', [file]);
			await pageAfter(submitted, 'Review List');
			expect(await readPage(submitted.nextPage)).toContain('2 payments, R220.50 together');
		});

		it('offers nobody for payment when the limit of the settings is exceeded', async () => {
			const saved = await start('pay-salaries.json', { maximumPerRun: '700' });
			const file = exampleFile('salaries.csv', 'text/csv');
			const submitted = await submitForm(environment, saved, 'pay-salaries', [file]);
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
			const url = `${environment.n8nUrl}/form/${path}`;
			const sent = await sendPage(url, [exampleFile('salaries.csv', 'text/csv')]);
			expect(sent.status).toBe(401);
			expect(await environment.api.executions(saved.id)).toEqual([]);

			const browser = await openBrowser();
			try {
				const page = await logIn(browser, environment);
				await page.goto(url);
				await page.getByRole('button', { name: 'Allow access' }).click();
				await page
					.locator('input[type=file]')
					.setInputFiles(join(projectFolder, 'examples', 'salaries.csv'));
				await page.getByRole('button', { name: 'Check the list' }).click();
				await page.getByText('2 payments, R749.50 together').waitFor();
				await page.getByLabel('Your decision').selectOption('Pay these people');
				await page.getByRole('button', { name: 'Confirm' }).click();
				await page.getByText('2 payments were sent').waitFor();
			} finally {
				await browser.close();
			}
		});

		function parametersOf(nodeName: string): Record<string, unknown> & { options?: object } {
			const { nodes } = readExample('pay-salaries.json');
			return nodes.find(({ name }) => name === nodeName)?.parameters ?? {};
		}
	});

	it('failed-payouts.json tells somebody the reason and the next step', async () => {
		await start('failed-payouts.json', { toEmail: 'finance@example.com' });
		const { id } = await ask('/disbursements', {
			amount: { currency: 'ZAR', quantity: '401' },
			nonce: randomUUID(),
			externalReference: 'salary-77',
			beneficiaryReference: 'Salary',
			beneficiary: { name: 'T Tester', accountNumber: '1234567890', bank: 'absa' },
		});
		await environment.control.setDisbursementStatus(id, 'error', 'inactive_account');
		const told = await mailbox.next(({ subject }) => subject.includes('salary-77'));
		expect(told.to).toBe('finance@example.com');
		expect(told.subject).toBe('Payout salary-77 was not paid');
		expect(told.text).toContain('to T Tester over R401 was not paid');
		expect(told.text).toContain('Reason: The account is not active.');
		expect(told.text).toContain('pay again with a new reference');
	});

	it('payment-completed.json notes the payment and tells; daily-reconciliation.json compares', async () => {
		const mine = randomUUID().slice(0, 8);
		const toEmail = `${mine}@example.com`;
		await start('payment-completed.json', { toEmail });
		await paid(`${mine}-noted`, 75);
		const told = await mailbox.next(
			({ to, subject }) => to === toEmail && subject.startsWith('Paid'),
		);
		expect(told).toMatchObject({
			subject: `Paid: ${mine}-noted`,
			text: expect.stringContaining('R75 was paid'),
		});

		const saved = await environment.api.createWorkflow(
			setUp('daily-reconciliation.json', { stitch, mail, settings: { toEmail } }),
		);
		const report = async () => {
			const run = await environment.api.finished(await environment.api.run(saved, 'Every Morning'));
			expect(run.data.resultData.error).toBeUndefined();
			return await mailbox.next(({ to }) => to === toEmail);
		};
		expect(await report()).toMatchObject({
			subject: 'Reconciliation: no differences',
			text: expect.stringContaining('Everything agrees.'),
		});

		for (const workflow of active.splice(0)) await deactivate(environment, workflow);
		const missed = await paid(`${mine}-missed`, 30);
		const open = await askForPayment(`${mine}-open`, 20);
		await insertPayments([
			{ paymentRequestId: open, reference: `${mine}-open`, amount: 20, status: 'paid' },
			{ paymentRequestId: 'unknown', reference: `${mine}-unknown`, amount: 5, status: 'paid' },
		]);
		const { subject, text } = await report();
		expect(subject).toBe('Reconciliation: 3 differences');
		expect(text).toContain(`not in the table with this reference and amount: ${mine}-missed, R30`);
		expect(text).toContain(missed);
		expect(text).toContain(`${mine}-open, R20. At Stitch: ${mine}-open, R20, pending`);
		expect(text).toContain(`Stitch did not give it: ${mine}-unknown, R5`);
	}, 120_000);

	async function insertPayments(rows: Array<Record<string, unknown>>): Promise<void> {
		const insert = node('Insert', 'n8n-nodes-base.dataTable', 1.1, {
			resource: 'row',
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: 'payments' },
			columns: { mappingMode: 'autoMapInputData', value: null },
		});
		const run = await runToEnd(environment.api, chain('Insert', [manualTrigger(), insert], rows));
		expect(run.status).toBe('success');
	}

	describe('till-charge.json', () => {
		async function sell(terminalApproves: boolean): Promise<string> {
			const saved = await start('till-charge.json');
			const receipt = `receipt-${randomUUID().slice(0, 8)}`;
			const submitted = await submitForm(environment, saved, 'till-charge', [
				receipt,
				'149.00',
				'terminal-1',
			]);
			const session = await until(async () => (await client.ledger()).terminalSessions[0]);
			await environment.control.finishTerminalSession(session.id, terminalApproves);
			await pageAfter(submitted, 'Approved?');
			return await readPage(submitted.nextPage);
		}

		it('shows a receipt when the card machine has approved', async () => {
			const page = await sell(true);
			expect(page).toContain('Example Shop: thank you');
			expect(page).toContain('Amount: R149');
			expect(page).toMatch(/ending in \d{4}/);
		});

		it('says that nothing was paid when it has declined', async () => {
			expect(await sell(false)).toContain('The card was not charged');
		});
	});

	describe('refund-with-approval.json', () => {
		async function wanted(reference: string): Promise<Submitted> {
			const saved = await start('refund-with-approval.json', { approverEmail: 'boss@example.com' });
			return await submitForm(environment, saved, 'refund-request', [
				reference,
				'40.00',
				'Requested by customer',
				`${reference}@example.com`,
			]);
		}

		async function decide(reference: string, button: string): Promise<void> {
			const asked = await mailbox.next(
				({ subject }) => subject === `Refund of R40.00 for ${reference}?`,
			);
			expect(asked.to).toBe('boss@example.com');
			expect((await client.ledger()).paymentRefunds).toEqual([]);
			const link = asked.links.find((each) => each.includes(`approved=${button}`)) ?? '';
			const page = await fetch(link, { headers: BROWSER });
			expect(page.status).toBe(200);
		}

		const answerTo = async (reference: string) =>
			await mailbox.next(({ to }) => to === `${reference}@example.com`);

		it('sends the money back once somebody has approved, and tells who asked', async () => {
			const reference = `order-${randomUUID().slice(0, 8)}`;
			await paid(reference, 100);
			await wanted(reference);
			await decide(reference, 'true');
			expect((await answerTo(reference)).subject).toBe(`Refund for ${reference} is on its way`);
			const { paymentRefunds } = await client.ledger();
			expect(paymentRefunds).toHaveLength(1);
		});

		it('sends nothing when it is declined', async () => {
			const reference = `order-${randomUUID().slice(0, 8)}`;
			await paid(reference, 100);
			await wanted(reference);
			await decide(reference, 'false');
			expect((await answerTo(reference)).subject).toBe(`Refund for ${reference} was declined`);
			expect((await client.ledger()).paymentRefunds).toEqual([]);
		});

		it.each([
			['no', 0],
			['more than one', 2],
		])('asks nobody when %s paid payment has the reference', async (_, count) => {
			const reference = `order-${randomUUID().slice(0, 8)}`;
			for (let made = 0; made < count; made++) await paid(reference, 100);
			await wanted(reference);
			expect((await answerTo(reference)).subject).toContain('payment not found');
			expect((await client.ledger()).paymentRefunds).toEqual([]);
		});
	});

	describe('upload-dispute-evidence.json', () => {
		it('files the document and shows its ID, or what was wrong', async () => {
			const saved = await start('upload-dispute-evidence.json');
			const pdf = new File(['%PDF-1.4 made up'], 'delivery note.pdf', { type: 'application/pdf' });
			const sent = await submitForm(environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
			const run = await pageAfter(sent, 'Upload');
			const [{ json } = { json: {} }] = outputOf(run, 'Upload');
			expect(await readPage(sent.nextPage)).toContain(String(json.id));
			expect((await client.summary()).files).toBe(1);

			await client.addFaults({ kind: 'status', status: 500, match: { path: '/v2/files' } });
			const again = await submitForm(environment, saved, 'dispute-evidence', ['CASE-1', pdf]);
			await pageAfter(again, 'Upload');
			expect(await readPage(again.nextPage)).toContain('The file was not received');
		});
	});

	it('payment-link-by-email.json mails the link, waits, and tells that it was paid', async () => {
		const reference = `order-${randomUUID().slice(0, 6)}`;
		const saved = await start('payment-link-by-email.json', {
			accountHolder: 'Example Shop',
			bank: 'fnb',
			accountNumber: '1234567890',
		});
		await submitForm(environment, saved, 'payment-link', [
			reference,
			'60.00',
			`${reference}@example.com`,
		]);
		const { text } = await mailbox.next(({ to }) => to === `${reference}@example.com`);
		const page = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
		const [request] = (await client.ledger()).paymentRequests;
		await environment.control.payer('pay', request?.id ?? '');
		await until(async () =>
			(await environment.api.executions(saved.id)).find(({ status }) => status === 'waiting'),
		);
		expect((await fetch(page.searchParams.get('redirect_uri') ?? '')).status).toBe(200);
		await mailbox.next(({ subject }) => subject === `Paid: ${reference}`);
	});

	it('payment-link-by-email.json asks nobody to pay into an account that was not filled in', async () => {
		const saved = await start('payment-link-by-email.json');
		const values = ['order-1', '60.00', 'payer@example.com'];
		const { executionId } = await submitForm(environment, saved, 'payment-link', values);
		const run = await environment.api.finished(executionId);
		expect(run.data.resultData.error?.message).toContain('Account Number');
		expect((await client.summary()).paymentRequests).toBe(0);
	});
});
