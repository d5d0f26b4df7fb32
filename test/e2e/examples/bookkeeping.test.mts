import { DateTime } from 'luxon';
import type { Credential, SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import type { TestClient } from '../../simulator/control-client.mts';
import type { Environment } from '../support/environment.mts';
import { openMailbox, saveMailCredential, type Mailbox } from '../support/mailbox.mts';
import { Records } from '../support/records.mts';
import { ownService } from '../support/ownService.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { inStatus } from '../support/waiting.mts';
import { saveCredential } from '../support/workflows.mts';
import { clientScopes } from '../../simulator/scopes.mts';
import { readExample } from '../../examples.mts';
import { readLastPage, setUp, spreadsheet, submitForm } from './examples.mts';
import { downloadFrom, openWorkbook, type ShownRow } from './workbook.mts';

const zone = 'Africa/Johannesburg';

/** The next month in South Africa, which the simulator's clock, and no other, will go through. */
const month = DateTime.now().setZone(zone).startOf('month').plus({ months: 1 });
const nameOf = (one: DateTime) => one.setLocale('en').toFormat('LLLL yyyy');
const lastDay = month.endOf('month').toISODate();

describe('the example bookkeeping.json', () => {
	const service = ownService(3);
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

	/** Sends the form in. Resolves with its last page and the file that it gives. */
	async function make(title: string, { statement, mailTo, payments }: Chosen = {}) {
		const stitch = await saveCredential(environment, client, [...clientScopes]);
		const workflow = setUp('bookkeeping.json', {
			stitch,
			...(mailTo && { mail, settings: { toEmail: mailTo } }),
		});
		workflow.nodes = workflow.nodes.map((node) => {
			if (node.name === 'Payments' && payments) return givesOut(node, payments);
			return node.name === 'Send by Email' ? { ...node, disabled: !mailTo } : node;
		});
		saved = await environment.api.createWorkflow(workflow);
		await activate(environment, saved);
		const values = statement ? [title, statement] : [title];
		const submitted = await submitForm(environment, saved, 'bookkeeping', values);
		await inStatus(environment, submitted.executionId, 'waiting', 'Totals and File');
		const file = await downloadFrom(submitted.nextPage);
		return {
			page: await readLastPage(submitted.nextPage),
			fileName: file.fileName,
			content: file.content,
			...openWorkbook(file.content),
		};
	}

	it('makes a workbook of exactly one month, compared with a bank statement', async () => {
		await payThroughTheMonth();
		const day = (number: number) => month.plus({ days: number - 1 }).toISODate();
		const statement = new File(
			[
				'\ufeffRekening;Example Shop;;\r\n',
				'Transaksiedatum;Beskrywing;Bedrag (ZAR);Saldo\r\n',
				`${day(1)};EFT ORDER FIRST;1 500,50;1 500,50\r\n`,
				`${day(10)};Order twice;60,00;1 560,50\r\n`,
				`${day(11)};Refund before;-40,00;1 520,50\r\n`,
				`${lastDay};"Order last; card";99,00;1 619,50\r\n`,
				`${lastDay};Order first;1,500;1 619,50\r\n`,
				`${lastDay};Bank charges;(12,50);1 607,00\r\n`,
			],
			'statement.csv',
		);
		const mailTo = 'accounts@example.com';
		const { page, fileName, content, sheets, typeOf } = await make(nameOf(month), {
			statement,
			mailTo,
		});

		expect(page).toContain(`Bookkeeping, ${nameOf(month)}`);
		expect(page).toContain('This month is not over yet');
		expect(page).toContain('Payments 4 R1720.50');
		expect(page).toContain('- not confirmed yet 1 R100.00');
		expect(page).toContain('Refunds 1 -R40.00');
		expect(page).toContain('Payouts 1 -R150.00');
		expect(page).toContain('Rows of the bank statement 6');
		expect(page).toContain('- found 2 R1460.50');
		expect(page).toContain('Payouts are only on a statement of the float account 1 -R150.00');
		expect(page).toContain('The file was sent by email, too.');
		expect(page).toContain('Fees:');
		expect(page).toContain('Top-ups:');

		expect(fileName).toBe(`bookkeeping-${month.toFormat('yyyy-MM')}.xlsx`);
		expect(Object.keys(sheets)).toEqual([
			'Summary',
			'Entries',
			'By Day',
			'To Look At',
			'Bank Statement',
			'Not on Statement',
		]);
		expect(typeOf('Entries', 'A2')).toBe('n');
		expect(typeOf('Entries', 'E2')).toBe('n');
		const entry = ['Date', 'Kind', 'Reference', 'Payer or Payee', 'Amount', 'Not Counted'];
		expect(cells(sheets.Entries, ...entry)).toEqual([
			`${day(1)} 00:00 | Payment | order-first | Order | 1,500.50 | `,
			`${day(1)} 00:01 | Payout | payout-over-midnight | T Tester | -150.00 | `,
			`${day(10)} 12:00 | Payment | order-twice | Order | 60.00 | `,
			`${day(10)} 12:00 | Payment | order-twice | Order | 60.00 | `,
			`${day(10)} 12:02 | Refund | order-before |  | -40.00 | `,
			`${day(10)} 12:02 | Payout | payout-failed | T Tester |  | -401.00`,
			`${lastDay} 23:59 | Payout | payout-next-month | T Tester |  | -160.00`,
			`${lastDay} 23:59 | Payment | order-last | Order | 100.00 | `,
		]);
		expect(cells(sheets.Entries, 'Status', 'Confirmation', 'Note', 'Bank Statement')).toEqual([
			'Paid | Received |  | Row 3',
			'Paid |  |  | Float account only',
			'Paid | Received |  | Not decided: row 4',
			'Paid | Received |  | Not decided: row 4',
			'Paid |  | Of a payment of an earlier month | Row 5',
			'Failed |  |  | ',
			'On its way |  |  | ',
			'Paid | Not yet |  | Not found',
		]);
		expect(cells(sheets['By Day'], 'Day', 'Paid In', 'Refunded', 'Paid Out', 'Together')).toEqual([
			`${day(1)} | 1,500.50 | 0.00 | -150.00 | 1,350.50`,
			`${day(10)} | 120.00 | -40.00 | 0.00 | 80.00`,
			`${lastDay} | 100.00 | 0.00 | 0.00 | 100.00`,
		]);
		expect(cells(sheets['To Look At'], 'Reference', 'What')).toEqual([
			'order-twice | 2 payments have this reference',
			'order-twice | 2 payments have this reference',
			'payout-failed | Failed: not counted. The account is not active. Ask the recipient for another account',
			'payout-next-month | On its way: not counted',
			'order-last | Paid, but the money is not confirmed yet',
		]);
		expect(cells(sheets['Bank Statement'], 'Row', 'Date', 'Amount', 'Result')).toEqual([
			`3 | ${day(1)} | 1,500.50 | Found: payment order-first`,
			`4 | ${day(10)} | 60.00 | Not decided: fits payment order-twice (2 of them). Please compare them yourself`,
			`5 | ${day(11)} | -40.00 | Found: refund order-before`,
			`6 | ${lastDay} | 99.00 | The reference fits payment order-last, but there the amount is R100.00`,
			`7 | ${lastDay} |  | The amount cannot be read, or can be read in two ways`,
			`8 | ${lastDay} | -12.50 | Nothing of this month fits`,
		]);
		expect(cells(sheets['Not on Statement'], 'Reference', 'Bank Statement')).toEqual([
			'order-twice | Not decided: row 4',
			'order-twice | Not decided: row 4',
			'order-last | Not found',
		]);

		const { subject, text, attachments } = await mailbox.next(({ to }) => to === mailTo);
		expect(subject).toBe(`Bookkeeping, ${nameOf(month)}`);
		expect(text).toContain('Payments: 4, R1720.50');
		const received = attachments.map((one) => [one.filename, base64(one.content)]);
		expect(received).toEqual([[fileName, base64(content)]]);
	});

	it('finds settlements, says what was not settled, and takes references as they are', async () => {
		const at = (day: number) => month.plus({ days: day, hours: 12 }).toISO();
		const paid = { status: 'completed', paymentConfirmation: 'received' };
		const payments = [
			{ externalReference: 'a', amount: 100, settlementReference: 'SETTLE-7', ...paid },
			{ externalReference: 'b', amount: 50.5, settlementReference: 'SETTLE-7', ...paid },
			{ externalReference: 'late', amount: 20, ...paid, paymentConfirmation: 'unsettled' },
			{ externalReference: 'direct', amount: 30, status: 'completed' },
			{ externalReference: 'by hand', amount: 40, status: 'manually_completed' },
			{ externalReference: '=1+1 <b>&amp;\u0007"', amount: 60, ...paid },
		].map((payment, index) => ({ ...payment, id: `id-${index}`, statusDate: at(index) }));
		const bankDay = (number: number) => month.plus({ days: number - 1 });
		const dateCell = (number: number) =>
			bankDay(number).setZone('utc', { keepLocalTime: true }).toMillis() / 864e5 + 25569;
		const lines = [
			{ 'Posting Date': dateCell(7), Details: 'Settle 7', Debit: '', Credit: 150.5, Balance: 1 },
			{ 'Posting Date': dateCell(8), Details: 'direct', Debit: '', Credit: '30.00', Balance: 2 },
			{ 'Posting Date': dateCell(8), Details: 'direct', Debit: '', Credit: 'R 30,00', Balance: 3 },
			{ 'Posting Date': dateCell(9), Details: 'late', Debit: '(20.00)', Credit: '', Balance: 4 },
			{ 'Posting Date': '', Details: 'Closing balance', Debit: '', Credit: '', Balance: 5 },
		];
		// Below two empty rows, as banks leave them above a statement.
		const statement = spreadsheet(lines, 3);
		const { page, sheets, typeOf } = await make(nameOf(month), { statement, payments });
		expect(page).toContain('- not arrived after seven days 1 R20.00');
		expect(page).toContain('- without a confirmation from Stitch 1 R30.00');
		expect(cells(sheets['To Look At'], 'Reference', 'What')).toEqual([
			'late | Paid, but the money had not arrived after seven days',
			'by hand | Marked as paid by hand: Stitch has no payment for it. Not counted',
		]);
		expect(cells(sheets['Bank Statement'], 'Row', 'Date', 'Amount', 'Result')).toEqual([
			`4 | ${bankDay(7).toISODate()} | 150.50 | Found: settlement SETTLE-7 (2 payments)`,
			`5 | ${bankDay(8).toISODate()} | 30.00 | Not decided: several rows fit payment direct. Please compare them yourself`,
			`6 | ${bankDay(8).toISODate()} | 30.00 | Not decided: several rows fit payment direct. Please compare them yourself`,
			`7 | ${bankDay(9).toISODate()} | -20.00 | The reference fits payment late, but there the amount is R20.00`,
			'8 |  |  | There is no amount in this row',
		]);
		expect(cells(sheets.Entries, 'Reference', 'Amount', 'Bank Statement')).toEqual([
			'a | 100.00 | Row 4',
			'b | 50.50 | Row 4',
			'late | 20.00 | Not found',
			'direct | 30.00 | Not decided: rows 5, 6',
			'by hand |  | ',
			'=1+1 <b>&amp;" | 60.00 | Not found',
		]);
		expect(typeOf('Entries', 'C7')).toBe('s');
	});

	it('has the rest where Stitch refuses a list, and says what is missing', async () => {
		const next = month.plus({ months: 1 });
		await goTo(next.plus({ days: 1 }));
		const records = new Records(environment, client);
		const references = Array.from({ length: 101 }, (_, index) => `payout-${index}`);
		await Promise.all(references.map(async (one) => await records.disbursement(one, '1.00')));
		await goTo(next.plus({ days: 2 }));
		const match = { operation: 'PaymentInitiationRequests' };
		await client.addFaults({ kind: 'graphql-error', code: 'FORBIDDEN', match });
		const { page, sheets } = await make(nameOf(next));
		expect(page).toContain('The payments are missing, because Stitch did not give them');
		expect(page).toContain('Payments missing');
		expect(page).toContain('Payouts 101 -R101.00');
		expect(sheets.Entries).toHaveLength(101);
		expect(sheets.Summary).toContainEqual({
			What: 'Payments',
			Number: 'missing',
			Amount: 'missing',
		});
	});

	it('says that there is nothing in a month, and when a statement cannot be read', async () => {
		const statement = new File(['Dear customer;thank you\r\nBest regards;1\r\n'], 'letter.csv');
		const { page, sheets } = await make(nameOf(month.minus({ months: 2 })), { statement });
		expect(page).toContain('There is nothing in this month');
		expect(page).not.toContain('not over yet');
		expect(page).toContain('no column with amounts was found');
		expect(sheets.Entries).toEqual([]);
		expect(sheets).not.toHaveProperty('Bank Statement');
	});

	it('opens its form only to people with an account on this n8n', () => {
		const { nodes } = readExample('bookkeeping.json');
		const form = nodes.find(({ name }) => name === 'Month and Statement');
		expect(form?.parameters.authentication).toBe('n8nUserAuth');
	});

	/** Payments, refunds and payouts inside the month, and one second before and after it. */
	async function payThroughTheMonth(): Promise<void> {
		const records = new Records(environment, client);
		const ask = async (reference: string, quantity: number) =>
			(await records.paymentRequest(reference, quantity)).id;
		const links = {
			before: await ask('order-before', 70),
			first: await ask('order-first', 1500.5),
			twice: await ask('order-twice', 60),
			again: await ask('order-twice', 60),
			last: await ask('order-last', 100),
			after: await ask('order-after', 80),
		};
		const pay = async (id: string) => await environment.control.payer('pay', id);

		await goTo(month.minus({ milliseconds: 1 }));
		await pay(links.before);
		await records.disbursement('payout-over-midnight');
		await goTo(month);
		await pay(links.first);
		await goTo(month.plus({ days: 9, hours: 12 }));
		await pay(links.twice);
		await pay(links.again);
		const input = {
			paymentRequestId: links.before,
			amount: { quantity: '40.00', currency: 'ZAR' },
			reason: 'requested_by_user',
			nonce: 'refund-before',
			beneficiaryReference: 'Refund before',
		};
		const refund = `mutation ($input: ClientRefundInitiateInput!) {
			clientRefundInitiate(input: $input) { refund { id } }
		}`;
		await records.graphql('client_refund', refund, { input });
		await records.disbursement('payout-failed', '401.00');
		await goTo(month.endOf('month').minus({ seconds: 30 }));
		await records.disbursement('payout-next-month', '160.00');
		await goTo(month.endOf('month'));
		await pay(links.last);
		await goTo(month.plus({ months: 1 }));
		await pay(links.after);
	}

	async function goTo(moment: DateTime): Promise<void> {
		const { control } = environment;
		const { now } = await control.send<{ now: string }>('GET', '/clock');
		await control.advance(moment.toMillis() - Date.parse(now));
	}
});

interface Chosen {
	statement?: File;
	/** Whom the file is mailed to; nobody without it, as the example comes. */
	mailTo?: string;
	/** What stands in for the payments that Stitch gives. */
	payments?: object[];
}

const base64 = (content: Buffer) => Buffer.from(content).toString('base64');

/** The cells of some columns, row by row. */
function cells(rows: ShownRow[] | undefined, ...columns: string[]): string[] | undefined {
	return rows?.map((row) => columns.map((column) => row[column] ?? '').join(' | '));
}

/** A node that gives out these records instead of asking the service. */
function givesOut(node: WorkflowNode, records: object[]): WorkflowNode {
	const jsCode = `return ${JSON.stringify(records)}.map((json) => ({ json }));`;
	return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
