import { randomUUID } from 'node:crypto';
import type { Credential, Execution, NewWorkflow, WorkflowNode } from '../../host/api.mts';
import { until } from '../../host/until.mts';
import type { TestClient } from '../../simulator/controlClient.mts';
import type { Environment } from './environment.mts';
import { chain, manualTrigger, node, outputOf, saveCredential, stitch } from './workflows.mts';

/** An execution that waits for a payment. */
export interface Waiting {
	executionId: string;
	paymentRequestId: string;
	/** Where the payer pays. */
	paymentUrl: string;
	/** Where the payer comes back to, with n8n's signature. */
	resumeUrl: URL;
}

/** A client that takes payments, with its credential saved in n8n. */
export async function payeeClient(
	environment: Pick<Environment, 'api' | 'control' | 'service'>,
): Promise<{ client: TestClient; credential: Credential }> {
	const client = await environment.control.createClient({ allowLoopbackWebhooks: true });
	return {
		client,
		credential: await saveCredential(environment, client, ['client_paymentrequest']),
	};
}

/** Payment Request → Create with Return to This Workflow. */
export function ask(
	credential: Credential,
	more: Record<string, unknown> = {},
	name = 'Ask',
): WorkflowNode {
	return stitch(name, credential, {
		resource: 'paymentRequest',
		operation: 'create',
		amount: '120.50',
		externalReference: randomUUID(),
		payerReference: 'Order',
		beneficiaryName: 'Example Shop',
		bank: 'fnb',
		accountNumber: '1234567890',
		returnToThisWorkflow: true,
		...more,
	});
}

/** Payment Request → Wait for Payment. */
export function wait(
	credential: Credential,
	more: Record<string, unknown> = {},
	name = 'Wait',
): WorkflowNode {
	const parameters = { resource: 'paymentRequest', operation: 'waitForPayment', ...more };
	return { ...stitch(name, credential, parameters), webhookId: randomUUID() };
}

export const after = (name = 'After') => node(name, 'n8n-nodes-base.noOp', 1, {});

/** A workflow that asks for a payment, waits for it and goes on, started by hand. */
export function askAndWait(
	credential: Credential,
	more: { ask?: Record<string, unknown>; wait?: Record<string, unknown> } = {},
): NewWorkflow {
	const nodes = [manualTrigger(), ask(credential, more.ask), wait(credential, more.wait), after()];
	return chain(`Wait ${randomUUID()}`, nodes, [{ order: 7 }]);
}

/** Starts a workflow that begins with `manualTrigger()` and resolves when it waits. */
export async function startWaiting(
	{ api }: Pick<Environment, 'api'>,
	workflow: NewWorkflow,
): Promise<Waiting> {
	const saved = await api.createWorkflow(workflow);
	return await waitingAt({ api }, await api.run(saved, 'Start'), 'Ask');
}

/** Resolves when an execution waits for the payment that one of its nodes has asked for. */
export async function waitingAt(
	{ api }: Pick<Environment, 'api'>,
	executionId: string,
	asked: string,
): Promise<Waiting> {
	const execution = await inStatus({ api }, executionId, 'waiting', asked);
	const [made] = outputOf(execution, asked).map(({ json }) => json);
	const paymentUrl = String(made?.paymentUrl);
	const resumeUrl = new URL(String(new URL(paymentUrl).searchParams.get('redirect_uri')));
	return { executionId, paymentRequestId: String(made?.id), paymentUrl, resumeUrl };
}

/**
 * Resolves when an execution has a status, and a node has run in it.
 * @param patience milliseconds in which something has to change
 */
export async function inStatus(
	{ api }: Pick<Environment, 'api'>,
	executionId: string,
	status: Execution['status'],
	nodeName: string,
	patience?: number,
): Promise<Execution> {
	let execution: Execution | undefined;
	await until(
		`execution ${executionId} to have the status "${status}" behind "${nodeName}"`,
		async () => {
			execution = await api.execution(executionId);
			const { runData = {}, error } = execution.data?.resultData ?? {};
			const seen = { status: execution.status, ran: Object.keys(runData), error: error?.message };
			if (['error', 'crashed'].includes(seen.status)) throw new Error(JSON.stringify(seen));
			return seen;
		},
		(seen) => seen.status === status && seen.ran.includes(nodeName),
		{ patience },
	);
	return execution as Execution;
}

/** The address of a return, as the hosted page writes it. */
export function returnUrl(
	{ resumeUrl, paymentRequestId }: Waiting,
	query: Record<string, string> = {},
): string {
	const url = new URL(resumeUrl);
	const all = { id: paymentRequestId, status: 'complete', externalReference: 'any', ...query };
	for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
	return url.href;
}
