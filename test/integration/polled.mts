import './n8nEnvironment.mts';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IRun,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { PollContext } from 'n8n-core';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { onlyType, OneCredential } from './harness.mts';

const type = new StitchPollingTrigger();

type Over = Parameters<IPollFunctions['__emit']>[2];

let workflows = 0;

/** A published workflow with one polling trigger, whose polls run as n8n runs them. */
export class Polled {
	parameters: IDataObject = { events: ['disbursement.completed'], options: {} };

	/** What is set in the node's Settings. */
	settings: Partial<INode> = {};

	/** What n8n has saved with the workflow. */
	saved: IDataObject = {};

	/** What was written to n8n's log. */
	readonly log: string[] = [];

	/** Of the workflow; a copy has another one. */
	id = `polled-${workflows++}`;

	credential: ICredentialDataDecryptedObject;

	private told: IDataObject[] = [];

	private active: { context: PollContext; workflow: Workflow } | undefined;

	constructor(credential: ICredentialDataDecryptedObject) {
		this.credential = credential;
	}

	/** n8n publishes the workflow, or takes it up again when it starts: it polls once and saves. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		const node: INode = {
			id: 'trigger',
			name: 'Changes',
			type: 'stitchPollingTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: this.parameters as INode['parameters'],
			credentials: { stitchApi: { id: 'credential', name: 'Test client' } },
			...this.settings,
		};
		const workflow = new Workflow({
			id: this.id,
			name: 'Polled',
			active: true,
			nodeTypes: onlyType(type),
			nodes: [node],
			connections: {},
			staticData: structuredClone(this.saved),
			settings: { timezone: 'Africa/Johannesburg' },
		});
		const additionalData = {
			credentialsHelper: new OneCredential(new StitchApi(), this.credential),
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
		const emit = ([items = []]: INodeExecutionData[][], _: unknown, over: Over) => {
			this.told = items.map(({ json }) => json);
			this.save();
			over?.resolve({ status: 'success' } as IRun);
		};
		const context = new PollContext(workflow, node, additionalData, 'trigger', activation, emit);
		const note = (line: string) => void this.log.push(line);
		Object.defineProperty(context, 'logger', { value: { info: note, warn: note } });
		Object.defineProperty(context, 'getInstanceId', { value: () => 'instance' });
		this.active = { context, workflow };
		const told = await this.poll();
		this.save();
		return told;
	}

	/** One poll. @returns what the workflow starts with; n8n then saves what the trigger keeps */
	async poll(): Promise<IDataObject[]> {
		if (this.active === undefined) throw new Error('The workflow is not published');
		const { context, workflow } = this.active;
		await workflow.expression.acquireIsolate();
		try {
			this.told = [];
			await type.poll.call(context);
			return this.told;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	private save(): void {
		this.saved = JSON.parse(JSON.stringify(this.active?.workflow.staticData)) as IDataObject;
	}
}
