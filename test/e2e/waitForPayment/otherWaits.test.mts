import { randomUUID } from 'node:crypto';
import type { WorkflowNode } from '../../host/api.mts';
import { openMailbox, saveMailCredential, type Mailbox } from '../support/mailbox.mts';
import { activate, deactivate } from '../support/triggers.mts';
import { after, ask, inStatus, returnUrl, wait, waitingAt } from '../support/waiting.mts';
import {
	calledTrigger,
	callOf,
	chain,
	expectSuccess,
	manualTrigger,
	node,
	outputOf,
	runToEnd,
} from '../support/workflows.mts';
import { resultsIn, waitingPayer } from './waitingPayer.mts';

const approval = (parameters: Record<string, unknown>): WorkflowNode => ({
	...node('Approve', 'n8n-nodes-base.wait', 1.1, parameters),
	webhookId: randomUUID(),
});

/** n8n takes no answer from what does not look like a browser. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0';

const byCall = () => approval({ resume: 'webhook', options: {} });

describe('nodes that wait for a person other than the payer', () => {
	const suite = waitingPayer();
	const { act, finished, firstOf } = suite;
	let mailbox: Mailbox;

	beforeAll(async () => {
		mailbox = await openMailbox();
	});

	afterAll(async () => {
		await mailbox?.stop();
	});

	async function byMail(): Promise<WorkflowNode> {
		const { id, name } = await saveMailCredential(suite.environment, mailbox);
		const mail = { fromEmail: 'a@example.com', toEmail: 'b@example.com', subject: 'Sure?' };
		const parameters = { ...mail, operation: 'sendAndWait', message: 'Sure?', options: {} };
		return {
			...node('Approve', 'n8n-nodes-base.emailSend', 2.1, parameters),
			webhookId: randomUUID(),
			credentials: { smtp: { id, name } },
		};
	}

	/** Starts a workflow and resolves when it waits, with the address at which it goes on. */
	async function waitingAnywhere(...nodes: WorkflowNode[]) {
		const address = {
			assignments: [{ id: '1', name: 'url', type: 'string', value: '={{ $execution.resumeUrl }}' }],
		};
		const told = node('Address', 'n8n-nodes-base.set', 3.4, { assignments: address, options: {} });
		const { api } = suite.environment;
		const workflow = chain('Waits', [manualTrigger(), told, ...nodes, after()], [{}]);
		const id = await api.run(await api.createWorkflow(workflow), 'Start');
		const execution = await inStatus({ api }, id, 'waiting', 'Address');
		return { id, url: new URL(String(outputOf(execution, 'Address')[0]?.json.url)) };
	}

	const withBehindSignature = (url: URL, text: string, more: Record<string, string> = {}) => {
		const changed = new URL(url);
		changed.searchParams.set('signature', `${url.searchParams.get('signature')}/${text}`);
		for (const [name, value] of Object.entries(more)) changed.searchParams.set(name, value);
		return changed;
	};

	// Why the node refuses to hand out the address: if n8n closes these ways, it need not any more.
	describe('are opened in n8n by the one address of their execution', () => {
		it('where they wait for a call', async () => {
			const { id, url } = await waitingAnywhere(byCall());
			expect((await fetch(url)).status).toBe(200);
			expectSuccess(await suite.environment.api.finished(id));
		});

		it('where they wait for a call under a separate name', async () => {
			const parameters = { resume: 'webhook', options: { webhookSuffix: 'boss' } };
			const { id, url } = await waitingAnywhere(approval(parameters));
			expect((await fetch(url)).status).toBe(404);
			expect((await fetch(withBehindSignature(url, 'boss'))).status).toBe(200);
			expectSuccess(await suite.environment.api.finished(id));
		});

		it('where an expression says what they wait for, even if it is a time', async () => {
			const time = { amount: 1, unit: 'hours', dateTime: '2099-01-01T00:00:00' };
			const form = { formTitle: 'Sure?', formFields: { values: [{ fieldLabel: 'Yes' }] } };
			const resume = "={{ 'timeInterval' }}";
			const parameters = { ...time, ...form, resume, options: {} };
			const { id, url } = await waitingAnywhere(approval(parameters));
			expect((await fetch(url)).status).toBe(200);
			expectSuccess(await suite.environment.api.finished(id));
		});

		it('where they have sent a message and wait for its answer, with the ID of the node', async () => {
			const mail = await byMail();
			const { id, url } = await waitingAnywhere(mail);
			const yes = withBehindSignature(url, mail.id ?? '', { approved: 'true' });
			expect((await fetch(yes, { headers: { 'user-agent': browser } })).status).toBe(200);
			const run = await suite.environment.api.finished(id);
			expect(outputOf(run, 'Approve')[0]?.json).toMatchObject({ data: { approved: true } });
		});

		it('but not where they wait for a time', async () => {
			const parameters = { resume: 'timeInterval', amount: 1, unit: 'hours' };
			const { id, url } = await waitingAnywhere(approval(parameters));
			expect((await fetch(url)).status).toBe(404);
			expect((await suite.environment.api.execution(id)).status).toBe('waiting');
		});
	});

	it('keep Create from asking for money', async () => {
		const before = (await suite.client.summary()).paymentRequests;
		const nodes = [manualTrigger(), ask(suite.credential), wait(suite.credential), byCall()];
		const run = await runToEnd(suite.environment.api, chain('Approval', nodes, [{}]));
		const { message, description } = run.data.resultData.error ?? {};
		expect(message).toContain('could also answer “Approve”');
		expect(description).toContain('Execute Sub-workflow');
		expect((await suite.client.summary()).paymentRequests).toBe(before);
	});

	it('keep Wait for Payment from waiting, whichever node has asked for the money', async () => {
		const addresses = { redirectUrl: 'https://shop.example.com/' };
		const redirect = { returnToThisWorkflow: false, additionalFields: { redirect: { addresses } } };
		const nodes = [
			manualTrigger(),
			ask(suite.credential, redirect),
			wait(suite.credential),
			byCall(),
		];
		const run = await runToEnd(suite.environment.api, chain('Approval', nodes, [{}]));
		expect(run.data.resultData.error?.message).toContain('could also answer “Approve”');
	});

	describe('are safe from the payer in a separate execution', () => {
		/** Publishes a workflow that others call. */
		async function published(nodes: WorkflowNode[]) {
			const { pinData: _, ...workflow } = chain(`Called ${randomUUID()}`, nodes, []);
			const saved = await suite.environment.api.createWorkflow(workflow);
			await activate(suite.environment, saved);
			return saved;
		}

		it('when the payment is waited for in a workflow that this one calls', async () => {
			const { api } = suite.environment;
			const sub = await published([
				calledTrigger(),
				ask(suite.credential),
				wait(suite.credential),
				after(),
			]);
			const nodes = [manualTrigger(), callOf(sub, { waits: true }), byCall(), after()];
			const caller = await api.createWorkflow(chain('Calls', nodes, [{ order: 7 }]));
			const callerId = await api.run(caller, 'Start');
			const subId = await firstOf(sub);
			const waiting = await waitingAt(suite.environment, subId, 'Ask');
			await act(waiting, 'pay');
			await finished(waiting);

			// What was paid comes back to the caller, which then waits for its approval.
			const approving = await inStatus(suite.environment, callerId, 'waiting', 'Approve');
			expect(resultsIn(approving, 'Call')).toMatchObject([{ outcome: 'paid' }]);
			const again = returnUrl(waiting);
			expect((await fetch(again)).status).toBe(409);
			const atCaller = again.replace(`/${subId}?`, `/${callerId}?`);
			expect(atCaller).not.toBe(again);
			expect((await fetch(atCaller)).status).toBe(401);
			expect((await api.execution(callerId)).status).toBe('waiting');
			await api.stopExecution(callerId);
			await deactivate(suite.environment, sub);
		});

		it('when this workflow calls them after the payment', async () => {
			const { api } = suite.environment;
			const sub = await published([calledTrigger(), byCall(), after()]);
			const nodes = [
				manualTrigger(),
				ask(suite.credential),
				wait(suite.credential),
				callOf(sub, { waits: true }),
				after(),
			];
			const waiting = await suite.start(chain('Calls its approval', nodes, [{}]));
			await act(waiting, 'pay');
			const subId = await firstOf(sub);
			await inStatus(suite.environment, subId, 'waiting', 'Called');
			// Until n8n has put it to sleep as well, it answers 409: the execution is running.
			await inStatus(suite.environment, waiting.executionId, 'waiting', 'Wait');

			const again = returnUrl(waiting);
			expect((await fetch(again)).status).toBe(404);
			const atSub = again.replace(`/${waiting.executionId}?`, `/${subId}?`);
			expect((await fetch(atSub)).status).toBe(401);
			await suite.stillWaits(waiting);
			expect((await api.execution(subId)).status).toBe('waiting');
			await api.stopExecution(subId);
			await deactivate(suite.environment, sub);
		});
	});
});
