/**
 * Runs the built action node over one row in n8n's own engine of another version, and prints what it
 * put out as JSON. Its amount cannot be read, so it fails before anything is sent.
 *
 * Arguments: the folder of the built package, of n8n-core, and of the n8n-workflow that the node gets.
 */
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INode, INodeExecutionData, INodeType } from 'n8n-workflow';

const [packageFolder = '', coreFolder = '', workflowFolder = ''] = process.argv.slice(2);
const requireOfCore = createRequire(join(coreFolder, 'package.json'));
const requireOfHost = createRequire(join(workflowFolder, 'package.json'));

process.env.N8N_LOG_LEVEL = 'silent';
requireOfCore('reflect-metadata');
const core = requireOfCore(coreFolder) as typeof import('n8n-core');
const workflows = requireOfCore('n8n-workflow') as typeof import('n8n-workflow');

// As in n8n, what the package imports is the host's.
type Resolve = (request: string, parent?: { filename?: string }, ...rest: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolve };
const resolve = loader._resolveFilename;
loader._resolveFilename = (request, parent, ...rest) =>
	parent?.filename?.startsWith(packageFolder) && !/^[./]/.test(request)
		? resolve(request === 'n8n-workflow' ? workflowFolder : requireOfHost.resolve(request))
		: resolve(request, parent, ...rest);

const requireBuilt = createRequire(join(packageFolder, 'package.json'));
const { n8n } = requireBuilt('./package.json') as {
	n8n: Record<'nodes' | 'credentials', string[]>;
};
const loaded = [...n8n.nodes, ...n8n.credentials].flatMap((file) =>
	Object.keys(requireBuilt(`./${file}`) as object),
);
const { Stitch } = requireBuilt('./dist/nodes/Stitch/Stitch.node.js') as {
	Stitch: new () => INodeType;
};

const rows: INodeType = {
	description: {
		...{ displayName: 'Rows', name: 'rows', group: ['input'], version: 1, description: '' },
		...{ defaults: {}, inputs: ['main'], outputs: ['main'], properties: [] },
	},
	execute: async () => [[{ json: { id: 'row-0' } }]],
};
const types = { rows, stitch: new Stitch() };
const typeOf = (name: string) => types[name as keyof typeof types];
const place = { typeVersion: 1, position: [0, 0] as [number, number] };
const stitch: INode = {
	...{ ...place, id: 'stitch', name: 'Stitch', type: 'stitch', onError: 'continueErrorOutput' },
	credentials: { stitchApi: { id: 'credential', name: 'Test client' } },
	parameters: {
		...{ resource: 'disbursement', operation: 'create', amount: 'none', bank: 'fnb' },
		...{ externalReference: 'salary-1', beneficiaryName: 'A Payee' },
		...{ accountNumber: '1234567890', beneficiaryReference: 'Salary' },
	},
};
const workflow = new workflows.Workflow({
	id: 'workflow',
	active: false,
	nodeTypes: { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) },
	nodes: [{ ...place, id: 'rows', name: 'Rows', type: 'rows', parameters: {} }, stitch],
	connections: { Rows: { main: [[{ node: 'Stitch', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});
const credential = {
	...{ clientId: 'test-client', clientSecret: 'secret', accessToken: '' },
	chosenScopes: ['client_disbursement'],
};
const additionalData = {
	credentialsHelper: {
		getDecrypted: async () => credential,
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
	},
	hooks: new core.ExecutionLifecycleHooks('manual', 'execution', workflow as never),
	variables: {},
	currentNodeExecutionIndex: 0,
	executionId: 'execution',
	...Object.fromEntries(
		['instance', 'webhook', 'webhookWaiting', 'formWaiting'].map((of) => [
			`${of}BaseUrl`,
			`http://127.0.0.1/${of}`,
		]),
	),
};
const expressions = workflow.expression as Partial<typeof workflow.expression>;
await expressions.acquireIsolate?.();
const { data } = await new core.WorkflowExecute(additionalData as never, 'manual').run({
	workflow,
	startNode: workflow.getNode('Rows') ?? undefined,
});
await expressions.releaseIsolate?.();
const [task] = data.resultData.runData.Stitch ?? [];
const [success = [], failed = []] = (task?.data?.main ?? []) as INodeExecutionData[][];
const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);
const { error } = data.resultData;
process.stdout.write(
	JSON.stringify({
		loaded,
		success: jsonOf(success),
		failed: jsonOf(failed),
		error: error?.message,
	}),
);
process.exit();
