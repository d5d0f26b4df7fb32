import 'reflect-metadata';
import './n8nEnvironment.mts';
import type {
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeParameters,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	INodeTypes,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper, Workflow } from 'n8n-workflow';
import { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { NOON_ZONE } from '../setup/noon.mts';

/** What a run of the node under test is given. */
export interface RunInput {
	/** The node's parameters; expressions start with `=`. */
	parameters: IDataObject;
	/** The stored credential; a token that n8n would store is written back into it. */
	credential: ICredentialDataDecryptedObject;
	/** Which of the node's credentials it is; the client's unless said. */
	credentialType?: 'stitchApi' | 'stitchUserOAuth2Api';
	/** The items that reach the node. */
	rows: IDataObject[] | INodeExecutionData[];
	/** What n8n's "On Error" setting is. */
	onError?: INode['onError'];
	retryOnFail?: boolean;
}

export interface RunOutput {
	/** The items on each output: the first is the main one, the second the error output. */
	outputs: INodeExecutionData[][];
	/** The error that ended the run. */
	error: (Error & { description?: string; context?: IDataObject; httpCode?: string }) | undefined;
	run: IRun;
}

/** A node type that stands before the node under test and hands it the rows of the test. */
function rowsNode(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Rows',
			name: 'rows',
			group: ['input'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		execute: async () => [items],
	};
}

/** Keeps one credential in memory, and runs its code when n8n would. */
export class OneCredential extends ICredentialsHelper {
	private readonly type: ICredentialType;
	private readonly stored: ICredentialDataDecryptedObject;

	constructor(type: ICredentialType, stored: ICredentialDataDecryptedObject) {
		super();
		this.type = type;
		this.stored = stored;
	}

	getParentTypes() {
		return this.type.extends ?? [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		requestOptions: IHttpRequestOptions,
	) {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') return requestOptions;
		return await authenticate(credentials, requestOptions);
	}

	/** As n8n does it: only without a token or after a refusal, and the token is stored. */
	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		_node: INode,
		expired: boolean,
	) {
		if (credentials.accessToken !== '' && !expired) return undefined;
		const output = (await this.type.preAuthentication?.call(helpers, credentials)) ?? {};
		Object.assign(this.stored, output);
		return Object.assign(credentials, output) as ICredentialDataDecryptedObject;
	}

	/** OAuth2 credentials have none. */
	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('not used by nodes');
	}

	/** Its fields may be expressions over the item for which it is asked. */
	async getDecrypted(
		...[, , , mode, executeData, , at]: Parameters<ICredentialsHelper['getDecrypted']>
	) {
		if (at === undefined) return { ...this.stored };
		return at.workflow.expression.getParameterValue(
			this.stored as INodeParameters,
			at.runExecutionData,
			at.runIndex,
			at.itemIndex,
			at.node.name,
			at.connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData(
		_credential: unknown,
		_type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	) {
		Object.assign(this.stored, { oauthTokenData });
	}

	getCredentialsProperties() {
		return this.type.properties;
	}
}

/** The registry of a workflow whose nodes are all of one type. */
export function onlyType(type: INodeType): INodeTypes {
	const get = () => type;
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

/** The nodes of the test workflow: rows, then the node under test. */
function nodeTypesOf(items: INodeExecutionData[]): INodeTypes {
	const known: Record<string, INodeType> = { rows: rowsNode(items), stitch: new Stitch() };
	const get = (name: string) => {
		const found = known[name];
		if (found === undefined) throw new Error(`No node type ${name} in this test`);
		return found;
	};
	return { getByName: get, getByNameAndVersion: get, getKnownTypes: () => ({}) };
}

function workflowOf(
	{ parameters, onError, retryOnFail, credentialType = 'stitchApi' }: RunInput,
	items: INodeExecutionData[],
): Workflow {
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	return new Workflow({
		id: 'integration-test',
		active: false,
		nodeTypes: nodeTypesOf(items),
		nodes: [
			{ ...place, id: 'rows', name: 'Rows', type: 'rows', parameters: {} },
			{
				...place,
				id: 'stitch',
				name: 'Stitch Payments',
				type: 'stitch',
				parameters: parameters as INodeParameters,
				credentials: { [credentialType]: { id: 'credential', name: 'Test client' } },
				onError,
				retryOnFail,
			},
		],
		connections: { Rows: { main: [[{ node: 'Stitch Payments', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', timezone: NOON_ZONE },
	});
}

/** What n8n hands to a node about the execution that it is part of. */
function additionalDataOf(
	{ credential, credentialType }: Pick<RunInput, 'credential' | 'credentialType'>,
	workflow: Workflow,
): IWorkflowExecuteAdditionalData {
	const isUser = credentialType === 'stitchUserOAuth2Api';
	return {
		credentialsHelper: new OneCredential(
			isUser ? new StitchUserOAuth2Api() : new StitchApi(),
			credential,
		),
		hooks: new ExecutionLifecycleHooks('manual', 'integration-test', {
			id: workflow.id,
			name: 'Integration test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: Object.values(workflow.nodes),
			connections: workflow.connectionsBySourceNode,
		}),
		variables: {},
		currentNodeExecutionIndex: 0,
		executionId: '1',
		restApiUrl: 'http://127.0.0.1/rest',
		instanceBaseUrl: 'http://127.0.0.1/',
		webhookBaseUrl: 'http://127.0.0.1/webhook',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Runs the Stitch node over some rows with n8n's own execution engine and HTTP helpers. */
export async function runStitch(input: RunInput): Promise<RunOutput> {
	const items = input.rows.map((row, item) =>
		isItem(row) ? row : { json: row, pairedItem: { item } },
	);
	const workflow = workflowOf(input, items);
	const additionalData = additionalDataOf(input, workflow);
	await workflow.expression.acquireIsolate();
	try {
		const run = await new WorkflowExecute(additionalData, 'manual').run({
			workflow,
			startNode: workflow.getNode('Rows') ?? undefined,
		});
		const [task] = run.data.resultData.runData['Stitch Payments'] ?? [];
		return {
			outputs: (task?.data?.main ?? []).map((output) => output ?? []),
			error: run.data.resultData.error as RunOutput['error'],
			run,
		};
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** Fills a list of the node's panel, as the editor does when a person opens it. */
export async function searchList(
	method: string,
	credential: RunInput['credential'],
	{ filter, paginationToken }: { filter?: string; paginationToken?: string } = {},
): Promise<INodeListSearchResult> {
	const workflow = workflowOf({ parameters: {}, credential, rows: [] }, []);
	const node = workflow.getNode('Stitch Payments');
	const search = new Stitch().methods.listSearch[method];
	if (node === null || search === undefined) throw new Error(`No list is filled by ${method}`);
	const additionalData = additionalDataOf({ credential }, workflow);
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters.any');
	return await search.call(context, filter, paginationToken);
}

function isItem(row: IDataObject | INodeExecutionData): row is INodeExecutionData {
	return typeof row.json === 'object' && row.json !== null;
}
