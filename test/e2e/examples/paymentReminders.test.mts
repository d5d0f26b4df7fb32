import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { NOON_ZONE } from '../../setup/noon.mts';
import { fillTable, rowsOfTable } from '../support/dataTables.mts';
import { exampleSuite } from './exampleSuite.mts';

const suite = exampleSuite();
const TABLE = 'stitch-payment-links';
const settings = { accountHolder: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' };

/** The nodes that send something. */
const MAILS = ['Send the Link', 'Send the Reminder', 'Email You'];

/** A day, as the workflow writes it. */
const daysAgo = (days: number) =>
	DateTime.now().setZone(NOON_ZONE).minus({ days }).toISODate() ?? '';

/** Runs it as if it were morning. Returns which mails it sent. */
async function nextMorning(workflow: SavedWorkflow): Promise<string[]> {
	const run = await suite.run(workflow, 'Every Morning');
	return MAILS.filter((name) => name in run.data.resultData.runData);
}

const fill = async (...rows: Array<Record<string, unknown>>) =>
	await fillTable(suite.environment, TABLE, rows);

const rows = async () => await rowsOfTable(suite.environment, TABLE);

const mailTo = async (address: string) => await suite.mailbox.next(({ to }) => to === address);

/** An email to you that names a row. */
const aboutRow =
	(reference: string) =>
	({ to, text }: { to: string; text: string }) =>
		to === 'payments@example.com' && text.includes(`- ${reference}: `);

/** A row that somebody has just added, and what the workflow will know of it. */
function newRow() {
	const reference = `order-${randomUUID().slice(0, 6)}`;
	return { reference, email: `${reference}@example.com`, amount: 60 };
}

/** A payment request that has expired. */
async function expired(externalReference: string): Promise<string> {
	const { id } = await suite.records.paymentRequest(externalReference, 60);
	await suite.environment.control.expire(id);
	return id;
}

/** How often somebody was asked for a payment under a reference. */
async function linksOf(externalReference: string): Promise<number> {
	const { paymentRequests } = await suite.client.ledger();
	return paymentRequests.filter((one) => one.externalReference === externalReference).length;
}

/** The workflow of a run that has read its rows before another run, at the same time, noted a step. */
const hasRead = (before: object) => (node: WorkflowNode) =>
	node.name === 'Open Rows'
		? {
				...node,
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				parameters: {
					jsCode: `return $input.all().map(({ json }) => ({ json: { ...json, ...${JSON.stringify(before)} } }));`,
				},
			}
		: node;

/** The workflow as it runs when it crashes at one of its nodes. */
const crashesAt = (name: string) => (node: WorkflowNode) =>
	node.name === name
		? {
				...node,
				type: 'n8n-nodes-base.stopAndError',
				typeVersion: 1,
				parameters: { errorMessage: 'Crash' },
			}
		: node;

describe('the example payment-reminders.json', () => {
	let hasTable = false;

	beforeEach(async () => {
		if (hasTable) return;
		// It makes its table, and has nothing to do yet.
		expect(await nextMorning(await suite.save('payment-reminders.json'))).toEqual([]);
		hasTable = true;
	});

	afterEach(async () => await fill());

	it('sends a link and, after three days, one reminder, and stops as soon as it is paid', async () => {
		const { client, environment } = suite;
		const workflow = await suite.save('payment-reminders.json', settings);
		const row = newRow();
		await fill(row);
		expect(await nextMorning(workflow)).toEqual(['Send the Link']);
		const [request] = (await client.ledger()).paymentRequests;
		const { subject, text } = await mailTo(row.email);
		expect(subject).toBe(`Example Shop: please pay R60.00 for ${row.reference}`);
		const page = /https?:\S+/.exec(text)?.[0];
		expect(page).toContain('/pay/');
		const sent = {
			...row,
			paymentRequestId: request?.id,
			links: 1,
			sentOn: daysAgo(0),
			status: null,
		};
		expect(await rows()).toMatchObject([sent]);
		expect(await nextMorning(workflow)).toEqual([]);

		await fill({ ...sent, sentOn: daysAgo(2) });
		expect(await nextMorning(workflow)).toEqual([]);
		await fill({ ...sent, sentOn: daysAgo(3) });
		expect(await nextMorning(workflow)).toEqual(['Send the Reminder']);
		const reminder = await mailTo(row.email);
		expect(reminder.subject).toBe(
			`Reminder from Example Shop: please pay R60.00 for ${row.reference}`,
		);
		expect(reminder.text).toContain(page);
		expect(await nextMorning(workflow)).toEqual([]);

		await fill({ ...sent, sentOn: daysAgo(3) });
		await environment.control.payer('pay', request?.id ?? '');
		expect(await nextMorning(workflow)).toEqual([]);
		expect(await rows()).toMatchObject([{ status: 'paid', remindedOn: null }]);
		expect((await client.summary()).paymentRequests).toBe(1);
	});

	it('creates one new link for one that has expired, even after a crash, and then alerts someone', async () => {
		const workflow = await suite.save('payment-reminders.json', settings);
		const row = newRow();
		await fill({ ...row, paymentRequestId: await expired(row.reference) });
		const { api } = suite.environment;
		const crashes = await suite.save('payment-reminders.json', settings, crashesAt('Note: Link'));
		const run = await api.finished(await api.run(crashes, 'Every Morning'));
		expect(run.status).toBe('error');
		expect(await nextMorning(workflow)).toEqual(['Send the Link']);
		expect((await mailTo(row.email)).text).toContain('The earlier link has expired');
		expect(await nextMorning(workflow)).toEqual([]);
		expect(await linksOf(row.reference)).toBe(2);

		const second = await expired(row.reference);
		await fill({ ...row, paymentRequestId: second, links: 2, sentOn: daysAgo(8) });
		expect(await nextMorning(workflow)).toEqual(['Email You']);
		const told = await suite.mailbox.next(({ subject }) => subject.startsWith('Payment links'));
		expect(told.text).toContain(`${row.reference}: R60.00 was not paid by ${row.email}`);
		expect(await rows()).toMatchObject([{ status: 'not paid' }]);
		expect(await nextMorning(workflow)).toEqual([]);
	});

	it('takes the link that Stitch has, when the answer to its creation was lost', async () => {
		const { client } = suite;
		const workflow = await suite.save('payment-reminders.json', settings);
		const row = newRow();
		await fill(row);
		const create = { method: 'POST', path: '/v2/payment-requests' };
		await client.addFaults({ kind: 'lost-answer', match: create });
		expect(await nextMorning(workflow)).toEqual(['Email You']);
		await client.clearFaults();
		expect(await nextMorning(workflow)).toEqual(['Send the Link']);
		expect(await linksOf(row.reference)).toBe(1);
	});

	it('leaves a step to the run that has noted it, where two run at the same time', async () => {
		const row = newRow();
		const late = async (before: object, now: object) => {
			await fill({ ...row, ...now });
			return await nextMorning(
				await suite.save('payment-reminders.json', settings, hasRead(before)),
			);
		};
		const noted = { paymentRequestId: 'noted by the other run' };
		const { id } = await suite.records.paymentRequest(row.reference, row.amount);
		expect(await late({ paymentRequestId: null }, noted)).toEqual([]);
		const sent = { paymentRequestId: id, links: 1, sentOn: daysAgo(3) };
		const reminded = { ...sent, remindedOn: daysAgo(0) };
		expect(await late({ remindedOn: null }, reminded)).toEqual([]);
		expect(await late({ remindedOn: null }, sent)).toEqual(['Send the Reminder']);
	});

	it('continues with the other rows when some cannot be right, and names those in an email', async () => {
		const { records } = suite;
		const [alike, wrong, unknown, other, good] = [newRow(), newRow(), newRow(), newRow(), newRow()];
		await records.paymentRequest(other.reference, 61);
		await fill(
			alike,
			{ ...alike, email: 'somebody-else@example.com' },
			{ ...wrong, email: 'name at example.com' },
			{ ...unknown, paymentRequestId: 'cGF5bWVudDp1bmtub3du', links: 1 },
			other,
			good,
		);
		const workflow = await suite.save('payment-reminders.json', settings, (node) =>
			node.name === 'Send the Link'
				? { ...node, parameters: { ...node.parameters, toEmail: 'no address' } }
				: node,
		);
		expect(await nextMorning(workflow)).toEqual(['Send the Link', 'Email You']);
		const mails = [];
		for (const { reference } of [alike, unknown, other, good]) {
			mails.push(await suite.mailbox.next(aboutRow(reference)));
		}
		const text = mails.map((mail) => mail.text).join('\n');
		expect(text.match(new RegExp(`${alike.reference}: another row has`, 'g'))).toHaveLength(2);
		expect(text).toContain(`${wrong.reference}: the reference, the amount or the email address`);
		expect(text).toContain(`${unknown.reference}: no email was sent.`);
		expect(text).toMatch(/'Amount' was R61\.00 and is now R60\.00/);
		expect(text).toMatch(
			new RegExp(`${good.reference}: the email with the link .* Send it yourself: http`),
		);
		expect(text).not.toMatch(/undefined|\[object|\[item/);
		expect(await linksOf(alike.reference)).toBe(0);
	});

	it('tells you once that Stitch gives no access, however many rows there are', async () => {
		const [added, sent] = [newRow(), newRow()];
		const { id } = await suite.records.paymentRequest(sent.reference, sent.amount);
		const earlier = { paymentRequestId: id, links: 1, sentOn: daysAgo(4) };
		await fill(added, { ...sent, ...earlier });
		const workflow = await suite.save('payment-reminders.json', settings);
		await suite.client.addFaults({ kind: 'status', status: 403 });
		const { data } = await suite.run(workflow, 'Every Morning');
		const ran = MAILS.flatMap((name) => data.resultData.runData[name] ?? []);
		expect(ran).toHaveLength(1);
		const about = '- Stitch could not be asked, so nothing was sent to anybody today. ';
		const { to, subject, text } = await suite.mailbox.next((mail) => mail.text.startsWith(about));
		expect([to, subject]).toEqual(['payments@example.com', 'Payment links: 1 to check']);
		expect(text).not.toMatch(/undefined|\[object|\[item|\.\.(?!\.)/);
	});

	it('never closes a row by a payment that is not its own, and names the row in an email', async () => {
		const { records } = suite;
		const [closed, before, changed] = [newRow(), newRow(), newRow()];
		await records.paidPaymentRequest(before.reference, before.amount);
		const { id } = await records.paidPaymentRequest(changed.reference, changed.amount);
		await fill(
			{ ...closed, status: 'paid' },
			{ ...closed, email: 'next-month@example.com' },
			before,
			{ ...changed, amount: 80, paymentRequestId: id, links: 1, sentOn: daysAgo(1) },
		);
		const workflow = await suite.save('payment-reminders.json', settings);
		expect(await nextMorning(workflow)).toEqual(['Email You']);
		const mails = [];
		for (const { reference } of [closed, before, changed]) {
			mails.push((await suite.mailbox.next(aboutRow(reference))).text);
		}
		const text = mails.join('\n');
		expect(text).toContain(`${closed.reference}: another row has this reference, open or closed.`);
		expect(text).toMatch(new RegExp(`${before.reference}: .*(paid|completed|payment of R60)`));
		expect(text).toContain(
			`${changed.reference}: nothing was sent. The link of this row is for R60.00`,
		);
		expect(text).not.toMatch(/undefined|\[object|\[item/);
		expect((await rows()).map(({ status }) => status)).toEqual(['paid', null, null, null]);
		for (const { reference } of [before, changed]) expect(await linksOf(reference)).toBe(1);
	});

	it('asks nobody to pay into an account that was not filled in', async () => {
		const workflow = await suite.save('payment-reminders.json');
		const row = newRow();
		await fill(row);
		expect(await nextMorning(workflow)).toEqual(['Email You']);
		const { text } = await suite.mailbox.next(aboutRow(row.reference));
		expect(text).toContain('Account Number');
		expect((await suite.client.summary()).paymentRequests).toBe(0);
	});
});
