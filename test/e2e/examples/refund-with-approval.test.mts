import { randomUUID } from 'node:crypto';
import { FormVisitor } from '../../../scripts/start/form-visitor.mts';
import type { SavedWorkflow, WorkflowNode } from '../../host/api.mts';
import { until } from '../support/until.mts';
import { submitForm, type Submitted } from './examples.mts';
import { exampleSuite } from './exampleSuite.mts';

/** n8n takes the approval buttons' calls from browsers only. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' };

/** The form is open to everybody here, so Settings says whose account has sent it. */
function askedBy(email: string, node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters.assignments as { assignments: object[] };
	const user = { id: 'user', name: 'user', type: 'object', value: JSON.stringify({ email }) };
	return {
		...node,
		parameters: { ...node.parameters, assignments: { assignments: [...assignments, user] } },
	};
}

/** The form as the example has it. */
function forAccounts(node: WorkflowNode): WorkflowNode {
	if (node.type !== 'n8n-nodes-base.formTrigger') return node;
	return { ...node, parameters: { ...node.parameters, authentication: 'n8nUserAuth' } };
}

const suite = exampleSuite();
const { start } = suite;

describe('the example refund-with-approval.json', () => {
	async function published(approverEmail = 'boss@example.com'): Promise<SavedWorkflow> {
		const asked = (node: WorkflowNode) => askedBy(suite.environment.owner.email, node);
		return await start('refund-with-approval.json', { approverEmail }, asked);
	}

	async function wanted(
		reference: string,
		{ amount = '40.00', reason = 'Requested by customer' } = {},
		workflow?: SavedWorkflow,
	): Promise<Submitted> {
		const values = [reference, amount, reason];
		const saved = workflow ?? (await published());
		return await submitForm(suite.environment, saved, 'refund-request', values);
	}

	async function decide(reference: string, button: string, refundsBefore = 0): Promise<void> {
		const asked = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${reference}?`,
		);
		expect(asked.to).toBe('boss@example.com');
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(refundsBefore);
		const link = asked.links.find((each) => each.includes(`approved=${button}`)) ?? '';
		// The message may be there before the execution waits; n8n answers 409 until it does.
		const status = await until(async () => {
			const page = await fetch(link, { headers: BROWSER });
			return page.status === 409 ? undefined : page.status;
		});
		expect(status).toBe(200);
	}

	/** Goes to the account that has asked. */
	const answerWith = async (subject: string) => {
		const answer = await suite.mailbox.next((mail) => mail.subject === subject);
		expect(answer.to).toBe(suite.environment.owner.email);
		return answer;
	};

	it('sends the money back once somebody has approved, and tells who asked', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		await decide(reference, 'true');
		await answerWith(`Refund for ${reference} is on its way`);
		const { paymentRefunds } = await suite.client.ledger();
		expect(paymentRefunds).toHaveLength(1);
	});

	it('names the account that has opened the form to the approver', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		const settings = { approverEmail: 'boss@example.com' };
		await start('refund-with-approval.json', settings, forAccounts);
		const visitor = new FormVisitor(suite.environment.n8nUrl);
		await visitor.logIn(suite.environment.owner);
		await visitor.fillIn('refund-request', [reference, '40.00', 'Fraud']);
		const { html } = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${reference}?`,
		);
		expect(html).toContain(`Asked for by: ${suite.environment.owner.email}`);
	});

	it('tells that the same refund was made before, when it is approved once more', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		const workflow = await published();
		for (const [before, end] of ['is on its way', 'was made before, and not again'].entries()) {
			await wanted(reference, {}, workflow);
			await decide(reference, 'true', before);
			await answerWith(`Refund for ${reference} ${end}`);
		}
		expect((await suite.client.ledger()).paymentRefunds).toHaveLength(1);
	});

	it('sends nothing when it is declined', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		await decide(reference, 'false');
		await answerWith(`Refund for ${reference} was declined`);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it('asks nobody when the form was sent with a reason that it does not offer', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		const reason = 'Fraud<h1>URGENT</h1><a href="http://evil.example/">Approve</a>';
		const { executionId } = await wanted(reference, { reason });
		const { status, data } = await suite.environment.api.finished(executionId);
		expect([status, data.resultData.error?.message]).toEqual([
			'error',
			expect.stringContaining('The reason is none of those that the form offers'),
		]);
		expect(data.resultData.runData).not.toHaveProperty('Ask the Approver');
	});

	it('has no other links and headings in its email than its own', async () => {
		const reference = `<h1>${randomUUID().slice(0, 8)}</h1><a href="http://evil.example/">Approve</a>`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		const shown = `h1 ${reference.slice(4, 12)} h1 a href http evil example Approve a`;
		const asked = await suite.mailbox.next(
			({ subject }) => subject === `Refund of R40.00 for ${shown}?`,
		);
		expect(asked.html).toContain(shown);
		expect(asked.html).not.toContain('<h1>');
		expect(asked.links.filter((link) => link.includes('evil'))).toEqual([]);
		expect(asked.links[0]).toContain('approved=');
	});

	it('asks for the amount again before anybody approves one that cannot be read', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference, { amount: '1,500' });
		const { text } = await answerWith('Refund: nothing was sent');
		expect(text).toContain('The amount cannot be read.');
	});

	it('asks nobody to approve a refund of their own', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await wanted(reference, {}, await published(suite.environment.owner.email));
		const { text } = await answerWith('Refund: nothing was sent');
		expect(text).toContain('somebody else has to ask');
	});

	it('tells who asked what is wrong when the service does not take it', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference, 30);
		await wanted(reference);
		await decide(reference, 'true');
		const { text } = await answerWith(`Refund for ${reference} was approved, but needs a look`);
		expect(text).toContain('Stitch refused Amount');
		expect(text).not.toContain('[item');
	});

	it('tells who asked to ask again when Stitch does not give the payment', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		await suite.client.addFaults({ kind: 'status', status: 403, match: { path: '/graphql' } });
		const { executionId } = await wanted(reference);
		const { text } = await answerWith(`Refund for ${reference}: please ask again`);
		expect(text).toMatch(/nobody was asked to approve[^]*Nothing was sent[^]*The reason: \S/);
		expect(text).not.toMatch(/undefined|\[item|\[object/);
		const { status, data } = await suite.environment.api.finished(executionId);
		expect(status).toBe('success');
		expect(data.resultData.runData).not.toHaveProperty('Exactly One?');
		expect(data.resultData.runData).not.toHaveProperty('Ask the Approver');
	});

	it('sends nothing and tells who asked when the email to the approver fails', async () => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		await suite.records.paidPaymentRequest(reference);
		suite.mailbox.refuse((to) => to === 'boss@example.com');
		const { executionId } = await wanted(reference);
		const { text } = await answerWith(`Refund for ${reference}: please ask again`).finally(() => {
			suite.mailbox.refuse(() => false);
		});
		expect(text).toMatch(/not certain[^]*Nothing was sent[^]*The reason: [^]*No such mailbox/);
		expect(text).not.toContain('undefined');
		const { data } = await suite.environment.api.finished(executionId);
		expect(data.resultData.runData).not.toHaveProperty('Approved?');
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});

	it.each([
		['no', 0],
		['more than one', 2],
	])('asks nobody when %s paid payment has the reference', async (_, count) => {
		const reference = `order-${randomUUID().slice(0, 8)}`;
		for (let made = 0; made < count; made++) await suite.records.paidPaymentRequest(reference);
		await wanted(reference);
		await answerWith(`Refund for ${reference}: payment not found`);
		expect((await suite.client.ledger()).paymentRefunds).toEqual([]);
	});
});
