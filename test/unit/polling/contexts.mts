import type { IDataObject, IExecuteFunctions, INode, IPollFunctions } from 'n8n-workflow';

import { answer, customAddresses } from '../builders.mts';

let nodes = 0;

/** What the service answers to a document with these variables: a body, or `answer` with a status. */
export type Asked = (variables: IDataObject, url: string) => unknown;

/** One page of each list that was asked for, with these objects; by default none. */
export function pages(
	variables: IDataObject,
	objects: Record<string, IDataObject[]> = {},
	hasNextPage = false,
): IDataObject {
	const keys = Object.keys(variables).filter((name) => !['first', 'after'].includes(name));
	const page = (key: string) => ({
		edges: (objects[key] ?? []).map((node) => ({ node })),
		pageInfo: { hasNextPage, endCursor: 'next' },
	});
	return { data: { client: Object.fromEntries(keys.map((key) => [key, page(key)])) } };
}

/** A service in which nothing has ever happened. */
const nothing: Asked = (variables) => pages(variables);

interface Given {
	parameters?: IDataObject;
	staticData?: IDataObject;
	/** What n8n keeps for the whole workflow. */
	globalData?: IDataObject;
	/** Settings of the node, such as `executeOnce`. */
	node?: Partial<INode>;
	clientId?: string;
	workflowId?: string;
	nodeId?: string;
	activation?: string;
	/** How long a poll may take. */
	budgetMs?: number;
	/** Answers a request, or throws as n8n's HTTP helper does. */
	asked?: Asked;
}

/** What n8n gives to `poll()`, as far as the trigger uses it. */
export function pollContext(given: Given = {}) {
	const { nodeId = `node-${nodes++}`, workflowId = 'workflow' } = given;
	const { staticData = {}, globalData = {} } = given;
	const node = { name: 'Changes', type: 'stitchPollingTrigger', credentials: {}, ...given.node };
	const log: string[] = [];
	const sent: IDataObject[] = [];
	const state = { clientId: given.clientId ?? 'test-1', asked: given.asked ?? nothing };
	const note = (line: string) => void log.push(line);
	const { helpers, ...credential } = credentialAndHttp(state, sent);
	const createDeferredPromise = () => ({ promise: new Promise(() => {}) });
	const context = {
		...credential,
		helpers: { ...helpers, createDeferredPromise },
		__emit() {},
		getPollBudgetMs: () => (given.budgetMs === undefined ? 5 * 60_000 : 2 * given.budgetMs),
		getNode: () => ({ id: nodeId, ...node }),
		getWorkflow: () => ({ id: workflowId, name: 'Shop' }),
		getInstanceId: () => 'instance',
		getTimezone: () => 'Africa/Johannesburg',
		getActivationMode: () => given.activation ?? 'init',
		getNodeParameter: (name: string) =>
			({ events: ['disbursement.completed'], options: {}, ...given.parameters })[name],
		getWorkflowStaticData: (type: string) => (type === 'node' ? staticData : globalData),
		logger: { info: note, warn: note },
	};
	return {
		context: context as unknown as IPollFunctions,
		log,
		sent,
		staticData,
		globalData,
		state,
	};
}

/** What n8n gives to `execute()`; `seen` stands for the ids in the database. */
export function executeContext({
	items = [{}],
	mode = 'trigger',
	seen = new Set<string>(),
	...given
}: Given & { items?: IDataObject[]; mode?: string; seen?: Set<string> }) {
	const { nodeId = `node-${nodes++}` } = given;
	const sent: IDataObject[] = [];
	const recorded: Array<{ ids: string[]; how: unknown }> = [];
	const { helpers, ...credential } = credentialAndHttp(
		{ clientId: 'test-1', asked: given.asked ?? nothing },
		sent,
	);
	const node = { id: nodeId, name: 'Changes', type: 'stitchPollingTrigger', credentials: {} };
	const executeData = { node };
	const context = {
		...credential,
		getNode: () => ({ ...node }),
		getExecuteData: () => executeData,
		getExecutionId: () => '1',
		getWorkflow: () => ({ id: 'workflow', name: 'Shop' }),
		getTimezone: () => 'Africa/Johannesburg',
		getMode: () => mode,
		continueOnFail: () => false,
		getInputData: () => items.map((json) => ({ json })),
		getExecutionCancelSignal: () => undefined,
		getNodeParameter: (name: string) =>
			({ events: ['disbursement.completed'], options: {}, ...given.parameters })[name],
		helpers: {
			...helpers,
			async checkProcessedAndRecord(ids: string[], scope: string, how: object) {
				recorded.push({ ids, how: { scope, ...how } });
				const first = ids.filter((id) => !seen.has(id));
				for (const id of ids) seen.add(id);
				return { new: first, processed: ids.filter((id) => !first.includes(id)) };
			},
		},
	};
	return { context: context as unknown as IExecuteFunctions, sent, recorded, seen };
}

function credentialAndHttp(state: { clientId: string; asked: Asked }, sent: IDataObject[]) {
	return {
		getCredentials: async () => ({
			...customAddresses,
			clientId: state.clientId,
			clientSecret: 'made-up',
			chosenScopes: ['client_disbursement'],
			accessToken: '',
		}),
		helpers: {
			async httpRequestWithAuthentication(
				_type: string,
				{ body, url, qs }: { body?: { variables?: IDataObject }; url: string; qs?: IDataObject },
			) {
				const variables = body?.variables ?? qs ?? {};
				sent.push(variables);
				const said = await state.asked(variables, url);
				return (said as { statusCode?: number }).statusCode === undefined
					? answer(200, said)
					: said;
			},
		},
	};
}
