import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	IRun,
} from 'n8n-workflow';

import { deliver } from '../../../nodes/Stitch/polling/deliver';
import { Poller } from '../../../nodes/Stitch/polling/poll';
import { addresses, answer } from '../builders.mts';

/** A status that an object takes, in milliseconds of the service's clock. */
export interface Step {
	status: string;
	at: number;
	/** How long after it the service shows it. */
	lateMs: number;
}

/** A payout, or a payment request with its money. */
export interface Thing {
	id: string;
	steps: Step[];
	/** When the money of a payment request arrived. */
	received?: Step;
	reference: string;
}

const iso = (time: number) => new Date(time).toISOString();

/** The service: it shows the present status of each object, page by page. */
export class ModelService {
	constructor(
		readonly payouts: readonly Thing[],
		readonly payments: readonly Thing[],
		private readonly pageSize: number,
	) {}

	/** The latest of the steps that are shown at a moment. */
	static present({ steps }: Thing, moment: number): Step | undefined {
		let present: Step | undefined;
		for (const step of steps) {
			if (step.at + step.lateMs <= moment && (present?.at ?? -1) < step.at) present = step;
		}
		return present;
	}

	static received({ received }: Thing, moment: number): Step | undefined {
		return received && received.at + received.lateMs <= moment ? received : undefined;
	}

	/** What it shows of everything, as the trigger names it. */
	changesAt(moment: number): Array<{ key: string; event: string; since: number; thing: Thing }> {
		const of = (event: string, thing: Thing, step: Step | undefined) =>
			step === undefined
				? []
				: [
						{
							event: `${event}.${step.status}`,
							key: keyOf(event, thing, step),
							since: step.at,
							thing,
						},
					];
		return [
			...this.payouts.flatMap((each) =>
				of('disbursement', each, ModelService.present(each, moment)),
			),
			...this.payments.flatMap((each) =>
				of('paymentRequest', each, ModelService.present(each, moment)),
			),
			...this.payments.flatMap((each) =>
				of('paymentConfirmation', each, ModelService.received(each, moment)),
			),
		];
	}

	/** Answers the document of a poll. */
	answer({ first: _, after, ...filters }: IDataObject, moment: number): IDataObject {
		const client = Object.entries(filters).map(([key, filter]) => {
			const nodes = this.nodes(filter as IDataObject, moment);
			const from = Number(after ?? 0);
			const page = nodes.slice(from, from + this.pageSize);
			const next = from + this.pageSize;
			return [
				key === 'filter'
					? (filter as IDataObject).status
						? 'disbursements'
						: 'paymentInitiationRequests'
					: key,
				{
					edges: page.map((node) => ({ node })),
					pageInfo: { hasNextPage: next < nodes.length, endCursor: String(next) },
				},
			];
		});
		return { data: { client: Object.fromEntries(client) as IDataObject } };
	}

	private nodes(filter: IDataObject, moment: number): IDataObject[] {
		if (filter.status !== undefined) {
			const [[type = '', { date }] = ['', { date: {} }]] = Object.entries(
				filter.status as Record<string, { date: IDataObject }>,
			);
			return this.payouts.flatMap((thing) => {
				const step = ModelService.present(thing, moment);
				if (step === undefined || typeOf('Disbursement', step) !== type) return [];
				return within(step.at, date) ? [payoutNode(thing, step)] : [];
			});
		}
		const byUpdate = filter.updated as IDataObject | undefined;
		const byMoney = (filter.paymentConfirmation as { PaymentReceived?: { received: IDataObject } })
			?.PaymentReceived?.received;
		return this.payments.flatMap((thing) => {
			const step = ModelService.present(thing, moment);
			const received = ModelService.received(thing, moment);
			if (step === undefined) return [];
			const updated = Math.max(step.at + step.lateMs, received ? received.at + received.lateMs : 0);
			const isAsked = byUpdate
				? within(updated, byUpdate)
				: received !== undefined && within(received.at, byMoney ?? {});
			return isAsked ? [paymentNode(thing, { step, received, updated })] : [];
		});
	}
}

const parsed = new Map<string, number>();

/** Parsed once: there are as many questions as objects. */
function timeIn(text: string): number {
	if (parsed.size > 1000) parsed.clear();
	const time = parsed.get(text) ?? Date.parse(text);
	parsed.set(text, time);
	return time;
}

function within(time: number, { gte, lt }: IDataObject): boolean {
	return time >= timeIn(String(gte)) && (lt === undefined || time < timeIn(String(lt)));
}

const typeOf = (prefix: string, { status }: Step) =>
	`${prefix}${status.charAt(0).toUpperCase()}${status.slice(1)}`;

const amount = { quantity: '150.00', currency: 'ZAR' };

function payoutNode({ id, reference }: Thing, step: Step): IDataObject {
	const status = { __typename: typeOf('Disbursement', step), date: iso(step.at) };
	return { id, externalReference: reference, amount, status };
}

function paymentNode(
	{ id, reference }: Thing,
	{ step, received, updated }: { step: Step; received: Step | undefined; updated: number },
): IDataObject {
	return {
		id,
		externalReference: reference,
		amount,
		updated: iso(updated),
		state: { __typename: typeOf('PaymentInitiationRequest', step), date: iso(step.at) },
		paymentConfirmation: received
			? { __typename: 'PaymentReceived', received: iso(received.at) }
			: null,
	};
}

/** By what the trigger tells changes apart. */
function keyOf(family: string, { id }: Thing, { status, at }: Step): string {
	return `${family}.${status}/${id}${status === 'paused' ? `@${iso(at)}` : ''}`;
}

/** What becomes of an execution that n8n is handed. */
export type Fate =
	| 'runs'
	| 'failsLater'
	| 'slow'
	| 'failsAtTrigger'
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
	processed: string[];
}

const clone = <Value,>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

let workflows = 0;

/** n8n with one workflow that is published. */
export class ModelN8n {
	/** What the workflow went on with, or what a crashed execution holds for a retry. */
	readonly told: Array<{ key: string; at: number }> = [];

	executions = 0;

	database: Database = { staticData: {}, cursor: {}, processed: [] };

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

	clientId = 'test-1';

	/** Whether Stitch refuses the credential. */
	isRefused = false;

	/** A list that Stitch does not offer; its key. */
	notOffered: string | undefined;

	readonly log: string[] = [];

	/** The variables of what Stitch was asked. */
	readonly requests: IDataObject[] = [];

	/** What polls gave n8n. */
	readonly returned: unknown[] = [];

	readonly failures: string[] = [];

	private process = new Poller();

	private other = new Poller();

	private readonly id = `model-${workflows++}`;

	private publication:
		{ context: IPollFunctions; staticData: Record<string, IDataObject> } | undefined;

	private underway: Array<() => Promise<void>> = [];

	constructor(
		private readonly service: ModelService,
		private readonly keeping: Keeping,
	) {}

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

	/** The workflow is published, or taken up by a process: n8n polls once and saves. */
	async publish(activation = 'update'): Promise<void> {
		const { database } = this;
		const staticData = clone(database.staticData);
		this.publication = { staticData, context: this.contextOf(staticData, activation) };
		await this.pollWith(this.publication.context);
		if (this.keeping === 'published' && !this.diesBeforeSaving) {
			database.staticData = clone(staticData);
		}
	}

	async poll(): Promise<void> {
		const { keeping, publication } = this;
		if (publication === undefined) return;
		if (keeping === 'published') return await this.pollWith(publication.context);
		// The scheduler makes a context for each poll.
		await this.pollWith(this.contextOf(clone(this.database.staticData), 'update', true));
	}

	private async pollWith(context: IPollFunctions): Promise<void> {
		await this.process.poll(context).then(
			(output) => this.returned.push(output),
			(cause: Error) => this.failures.push(cause.message),
		);
		await settled();
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
		const node = () => ({ id: 'node', name: this.name, type: 'poll', credentials: {} });
		const context = {
			getNode: node,
			getWorkflow: () => ({ id: this.id, name: 'Shop' }),
			getInstanceId: () => 'instance',
			getTimezone: () => 'Africa/Johannesburg',
			getActivationMode: () => activation,
			getPollBudgetMs: () => (isScheduled ? 36_000 : 5 * 60_000),
			getNodeParameter: (name: string) => this.parameter(name),
			getWorkflowStaticData: (type: string) => {
				if (type === 'node') return nodeData;
				return (staticData.global ??= {});
			},
			logger: { info: (line: string) => this.log.push(line), warn: () => {} },
			getCredentials: async () => ({
				...addresses,
				clientId: this.clientId,
				clientSecret: 'made-up',
				chosenScopes: [],
				accessToken: '',
			}),
			helpers: {
				createDeferredPromise: deferred,
				httpRequestWithAuthentication: async (
					_type: string,
					{ body }: { body: { variables: IDataObject } },
				) => {
					await Promise.resolve();
					this.requests.push(body.variables);
					if (this.isRefused) return answer(403, { title: 'Forbidden' });
					if (this.notOffered !== undefined && this.notOffered in body.variables) {
						const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' };
						return answer(200, { errors: [{ message: 'Cannot query this', extensions }] });
					}
					const empty = new ModelService([], [], 1);
					const service = this.clientId === 'test-1' ? this.service : empty;
					return answer(200, service.answer(body.variables, this.moment));
				},
			},
			__emit: (items: INodeExecutionData[][], _: undefined, over: Deferred) => {
				if (!this.diesBeforeSaving) this.database.staticData = clone(staticData);
				this.execute(items[0] ?? [], over);
			},
		};
		return context as unknown as IPollFunctions;
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
		const run = (status: string, lastNodeExecuted: string) =>
			({ status, data: { resultData: { lastNodeExecuted } } }) as unknown as IRun;
		if (fate === 'failsAtTrigger') return over.resolve(run('error', this.name));
		const had = clone(this.database.staticData);
		const work = async () => {
			for (const { json } of await this.delivered(items)) {
				this.told.push({ key: String(json.eventId), at: this.moment });
			}
			if (this.othersKeep) this.database.staticData = had;
			if (fate === 'diesAfter') over.reject(new Error('crashed'));
			else over.resolve(fate === 'failsLater' ? run('error', 'After') : run('success', 'After'));
		};
		this.underway.push(work);
		if (fate !== 'slow') void this.finish();
	}

	private async delivered(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const executeData = {};
		const context = {
			getInputData: () => items,
			getMode: () => 'trigger',
			getNode: () => ({ id: 'node', name: this.name }),
			getWorkflow: () => ({ id: this.id }),
			getExecuteData: () => executeData,
			getExecutionId: () => '1',
			helpers: {
				checkProcessedAndRecord: async (
					ids: string[],
					_: string,
					{ maxEntries }: { maxEntries: number },
				) => {
					const { processed } = this.database;
					const known = new Set(processed);
					const first = ids.filter((id) => !known.has(id));
					for (const id of first) processed.push(id);
					processed.splice(0, Math.max(0, processed.length - maxEntries));
					return { new: first, processed: [] };
				},
			},
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
