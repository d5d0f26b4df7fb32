import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IRun,
	IWorkflowSettings,
	NodeApiError,
} from 'n8n-workflow';

import { deliver } from '../../../nodes/Stitch/polling/deliver';
import { Poller } from '../../../nodes/Stitch/polling/poll';
import { answer, customAddresses } from '../builders.mts';
import { ProcessedData } from '../webhook/processedData.mts';
import { ModelService } from './modelService.mts';

const minute = 60_000;

/** What becomes of an execution that n8n is handed. */
export type Fate =
	| 'runs'
	| 'endsAtTrigger'
	| 'waits'
	| 'failsLater'
	| 'slow'
	| 'failsAtTrigger'
	| 'failsBefore'
	| 'notStored'
	| 'diesBefore'
	| 'diesAfter'
	| 'neverEnds';

/**
 * How n8n keeps what a poll notes (2.40, `trigger-execution-context.factory`, `workflow-static-data`,
 * `poll-cursor.service`): in an object that lives as long as the workflow is published and is saved with
 * each execution; in one that each poll gets from the database; or in a table of its own, by node.
 */
export type Keeping = 'published' | 'scheduler' | 'durable';

interface Deferred {
	promise: Promise<IRun | undefined>;
	resolve(run: IRun | undefined): void;
	reject(cause: Error): void;
}

/** What n8n has in its database. */
interface Database {
	staticData: Record<string, IDataObject>;
	/** With durable cursors, by node. */
	cursor: IDataObject;
	/** What `checkProcessedAndRecord` has recorded. */
	processed: ProcessedData['rows'];
}

const clone = <Value,>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

let workflows = 0;

/** n8n with one workflow that is published. */
export class ModelN8n {
	/** What the workflow went on with, or what a crashed execution holds for a retry. */
	readonly reported: Array<{ key: string; at: number }> = [];

	executions = 0;

	database: Database = { staticData: {}, cursor: {}, processed: new Map() };

	/** The moment, by the service's clock. */
	moment = 0;

	offsetMs = 0;

	fate: Fate = 'runs';

	/** Whether n8n dies before what it saves is in the database. */
	diesBeforeSaving = false;

	/** Whether another node of the workflow keeps something, so that n8n saves what it had read. */
	othersKeep = false;

	events: string[] = ['disbursement.completed'];

	prefix = '';

	name = 'Changes';

	/** Settings of the node, such as `executeOnce`. */
	settings: Partial<INode> = {};

	/** Settings of the workflow. */
	workflowSettings: IWorkflowSettings = {};

	clientId = 'test-1';

	/** Whether answers have Stitch's time. */
	hasDate = true;

	/** Whether Stitch refuses the credential. */
	isRefused = false;

	/** How many more requests Stitch answers. */
	mostAnswers = Infinity;

	/** Lists that Stitch does not show, by their keys, with the code of its error. */
	readonly notShown = new Map<string, string>();

	/** Answers in place of the service, where it gives something. */
	answers: (variables: IDataObject, url: string) => unknown = () => undefined;

	/** Whether this version of n8n lets a poll start executions. */
	canStart = true;

	/** How many milliseconds n8n's scheduler gives a poll. */
	budgetMs = 36_000;

	readonly log: string[] = [];

	readonly warnings: string[] = [];

	/** The variables of what Stitch was asked. */
	readonly requests: IDataObject[] = [];

	/** What polls gave n8n. */
	readonly returned: unknown[] = [];

	readonly failures: string[] = [];

	/** What is said below the latest failure. */
	advice: string | null | undefined;

	/** How long each answer takes. */
	answerMs = 0;

	private process = new Poller();

	private other = new Poller();

	private readonly id = `model-${workflows++}`;

	private publication:
		{ context: IPollFunctions; staticData: Record<string, IDataObject> } | undefined;

	private underway: Array<() => Promise<void>> = [];

	/** How long something is waited for in this poll. */
	private limits: Array<{ at: number; end(): void }> = [];

	constructor(
		private readonly service: ModelService,
		public keeping: Keeping,
	) {}

	/** The clocks of this process show its moment, until the mocks are restored. */
	setClocks(): void {
		jest.spyOn(Date, 'now').mockImplementation(() => this.moment + this.offsetMs);
		jest.spyOn(performance, 'now').mockImplementation(() => this.moment);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const limit = new AbortController();
			this.limits.push({ at: this.moment + ms, end: () => limit.abort() });
			return limit.signal;
		});
	}

	/** An answer that never comes: the time passes for which it is waited for. */
	async silence(): Promise<never> {
		await settled();
		this.moment = Math.min(...this.limits.map(({ at }) => at));
		for (const { at, end } of this.limits) if (at <= this.moment) end();
		return await new Promise<never>(() => {});
	}

	/** n8n is killed and starts again. */
	async kill(): Promise<void> {
		this.process = new Poller();
		this.underway = [];
		await this.publish('init');
	}

	/** Another process takes over, which may have polled before. */
	async hand(): Promise<void> {
		[this.process, this.other] = [this.other, this.process];
		await this.publish('leadershipChange');
	}

	/**
	 * The workflow is published, or taken up by a process: n8n polls once and saves. A publication that
	 * fails leaves no trigger behind, but n8n has the new version of the workflow already.
	 */
	async publish(activation = 'update'): Promise<void> {
		const { database } = this;
		const staticData = clone(database.staticData);
		const context = this.contextOf(staticData, activation);
		this.publication = undefined;
		if (await this.pollWith(context)) this.publication = { staticData, context };
		if (this.keeping === 'published' && !this.diesBeforeSaving) {
			database.staticData = clone(staticData);
		}
	}

	async poll(): Promise<void> {
		const { keeping, publication } = this;
		if (publication === undefined) return;
		if (keeping === 'published') {
			await this.pollWith(publication.context);
			return;
		}
		// The scheduler makes a context for each poll.
		await this.pollWith(this.contextOf(clone(this.database.staticData), 'update', true));
	}

	/** Polls after a while, in which executions have ended. */
	async pollLater(afterMs = minute): Promise<void> {
		this.moment += afterMs;
		await this.finish();
		await this.poll();
	}

	/** Whether n8n polls. */
	get isPublished(): boolean {
		return this.publication !== undefined;
	}

	/** @returns whether the poll succeeded */
	private async pollWith(context: IPollFunctions): Promise<boolean> {
		this.limits = [];
		const succeeded = await this.process.poll(context).then(
			(output) => {
				this.returned.push(output);
				return true;
			},
			(cause: NodeApiError) => {
				this.failures.push(cause.message);
				this.advice = cause.description;
				return false;
			},
		);
		await settled();
		return succeeded;
	}

	/** What n8n's slow executions have still to do. */
	async finish(): Promise<void> {
		for (const work of this.underway.splice(0)) await work();
		await settled();
	}

	private contextOf(
		staticData: Record<string, IDataObject>,
		activation: string,
		isScheduled = false,
	): IPollFunctions {
		const isDurable = this.keeping === 'durable';
		const nodeData = isDurable ? this.database.cursor : marked({});
		const node = () => ({
			...{ id: 'node', name: this.name, type: 'poll', credentials: {} },
			...this.settings,
		});
		const context = {
			getNode: node,
			getWorkflow: () => ({ id: this.id, name: 'Shop' }),
			getInstanceId: () => 'instance',
			getTimezone: () => 'Africa/Johannesburg',
			getActivationMode: () => activation,
			getWorkflowSettings: () => this.workflowSettings,
			getPollBudgetMs: () => (isScheduled ? this.budgetMs : 5 * minute),
			getNodeParameter: (name: string) => this.parameter(name),
			getWorkflowStaticData: (type: string) => {
				if (type === 'node') return nodeData;
				return (staticData.global ??= {});
			},
			logger: {
				info: (line: string) => this.log.push(line),
				warn: (line: string) => this.warnings.push(line),
			},
			getCredentials: async () => ({
				...customAddresses,
				clientId: this.clientId,
				clientSecret: 'made-up',
				chosenScopes: [],
				accessToken: '',
			}),
			helpers: {
				createDeferredPromise: deferred,
				httpRequestWithAuthentication: async (
					_type: string,
					{ body, qs, url }: { body?: { variables: IDataObject }; qs?: IDataObject; url: string },
				) => await this.answer(body?.variables ?? qs ?? {}, url),
			},
			__emit: (items: INodeExecutionData[][], _: undefined, over: Deferred) => {
				if (!this.diesBeforeSaving) this.database.staticData = clone(staticData);
				this.execute(items[0] ?? [], over);
			},
			...(!this.canStart && { __emit: undefined }),
		};
		return context as unknown as IPollFunctions;
	}

	private async answer(variables: IDataObject, url: string): Promise<unknown> {
		await Promise.resolve();
		this.requests.push(variables);
		this.moment += this.answerMs;
		const given = this.answers(variables, url);
		if (given !== undefined) return await given;
		if (this.mostAnswers-- <= 0) return answer(200, {});
		if (this.isRefused) return answer(403, { title: 'Forbidden' });
		for (const [key, code] of this.notShown) {
			if (!(key in variables)) continue;
			const error = { message: `not shown: ${key}`, path: ['client', key], extensions: { code } };
			return answer(200, { errors: [error] });
		}
		const service = this.clientId === 'test-1' ? this.service : new ModelService([], [], 1);
		const date = this.hasDate ? new Date(this.moment).toUTCString() : undefined;
		return answer(200, service.answer(variables, this.moment), { date });
	}

	private parameter(name: string): unknown {
		const options = this.prefix === '' ? {} : { externalReferencePrefix: this.prefix };
		return { events: this.events, options }[name];
	}

	/** n8n is handed changes for an execution. */
	private execute(items: INodeExecutionData[], over: Deferred): void {
		this.executions++;
		const { fate } = this;
		const isLost = ['notStored', 'diesBefore'].includes(fate);
		if (isLost) over.reject(new Error('lost'));
		if (isLost || fate === 'neverEnds') return;
		const run = (status: string, lastNodeExecuted?: string) =>
			({ status, data: { resultData: { lastNodeExecuted } } }) as unknown as IRun;
		if (fate === 'failsAtTrigger') return over.resolve(run('error', this.name));
		if (fate === 'failsBefore') return over.resolve(run('crashed'));
		const had = clone(this.database.staticData);
		const work = async () => {
			for (const { json } of await this.delivered(items)) {
				this.reported.push({ key: String(json.eventId), at: this.moment });
			}
			if (this.othersKeep) this.database.staticData = had;
			if (fate === 'diesAfter') return over.reject(new Error('crashed'));
			if (fate === 'failsLater') return over.resolve(run('error', 'After'));
			if (fate === 'waits') return over.resolve(run('waiting', 'After'));
			over.resolve(run('success', fate === 'endsAtTrigger' ? this.name : 'After'));
		};
		this.underway.push(work);
		if (fate !== 'slow') void this.finish();
	}

	private async delivered(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const context = {
			...new ProcessedData(this.database.processed).execution(this.id),
			getInputData: () => items,
			getNodeParameter: (name: string) => this.parameter(name),
			continueOnFail: () => false,
		};
		const [delivered = []] = await deliver(context as unknown as IExecuteFunctions);
		return delivered;
	}
}

function deferred(): Deferred {
	const given = {} as Deferred;
	given.promise = new Promise((resolve, reject) => Object.assign(given, { resolve, reject }));
	return given;
}

/** As n8n marks data that it saves with the workflow. */
function marked(data: IDataObject): IDataObject {
	return Object.defineProperty(data, '__dataChanged', { value: false });
}

/** Until everything that waits for nothing has been done. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}
