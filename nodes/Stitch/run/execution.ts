import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeTypeAndVersion,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { timeOf } from '../transport/clock';
import { asFields } from '../transport/json';
import { hasTimeLimit } from '../transport/n8nInternals';
import { isTool } from './tool';

/** The address, signed by n8n, that resumes this execution while it waits. */
export function resumeAddress(context: IExecuteFunctions | IWebhookFunctions): string {
	return String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
}

type Nodes = Pick<IExecuteFunctions, 'evaluateExpression' | 'getNode' | 'getParentNodes'>;

/** How long after a form was sent in somebody may still sit in front of it. */
const inFrontMs = 5 * 60_000;

/**
 * Whether a person waits for this execution: in the editor, or in front of a form. A model waits for its tool,
 * to which no form leads, and a person for the model.
 */
export function isWatched(context: Nodes & Pick<IExecuteFunctions, 'getMode'>): boolean {
	if (context.getMode() === 'manual' || isTool(context.getNode())) return true;
	const sent = earlierOutputs(context, (type) => /\.form(Trigger)?$/.test(type));
	return sent.some(({ submittedAt }) => Date.now() - (timeOf(submittedAt) ?? 0) < inFrontMs);
}

/** The outputs, in this execution, of the nodes of some types that lead to this one. */
function earlierOutputs(context: Nodes, isWanted: (type: string) => boolean): IDataObject[] {
	return context
		.getParentNodes(context.getNode().name)
		.filter(({ type }) => isWanted(type))
		.flatMap(({ name }) => outputOfNode(context, name));
}

function outputOfNode(context: Nodes, name: string): IDataObject[] {
	try {
		const items: unknown = context.evaluateExpression(`{{ $(${JSON.stringify(name)}).all() }}`, 0);
		return Array.isArray(items) ? items.map((item) => asFields(asFields(item).json)) : [];
	} catch {
		// It is in a branch that was not taken.
		return [];
	}
}

const withParameters = { includeNodeParameters: true };

/** The execution that an input item belongs to, and how it is made to wait for a person. */
export class ItemExecution {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly index: number,
	) {}

	get itemCount(): number {
		return this.context.getInputData().length;
	}

	/**
	 * Whether n8n may have taken the outputs of earlier nodes from a different execution: it does so in a
	 * retry, and if a person has started the execution in the middle.
	 */
	get mayHaveEarlierOutput(): boolean {
		return ['retry', 'manual'].includes(this.context.getMode());
	}

	get resumeUrl(): string {
		return resumeAddress(this.context);
	}

	/**
	 * The beginnings of this n8n's addresses, each with a slash at its end: first those of its webhooks,
	 * then those of the editor, with which test webhooks begin if the two differ.
	 */
	get n8nAddresses(): string[] {
		// It ends with the name of the endpoint and the ID of the execution.
		const webhooks = new URL('..', this.resumeUrl).href;
		const editor = new URL(this.context.getInstanceBaseUrl()).href;
		return [...new Set([webhooks, editor])];
	}

	get hasTimeLimit(): boolean {
		return hasTimeLimit(this.context);
	}

	/**
	 * The nodes that may run in this execution after this node: those behind it, those in the branches
	 * beside it, and the tools of the AI agents among them. A node that only leads here has run already.
	 * Nodes that are turned off are left out.
	 */
	get laterNodes(): NodeTypeAndVersion[] {
		const { context } = this;
		const { name } = context.getNode();
		const later = new Map<string, NodeTypeAndVersion>();
		const add = (nodes: NodeTypeAndVersion[]) =>
			nodes.forEach((node) => later.set(node.name, node));

		add(context.getChildNodes(name, withParameters));
		// In a loop, a node before this one is also behind it.
		const before = context.getParentNodes(name).filter((node) => !later.has(node.name));
		for (const node of before) {
			// The first one leads to most others, so the nodes behind those are then known.
			if (!later.has(node.name)) add(context.getChildNodes(node.name, withParameters));
		}
		for (const node of before) later.delete(node.name);
		later.delete(name);

		const agentTools = { ...withParameters, connectionType: NodeConnectionTypes.AiTool };
		for (const node of [...later.keys()]) add(context.getParentNodes(node, agentTools));
		return [...later.values()].filter(({ disabled }) => !disabled);
	}

	/** What the input and earlier nodes of this package say about an object. */
	earlier(id: string): IDataObject[] {
		const { type } = this.context.getNode();
		const outputs = earlierOutputs(this.context, (other) => other === type);
		return [this.input?.json ?? {}, ...outputs].filter((json) => json.id === id);
	}

	/**
	 * Makes the execution wait after this node. When the time is up, n8n passes the node's input to the
	 * next node without running this one again, so the row is replaced by the output for that case.
	 * It has to contain the row: when a payer returns, the node's expressions read it again.
	 */
	async park(until: Date, whenTimeIsUp: IDataObject): Promise<void> {
		if (this.input !== undefined) this.input.json = whenTimeIsUp;
		await this.context.putExecutionToWait(until);
	}

	private get input(): INodeExecutionData | undefined {
		return this.context.getInputData()[this.index];
	}
}
