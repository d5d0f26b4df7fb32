import {
	type IConnections,
	type IExecuteFunctions,
	type INode,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';

import { ItemExecution } from '../../../nodes/Stitch/run/execution';

/**
 * The names that are later than "Here", in a workflow that is written as its connections: `A > B`, and
 * `Tool ~ Agent` for a tool. Nodes in brackets are turned off.
 */
function laterIn(...lines: string[]): string[] {
	const connections: IConnections = {};
	const names = new Set<string>(['Here']);
	for (const line of lines) {
		const type = line.includes('~') ? 'ai_tool' : 'main';
		const [from = '', to = ''] = line.split(/ [>~] /);
		names.add(from).add(to);
		const outputs = ((connections[from] ??= {})[type] ??= [[]]);
		outputs[0]?.push({ node: to, type, index: 0 });
	}
	const nodes = [...names].map((name): INode => ({
		id: name,
		name,
		type: 'any',
		typeVersion: 1,
		position: [0, 0],
		parameters: { of: name },
		disabled: name.startsWith('('),
	}));
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	const told = (found: string[], withParameters = false) =>
		found.map((name) => {
			const { type, typeVersion, disabled = false, parameters } = workflow.nodes[name] as INode;
			return { name, type, typeVersion, disabled, ...(withParameters && { parameters }) };
		});
	const context: Pick<IExecuteFunctions, 'getChildNodes' | 'getNode' | 'getParentNodes'> = {
		getNode: () => workflow.nodes.Here as INode,
		getChildNodes: (name, options) =>
			told(workflow.getChildNodes(name), options?.includeNodeParameters),
		getParentNodes: (name, options) =>
			told(
				workflow.getParentNodes(name, options?.connectionType, options?.depth),
				options?.includeNodeParameters,
			),
	};
	const later = new ItemExecution(context as IExecuteFunctions, 0).laterNodes;
	expect(later.every(({ name, parameters }) => parameters?.of === name)).toBe(true);
	return later.map(({ name }) => name).sort();
}

describe('the nodes that come later', () => {
	it('are those behind this node, however far', () => {
		expect(laterIn('Start > Here', 'Here > A', 'A > B', 'B > C')).toEqual(['A', 'B', 'C']);
	});

	it('are not those that only lead to it, nor those of another trigger', () => {
		expect(laterIn('Start > Form', 'Form > Here', 'Here > A', 'Event > Other')).toEqual(['A']);
	});

	it('are those in parallel branches, wherever they branch off', () => {
		const lines = ['Start > Split', 'Split > Here', 'Split > A', 'A > B', 'Start > C', 'Here > D'];
		expect(laterIn(...lines)).toEqual(['A', 'B', 'C', 'D']);
	});

	it('are also those of the loop around it', () => {
		const lines = ['Start > Loop', 'Loop > A', 'A > Here', 'Here > Loop', 'Loop > Done'];
		expect(laterIn(...lines)).toEqual(['A', 'Done', 'Loop']);
	});

	it('are those that follow from a second trigger of the same path', () => {
		expect(laterIn('One > Here', 'Two > Here', 'Two > A')).toEqual(['A']);
	});

	it('are the tools of agents that come after it, and not of those before', () => {
		const lines = ['Early > Here', 'Here > Late', 'Lookup ~ Early', 'Ask ~ Late', 'Mail ~ Ask'];
		expect(laterIn(...lines)).toEqual(['Ask', 'Late', 'Mail']);
	});

	it('are not those that are turned off, but those behind them', () => {
		expect(laterIn('Here > (A)', '(A) > B')).toEqual(['B']);
	});

	it('are none where nothing is connected', () => {
		expect(laterIn()).toEqual([]);
	});
});

function addressesOf(resumeUrl: string, editorUrl: string): string[] {
	const context = { evaluateExpression: () => resumeUrl, getInstanceBaseUrl: () => editorUrl };
	return new ItemExecution(context as unknown as IExecuteFunctions, 0).n8nAddresses;
}

it.each([
	[
		'is the same for webhooks and the editor',
		'https://n8n.test/webhook-waiting/42?signature=a%2Fb',
		'https://n8n.test/',
		['https://n8n.test/'],
	],
	[
		'is written as addresses are compared',
		'https://N8N.test:443/webhook-waiting/42',
		'https://n8n.test',
		['https://n8n.test/'],
	],
	[
		'keeps its path',
		'https://shared.test/a/n8n/webhook-waiting/42?signature=a1',
		'https://shared.test/a/n8n/',
		['https://shared.test/a/n8n/'],
	],
	[
		'is another for the editor, whose comes last',
		'https://hooks.test/webhook-waiting/42',
		'https://editor.test/',
		['https://hooks.test/', 'https://editor.test/'],
	],
])('the address of n8n %s', (_, resumeUrl, editorUrl, expected) => {
	expect(addressesOf(resumeUrl, editorUrl)).toEqual(expected);
});
