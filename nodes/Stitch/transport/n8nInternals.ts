import {
	checkNodesApiVersion,
	NodeVersionNotFoundError,
	shouldRedactConsoleOutput,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/**
 * Everything that these nodes know about n8n beyond its documentation for nodes: in which versions it was
 * seen, and what happens if it is missing. No other file in this package may know it.
 */

/**
 * Whether this n8n is older than 2.35. Up to 2.34.4, it sends an item with `error` and `details` to the
 * success output, where a payment that failed looks made. n8n does not say which version it is, so this
 * looks for what newer ones have brought (all seen in 2.41). One is enough. An n8n that has dropped all of
 * them counts as too old: every run then stops before anything is sent, and says so.
 */
export function isBefore235(): boolean {
	return (
		typeof NodeVersionNotFoundError !== 'function' &&
		typeof shouldRedactConsoleOutput !== 'function' &&
		typeof checkNodesApiVersion !== 'function'
	);
}

/**
 * Whether n8n itself did not let a request go out: its protection against internal addresses (SSRF), which
 * is off by default. By the names of its errors (seen in 2.41). Where they change, n8n's refusal counts as
 * no answer: a request is repeated in vain, and a payment says that it may have gone through.
 */
export function isBlockedByN8n({ name = '' }: { name?: string }): boolean {
	return name.startsWith('SsrfBlocked');
}

/** Starts an execution with the items of a poll. @returns it when it is over; rejects if it was not stored, or is lost */
type StartExecution = (items: INodeExecutionData[]) => Promise<IRun | undefined>;

/**
 * How a poll starts executions and learns their outcome: `__emit` takes a promise that n8n settles when
 * the execution has ended, even in queue mode (seen in 1.123 to 2.41). n8n may discard the value that a
 * poll returns without a word. If `__emit` is missing, every poll fails, even when the workflow is
 * published.
 * @throws {UnexpectedError} where it is missing
 */
export function executionStarter(context: IPollFunctions): StartExecution {
	const { __emit: emit } = context as Partial<IPollFunctions>;
	if (emit === undefined) {
		throw new UnexpectedError('This trigger cannot start workflows in this version of n8n');
	}
	return async (items) => {
		const over = context.helpers.createDeferredPromise<IRun | undefined>();
		emit.call(context, [items], undefined, over);
		return await over.promise;
	};
}

/**
 * The budget of every poll but those of n8n's scheduler, which makes a context for each of them that
 * looks like a publication and gives it less (seen in 2.38 to 2.41).
 */
const ordinaryBudgetMs = 5 * 60_000;

/** Milliseconds that n8n gives a poll; n8n before 2.38 has no scheduler and does not say. */
export function pollBudgetMs({ getPollBudgetMs }: Partial<IPollFunctions>): number {
	return getPollBudgetMs?.() ?? Infinity;
}

/** Contexts that n8n made when it published a workflow and that have been used once. */
const published = new WeakSet<IPollFunctions>();

/**
 * Whether this is the poll with which n8n publishes a workflow: it shows a person what that throws.
 *
 * n8n makes one context when it publishes, and polls with it at once, and then again and again (seen in
 * 2.40 and 2.41). Where that changes, the first poll of every context counts as one: it throws what fails
 * instead of waiting for three failures, and nothing else is different.
 */
export function isBeingPublished(context: IPollFunctions): boolean {
	const isFirst = !published.has(context);
	published.add(context);
	const isActivation = ['activate', 'update'].includes(context.getActivationMode());
	return isFirst && isActivation && pollBudgetMs(context) >= ordinaryBudgetMs;
}

/**
 * The data of a node that n8n keeps under the node's ID and saves with each poll ("durable cursors");
 * undefined where it keeps them with the workflow, under the name of the node.
 *
 * Data that n8n keeps with the workflow have a hidden property `__dataChanged` (seen in 2.40 and 2.41).
 * Where that is missing, every node's data count as durable: positions are then lost when a node is
 * renamed, and nothing else.
 */
export function durableData(context: IPollFunctions): IDataObject | undefined {
	const data = context.getWorkflowStaticData('node');
	return '__dataChanged' in data ? undefined : data;
}

/** A run's wishes for the token requests that n8n makes for it. */
export interface TokenRequests {
	/** Milliseconds without an answer after which one is given up. */
	timeoutMs: number;
	/** Gets the token at once: n8n stores it first, and then waits for the request's answer. */
	onToken?: (accessToken: string) => void;
}

/**
 * Where a run leaves its wishes in the credential that it hands to n8n, which hands the same object to
 * the credential's `preAuthentication` (seen in 2.40 and 2.41). What n8n stores of a credential is JSON,
 * and that leaves symbols out. From the registry, because n8n may load credentials and nodes apart.
 */
const tokenRequests = Symbol.for('n8n-nodes-stitch-payments.tokenRequests');

export function setTokenRequests(
	credential: ICredentialDataDecryptedObject,
	wanted: TokenRequests,
): void {
	Object.assign(credential, { [tokenRequests]: wanted });
}

/**
 * The wishes of the run that handed this credential over; undefined if there are none, as in a test of
 * the credential. If n8n hands over a copy without them, tokens arrive with the answer that needed one.
 */
export function wantedTokenRequests(credential: {
	[tokenRequests]?: TokenRequests;
}): TokenRequests | undefined {
	return credential[tokenRequests];
}

/**
 * Whether n8n itself threw this, and not the database below it. By fields that n8n's errors have (seen in
 * 2.40 and 2.41), because the class can come from another copy of n8n-workflow. Where they are missing, a
 * credential that was deleted counts as one that cannot be read just now, and nobody is alerted.
 */
export function isErrorOfN8n(cause: unknown): boolean {
	return cause instanceof Error && 'level' in cause && 'shouldReport' in cause;
}

/**
 * Whether n8n ends this execution after a set time: 'Timeout Workflow' in the settings of the workflow
 * or of one that has called it and waits for it, or the server's `EXECUTIONS_TIMEOUT` (seen in 2.41).
 * Where n8n does not say, the answer is no: then n8n may end a wait for a payer.
 */
export function hasTimeLimit(context: IExecuteFunctions): boolean {
	const { additionalData }: { additionalData?: { executionTimeoutTimestamp?: number } } =
		context as object;
	return additionalData?.executionTimeoutTimestamp !== undefined;
}

/**
 * Whether a field of the node's credential is an expression, whose value can differ from item to item.
 * n8n gives a node the values alone; what is stored is known to its helper for credentials (seen in 2.41).
 * Where that is missing or fails, the answer is yes, and the values of all items are read.
 */
export async function hasExpressions(
	context: Pick<IExecuteFunctions, 'getNode'>,
	type: string,
): Promise<boolean> {
	const { additionalData, mode }: Partial<CredentialsHolder> = context as object;
	const details = context.getNode().credentials?.[type];
	if (additionalData === undefined || mode === undefined || details === undefined) return true;
	try {
		const { credentialsHelper } = additionalData;
		const stored = await credentialsHelper.getDecrypted(
			additionalData,
			details,
			type,
			mode,
			undefined,
			true,
		);
		return JSON.stringify(stored).includes('"=');
	} catch {
		return true;
	}
}

interface CredentialsHolder {
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
}
