import { randomUUID } from 'node:crypto';
import { FormVisitor } from '../../../scripts/start/form-visitor.mts';
import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { PATIENCE } from '../../host/patience.mts';
import { ownService } from '../support/ownService.mts';
import { inStatus } from '../support/waiting.mts';
import {
	answerBehind,
	BROWSER,
	pageBehind,
	sendPage,
	submitForm,
	type Submitted,
} from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';
import { askedBy, forAccounts, hurried, withFields } from './refundWithApproval.mts';

const APPROVE = 'Approve: send the refund';

const suite = exampleSuite(ownService(13));
const { save, start } = suite;

describe('the example refund-with-approval.json', () => {
	const settings = { approverEmail: 'boss@example.com' };
	/** Asked first and looked at last: n8n ends a wait up to a minute late. */
	let unanswered: Awaited<ReturnType<typeof unansweredRequest>>;

	beforeAll(async () => {
		unanswered = await unansweredRequest();
	});

	const newReference = () => `order-${randomUUID().slice(0, 8)}`;

	/** The reference of a payment request that was paid. */
	async function paidOrder(amount?: number): Promise<string> {
		const reference = newReference();
		await suite.records.paidPaymentRequest(reference, amount);
		return reference;
	}

	async function unansweredRequest() {
		await suite.changeClient();
		const { client } = suite;
		const reference = await paidOrder();
		const asked = (node: WorkflowNode) => hurried(askedBy(suite.environment.owner.email, node));
		const workflow = await start('refund-with-approval.json', settings, asked);
		const { executionId } = await wanted(reference, {}, workflow);
		const asking = await request(reference);
		// The next has its form at the same address.
		await suite.deactivateAll();
		return { client, reference, executionId, ...asking };
	}

	async function published(): Promise<SavedWorkflow> {
		const asked = (node: WorkflowNode) => askedBy(suite.environment.owner.email, node);
		return await start('refund-with-approval.json', settings, asked);
	}

	/** Fills in the form, and asks the approver on its second page. */
	async function wanted(...request: Parameters<typeof formSent>): Promise<Submitted> {
		const submitted = await formSent(...request);
		await suite.pageAfter(submitted, 'Ask for It?');
		expect((await sendPage(submitted.nextPage, [])).ok).toBe(true);
		return submitted;
	}

	/** What the page says that answers the form, where the approver is not asked. */
	async function answered(page: string, ...sent: Parameters<typeof formSent>): Promise<string> {
		const submitted = await formSent(...sent);
		const text = await suite.lastPageAfter(submitted, page);
		const { data } = await suite.environment.api.finished(submitted.executionId);
		expect(data.resultData.runData).not.toHaveProperty('Ask the Approver');
		return text;
	}

	/** Fills in the first page. */
	async function formSent(
		reference: string,
		{ amount = '40.00', reason = 'Requested by customer' } = {},
		workflow?: SavedWorkflow,
	): Promise<Submitted> {
		const values = [reference, 'N Dlamini', amount, reason];
		const saved = workflow ?? (await published());
		return await submitForm(suite.environment, saved, 'refund-request', values);
	}

	/** The email to the approver. */
	async function request(reference: string, before = '', amount = 'R40.00') {
		const { to, html, links } = await suite.mailbox.next(
			({ subject }) => subject === `${before}Refund of ${amount} for ${reference}?`,
		);
		expect(to).toBe('boss@example.com');
		const code = /Your code: (?:<[^>]*>)*([0-9a-f]{8})\b/.exec(html)?.[1] ?? '';
		expect(code).not.toBe('');
		return { html, code, links, page: links.find((link) => link.includes('signature=')) ?? '' };
	}

	async function decide(
		asked: Awaited<ReturnType<typeof request>>,
		decision: string,
		code = asked.code,
	): Promise<void> {
		await answerBehind(asked.page, decision, code);
	}

	/** Goes to the account that has asked. */
	const answerWith = async (subject: string) => {
		const answer = await suite.mailbox.next((mail) => mail.subject === subject);
		expect(answer.to).toBe(suite.environment.owner.email);
		return answer;
	};

	it('shows the approver what is known of the payment, and sends the same amount once more only if that is chosen', async () => {
		const reference = newReference();
		const order = await suite.records.paidPaymentRequest(reference, 1500);
		const workflow = await published();
		await wanted(reference, { amount: '1000' }, workflow);
		const first = await suite.mailbox.next(({ subject }) => subject.includes(reference));
		expect(first.html).toMatch(/N Dlamini[^]*Paid: R1\s500\.00 on \d+ \w+ \d{4}/);
		expect(first.html).toContain('Careful: Stitch does not say that the money');
		expect(first.html).toContain('Given back before: none');
		await suite.records.confirmMoneyReceived(order);
		await wanted(reference, {}, workflow);
		await decide(await request(reference), APPROVE);
		await answerWith(`Refund for ${reference} is on its way`);
		await wanted(reference, {}, workflow);
		const again = await request(reference);
		expect(again.html).toMatch(/The money has arrived\.[^]*Given back before: R40\.00 \(\w+\)/);
		expect(again.html).toContain('Careful: exactly this amount was given back before');
		const page = await pageBehind(again.page);
		expect(page).toContain('Approve: send R40.00 once more');
		expect(page).not.toContain(APPROVE);
		await decide(again, 'Approve: send R40.00 once more');
		await answerWith(`Refund for ${reference} is on its way`);
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(2);
	});

	it('names the account that has opened the form to the approver', async () => {
		const reference = await paidOrder();
		await start('refund-with-approval.json', settings, forAccounts);
		const visitor = new FormVisitor(suite.environment.n8nUrl);
		await visitor.logIn(suite.environment.owner);
		const form = [reference, 'N Dlamini', '40.00', 'Fraud'];
		const next = await visitor.fillIn('refund-request', form);
		const [, executionId = ''] = /form-waiting\/(\d+)/.exec(next) ?? [];
		await inStatus(suite.environment, executionId, 'waiting', 'Ask for It?');
		await visitor.submit(next, {});
		const { html } = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${reference}?`,
		);
		expect(html).toContain(`${suite.environment.owner.email} asks to give back R40.00`);
	});

	it('sends nothing when a mail scanner opens every link with a browser’s name, nor when it is declined', async () => {
		const reference = await paidOrder();
		const { executionId } = await wanted(reference);
		const asked = await request(reference);
		await inStatus(suite.environment, executionId, 'waiting', 'Code for the Email');
		expect(asked.links.length).toBeGreaterThan(0);
		for (const link of asked.links) {
			for (const method of ['HEAD', 'GET']) await fetch(link, { method, headers: BROWSER });
		}
		expect((await suite.environment.api.execution(executionId)).status).toBe('waiting');
		await decide(asked, 'Decline: send nothing');
		await answerWith(`Refund for ${reference} was not approved`);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it('sends a new code after a wrong one, and nothing after three', async () => {
		const again = 'The code did not match, nothing was sent: ';
		const [reference, other] = [await paidOrder(), await paidOrder()];
		const workflow = await published();
		await wanted(reference, {}, workflow);
		const first = await request(reference);
		await decide(first, APPROVE, '00000000');
		for (const code of [first.code, '00000000']) {
			await decide(await request(reference, again), APPROVE, code);
		}
		await answerWith(`Refund for ${reference} was not approved`);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);

		await wanted(other, {}, workflow);
		await decide(await request(other), APPROVE, '00000000');
		await decide(await request(other, again), APPROVE);
		await answerWith(`Refund for ${other} is on its way`);
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(1);
	});

	it('reports a refund that fails later to the approver', async () => {
		const reference = newReference();
		const { id } = await suite.records.paidPaymentRequest(reference);
		const failed = { event: 'refund.error', status: 'error', amount: 1040, id };
		const json = JSON.stringify({ ...failed, externalReference: reference, reasonText: 'Closed' });
		const saved = await save('refund-with-approval.json', settings, (node) =>
			node.name === 'Refund Failed Later'
				? {
						...node,
						type: 'n8n-nodes-base.manualTrigger',
						typeVersion: 1,
						parameters: {},
						credentials: {},
					}
				: node.name === 'Settings'
					? withFields(node, json)
					: node,
		);
		await suite.environment.api.run(saved, 'Refund Failed Later');
		const mail = await suite.mailbox.next(
			({ subject }) => subject === `Refund failed: ${reference}`,
		);
		expect(mail.to).toBe('boss@example.com');
		expect(mail.text).toMatch(/R1\s040\.00 .*has failed[^]*Closed/);
	});

	it('asks nobody to approve an amount that the node rejects, and says why', async () => {
		const text = await answered('Not Possible Now', await paidOrder(), { amount: '40.005' });
		expect(text).toContain('This cannot be given back');
		expect(text).toContain("'Amount in Rand' has more than two decimals: 40.005");
		expect(text).toContain('Nobody was asked, and nothing was sent.');
		expect(text).not.toMatch(/undefined|\[item|\[object/);
	});

	it('asks nobody when the one who asks is the one who approves', async () => {
		const { email } = suite.environment.owner;
		const own = (node: WorkflowNode) => askedBy(email, node);
		const workflow = await start('refund-with-approval.json', { approverEmail: email }, own);
		const text = await answered('Not Two People', await paidOrder(), {}, workflow);
		expect(text).toContain('Two people are needed');
		expect(text).toContain(`Who approves (approverEmail in Settings): ${email}`);
	});

	it('asks nobody when the form was sent with a reason that it does not offer', async () => {
		const reference = await paidOrder();
		const reason = 'Fraud<h1>URGENT</h1><a href="http://evil.example/">Approve</a>';
		const text = await answered('Not Possible Now', reference, { reason });
		expect(text).toMatch(/'Reason' cannot be [^]*Nobody was asked, and nothing was sent\./);
	});

	it('explains to the person who asked why Stitch rejected the refund', async () => {
		const reference = await paidOrder();
		await wanted(reference);
		const asked = await request(reference);
		const refund = { operation: 'clientRefundInitiate' };
		await suite.client.addFaults({ kind: 'status', status: 403, match: refund });
		await decide(asked, APPROVE);
		const { text } = await answerWith(`Refund for ${reference} was approved, but was not sent`);
		expect(text).toMatch(/Stitch .*\S/);
		expect(text).not.toMatch(/\[item|undefined/);
	});

	it('says what is left and asks nobody, where more is asked for than is left', async () => {
		const text = await answered('Not Possible Now', await paidOrder(89), { amount: '89.01' });
		expect(text).toMatch(
			/R89\.01 for .* cannot be given back\.[^]*Only R89\.00 of this payment is left/,
		);
		expect(text.match(/nothing was sent/gi)).toHaveLength(1);
	});

	it('sends one of those that were approved after the same refunds', async () => {
		const reference = await paidOrder(89);
		const workflow = await published();
		const asked = [];
		for (const amount of ['40', '45', '40']) {
			await wanted(reference, { amount }, workflow);
			asked.push(await request(reference, '', `R${amount}.00`));
		}
		const [first, second, third] = asked;
		if (!first || !second || !third) throw new Error('Three requests were made.');
		await decide(first, APPROVE);
		await answerWith(`Refund for ${reference} is on its way`);
		// It is certain then that the next run has not made it itself.
		await suite.environment.control.advance(60 * 60_000);
		await decide(second, APPROVE);
		const { text } = await answerWith(`Refund for ${reference} was approved, but was not sent`);
		expect(text).toContain('Another refund of this payment was sent first. Nothing was sent');
		await decide(third, APPROVE);
		await answerWith(`Refund for ${reference} was made before, and not again`);
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(1);
	});

	it('sends nothing once what was given back has changed since the approver was asked', async () => {
		const reference = newReference();
		const { id: paymentRequestId } = await suite.records.paidPaymentRequest(reference, 89);
		await wanted(reference);
		const asked = await request(reference);
		const inDashboard = `mutation ($input: ClientRefundInitiateInput!) {
			clientRefundInitiate(input: $input) { refund { id } }
		}`;
		const input = {
			...{ paymentRequestId, nonce: randomUUID(), amount: { quantity: '5.00', currency: 'ZAR' } },
			...{ reason: 'requested_by_user', beneficiaryReference: 'Refund' },
		};
		await suite.records.graphql('client_refund', inDashboard, { input });
		await decide(asked, APPROVE);
		const { text } = await answerWith(`Refund for ${reference} was approved, but was not sent`);
		expect(text).toMatch(/has changed since[^]*Nothing was sent[^]*Ask again/);
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(1);
	});

	it('sends nothing where the payment cannot be read again after the approval', async () => {
		const reference = await paidOrder();
		await wanted(reference);
		const asked = await request(reference);
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		await decide(asked, APPROVE);
		const { text } = await answerWith(`Refund for ${reference} was approved, but was not sent`);
		expect(text).toMatch(/Stitch does not allow[^]*Nothing was sent/);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it('says on the page to ask again when Stitch does not return the payment', async () => {
		const reference = await paidOrder();
		const workflow = await published();
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		const text = await answered('Not Asked', reference, {}, workflow);
		expect(text).toMatch(/The approver was not asked[^]*nothing was sent\. .*\S/);
		expect(text).not.toMatch(/undefined|\[item|\[object/);
	});

	// Before any test whose mailbox refuses: its email comes at a time of its own.
	it('reports to the person who asked that the approver has not answered in time', async () => {
		const { client, reference, executionId, page, code } = unanswered;
		const patience = 2 * 60_000 + PATIENCE;
		await inStatus(suite.environment, executionId, 'success', 'Email: Not Approved', patience);
		await answerWith(`Refund for ${reference} was not approved`);
		await sendPage(page, [APPROVE, code]);
		expect((await client.ledger()).paymentRefunds).toEqual([]);
	});

	it('sends nothing and informs the person who asked when the email to the approver fails', async () => {
		const reference = await paidOrder();
		suite.mailbox.refuse((to) => to === 'boss@example.com');
		const submitted = await wanted(reference);
		const page = await suite.lastPageAfter(submitted, 'Not Asked');
		expect(page).toMatch(/could not be emailed\. .*No such mailbox.*Nothing was sent/);
		const { text } = await answerWith(`Refund for ${reference}: please ask again`);
		expect(text).toMatch(/could not be emailed[^]*Nothing was sent[^]*No such mailbox/);
		expect(text + page).not.toContain('undefined');
		const { data } = await suite.environment.api.finished(submitted.executionId);
		expect(data.resultData.runData).not.toHaveProperty('Send the Refund');
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it('says so on the page when no mail server takes any email', async () => {
		const reference = await paidOrder();
		suite.mailbox.refuse(() => true);
		const page = await suite.lastPageAfter(await wanted(reference), 'Not Asked');
		expect(page).toMatch(/The approver was not asked[^]*Nothing was sent/);
	});

	it('knows payments at the till and of members, and says where to refund them', async () => {
		const [till, member] = [newReference(), newReference()];
		await suite.records.paidTerminalSession(till, 149);
		await suite.records.charge(member);
		const workflow = await published();
		const atTheTill = await answered('Not Found', till, {}, workflow);
		expect(atTheTill).toMatch(/This was paid at the till R149\.00 for .*Look there first/);
		const ofMember = await answered('Not Found', member, {}, workflow);
		expect(ofMember).toMatch(/This is a recurring payment R.* for .*Look there first/);
	});

	it('asks nobody when several paid payments have the reference', async () => {
		const reference = newReference();
		for (let made = 0; made < 2; made++) await suite.records.paidPaymentRequest(reference);
		expect(await answered('Not Found', reference)).toContain('Several payments have this');
	});
});
