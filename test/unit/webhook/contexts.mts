import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type IWebhookFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	keepSecrets,
	type StaticDataHolder,
} from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { secretOf } from './deliveries.mts';
import { ProcessedData } from './processedData.mts';

let nodes = 0;

/** The client whose subscriptions are kept. */
export const sealingCredential = { clientId: 'test-1', clientSecret: 'made-up-client-secret' };

/** What n8n gives to read and write what it keeps with a workflow. */
export function staticDataHolder(
	node = `node-${nodes++}`,
	staticData: IDataObject = {},
	mode: WorkflowExecuteMode = 'webhook',
): StaticDataHolder & { staticData: IDataObject } {
	return {
		staticData,
		getWorkflowStaticData: (type) => (type === 'global' ? staticData : {}),
		getInstanceId: () => 'instance',
		getWorkflow: () => ({ id: `workflow of ${node}` }),
		getNode: () => ({ id: node }),
		getMode: () => mode,
	};
}

/** Keeps a subscription, as publishing a workflow does. */
export function keepOne(
	holder: StaticDataHolder,
	{
		url = 'https://n8n.test/webhook',
		id = 'ep_1',
		name = 'kept',
		filterTypes = ['disbursement'],
	} = {},
): void {
	const subscriptions = [{ id, filterTypes, secret: secretOf(name) }];
	keepSecrets(holder, sealingCredential, { url, asked: filterTypes, subscriptions });
}

/** What n8n gives to `webhook()`, as far as the trigger uses it, and what became of the answer. */
export function webhookContext({
	headers = {},
	rawBody,
	parameters = {},
	staticData,
	credential = sealingCredential,
	mode = 'webhook',
	http = async () => await Promise.reject(new Error('nothing was scripted')),
}: {
	headers?: Record<string, string>;
	rawBody?: unknown;
	parameters?: IDataObject;
	staticData?: IDataObject;
	/** Null: it cannot be read. */
	credential?: IDataObject | null;
	mode?: WorkflowExecuteMode;
	/** Answers for the service, which is asked only about the subscription. */
	http?: (options: { body: { query: string } }) => Promise<unknown>;
}) {
	const answer: { status?: number; ended: boolean } = { ended: false };
	const log: string[] = [];
	const id = `node-${nodes++}`;
	const response = {
		status(code: number) {
			answer.status = code;
			return response;
		},
		end(content?: unknown) {
			answer.ended = content === undefined;
		},
	};
	const holder = staticDataHolder(id, staticData ?? {}, mode);
	if (staticData === undefined) keepOne(holder);
	const context = {
		getRequestObject: () => ({
			rawBody: undefined as unknown,
			async readRawBody() {
				if (rawBody === undefined) throw new Error('the body is gone');
				this.rawBody = rawBody;
			},
		}),
		getHeaderData: () => headers,
		getResponseObject: () => response,
		getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
		...holder,
		getCredentials: async (type: string) => {
			if (credential === null || type !== 'stitchApi')
				throw new UserError('Credential with ID "1" does not exist');
			return credential;
		},
		getNode: () => ({ ...holder.getNode(), name: 'Stitch Payments Trigger' }),
		getWorkflow: () => ({ ...holder.getWorkflow(), name: 'Shop' }),
		getNodeWebhookUrl: () => 'https://n8n.test/webhook',
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: { body: { query: string } }) =>
				await http(request),
		},
		logger: {
			warn: (line: string) => void log.push(line),
			info: (line: string) => void log.push(line),
		},
	};
	return { context: context as unknown as IWebhookFunctions, answer, log };
}

/** What n8n gives to `execute()`. */
export function executeContext({
	events,
	chosen = events.map(({ event }) => String(event)),
	options = {},
	mode = 'webhook',
	data = new ProcessedData(),
	node = `node-${nodes++}`,
	http = async () => await Promise.reject(new Error('nothing was scripted')),
	onError,
}: {
	events: IDataObject[];
	/** What the workflow starts on; by default what is given. */
	chosen?: string[];
	options?: IDataObject;
	mode?: string;
	/** What earlier executions have recorded. */
	data?: ProcessedData;
	node?: string;
	http?: (options: { url: string; body?: { variables: IDataObject } }) => Promise<unknown>;
	/** The node setting "On Error"; without it the node stops. */
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
}) {
	const execution = data.execution(node, mode);
	const context = {
		...execution,
		getInputData: () => events.map((json) => ({ json })),
		getNodeParameter: (name: string, item: number) =>
			item === 0 ? { events: chosen, options }[name] : undefined,
		getNode: () => ({ ...execution.getNode(), name: 'Stitch Payments Trigger', onError }),
		getTimezone: () => 'Africa/Johannesburg',
		getCredentials: async () => ({ clientId: 'test-1', accessToken: 'made-up' }),
		getExecutionCancelSignal: () => undefined,
		continueOnFail: () => onError !== undefined,
		helpers: {
			...execution.helpers,
			httpRequestWithAuthentication: async (_type: string, request: { url: string }) =>
				await http(request),
		},
	};
	return { context: context as unknown as IExecuteFunctions, recordings: data.recordings };
}
