import { performance } from 'node:perf_hooks';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type * as polling from '../../nodes/Stitch/polling/poll.ts';
import { atMost, type Figure } from './figures.mts';
import { modulesOf } from './packedModules.mts';
import type { Bench } from './start.mts';
import { median, type Repetition } from './statistics.mts';
import { collectGarbage, computedMs, Turns } from './turns.mts';

const WEEK = 7 * 24 * 60 * 60_000;
const MINUTE = 60_000;
const LONGEST_STRETCH = 50;

/** What one look, or all that are needed to tell everything, took. */
type Sample = Awaited<ReturnType<typeof measure>>;

/**
 * What looks cost n8n's process: the trigger of the packed package with a service that answers at
 * once, so that only its own work counts.
 */
export async function measurePolling(
	bench: Pick<Bench, 'packageFolder'>,
	{ rounds, at }: Repetition,
): Promise<Figure[]> {
	const { Poller } = modulesOf(bench)('./dist/nodes/Stitch/polling/poll.js') as typeof polling;
	const week = async () => await measure(new Poller(), 20_000, WEEK);
	await week();
	const figures: Figure[] = [];
	const add = async (what: string, take: () => Promise<Sample>) => {
		const samples: Sample[] = [];
		for (let round = 0; round < rounds; round++) {
			at(`${what}, ${round + 1} of ${rounds}`);
			samples.push(await take());
		}
		const names = Object.keys(samples[0] ?? {}) as Array<keyof Sample>;
		const values = Object.fromEntries(
			names.map((name) => [name, median(samples.map((sample) => sample[name]))]),
		);
		const stretch = values['longest stretch ms'] ?? NaN;
		const targets = [atMost('ms of processor time at a stretch', LONGEST_STRETCH, stretch)];
		figures.push({ what, who: 'Our polling trigger', values, targets });
	};
	await add('A poll that finds no change', async () => await measure(new Poller(), 0, MINUTE));
	await add('100 changes in a minute', async () => await measure(new Poller(), 100, MINUTE));
	await add('20,000 changes in a week', week);
	return figures;
}

/** Lets a trigger tell so many changes, which lie behind it evenly. */
async function measure(poller: polling.Poller, count: number, spanMs: number) {
	const now = Date.now();
	const service = new Service(count, now - spanMs, spanMs);
	let told = 0;
	const parameters = { events: ['disbursement.completed'], options: {} };
	const context = contextOf(service, parameters, (items) => (told += items));
	await beginAt(now - spanMs, async () => await poller.poll(context));
	service.shows = true;
	collectGarbage();
	const heap = (service.mostHeap = process.memoryUsage().heapUsed);
	const turns = new Turns();
	const requestsBefore = service.requests;
	const start = performance.now();
	const computedBefore = computedMs();
	let polls = 0;
	for (let before = -500; told - before >= 500; polls++) {
		before = told;
		await poller.poll(context);
		// In n8n a minute passes between two polls.
		await new Promise((resolve) => setImmediate(resolve));
	}
	const ms = performance.now() - start;
	turns.stop();
	if (told !== count) throw new Error(`${told} of ${count} changes were told.`);
	return {
		ms,
		'processor ms': computedMs() - computedBefore,
		polls,
		requests: service.requests - requestsBefore,
		'longest stretch ms': turns.longest,
		'MiB more at most': (service.mostHeap - heap) / 1024 / 1024,
	};
}

/** The trigger is published at a moment long past. */
async function beginAt(moment: number, publish: () => Promise<unknown>): Promise<void> {
	const { now } = Date;
	Date.now = () => moment;
	await publish();
	Date.now = now;
}

/** Completed payouts in order of time, and the pages of them that are asked for. */
class Service {
	requests = 0;
	mostHeap = 0;
	/** Whether it shows anything yet. */
	shows = false;
	readonly #first: number;
	readonly #gap: number;
	readonly #count: number;

	constructor(count: number, first: number, spanMs: number) {
		this.#count = count;
		this.#first = first;
		this.#gap = spanMs / Math.max(1, count);
	}

	/** The text of an answer: reading it is a part of what n8n has to do. */
	answer({ first, disbursement_completed: filter }: IDataObject): string {
		this.requests++;
		this.mostHeap = Math.max(this.mostHeap, process.memoryUsage().heapUsed);
		const { gte, lt } = (
			filter as { status: { DisbursementCompleted: { date: { gte: string; lt?: string } } } }
		).status.DisbursementCompleted.date;
		const from = this.#firstFrom(Date.parse(gte));
		const to = lt === undefined ? this.#count : this.#firstFrom(Date.parse(lt));
		const newest = this.shows ? Math.max(from, to - Number(first)) : to;
		const edges = Array.from({ length: to - newest }, (_, n) => ({
			node: this.#payout(to - 1 - n),
		}));
		const pageInfo = { hasNextPage: this.shows && newest > from, endCursor: String(newest) };
		return JSON.stringify({ data: { client: { disbursement_completed: { edges, pageInfo } } } });
	}

	#firstFrom(moment: number): number {
		const index = Math.ceil((moment - this.#first) / this.#gap);
		return Math.min(this.#count, Math.max(0, index));
	}

	#payout(index: number): IDataObject {
		const at = new Date(Math.round(this.#first + index * this.#gap)).toISOString();
		return {
			id: `ZGlzYnVyc2VtZW50OjE${index}`,
			nonce: `payout-${index}`,
			amount: { quantity: '150.00', currency: 'ZAR' },
			beneficiaryReference: `Salary ${index}`,
			externalReference: `order-${index}`,
			created: at,
			status: { __typename: 'DisbursementCompleted', date: at },
		};
	}
}

/** What n8n gives to `poll()`, as far as the trigger uses it. */
function contextOf(
	service: Service,
	parameters: IDataObject,
	told: (items: number) => void,
): IPollFunctions {
	const staticData = {};
	const node = { id: crypto.randomUUID(), name: 'Changes', type: 'trigger', credentials: {} };
	const context = {
		getNode: () => node,
		getWorkflow: () => ({ id: 'bench', name: 'Bench' }),
		getInstanceId: () => 'bench',
		getTimezone: () => 'UTC',
		getActivationMode: () => 'init',
		__emit(
			[items = []]: INodeExecutionData[][],
			_: unknown,
			over: { resolve(run: unknown): void },
		) {
			told(items.length);
			over.resolve({ status: 'success' });
		},
		getNodeParameter: (name: string) => parameters[name],
		getWorkflowStaticData: () => staticData,
		logger: { info: () => {}, warn: () => {} },
		getCredentials: async () => ({
			useCustomAddresses: true,
			baseUrl: 'https://rest.test/v2',
			authUrl: 'https://auth.test',
			graphqlUrl: 'https://graphql.test',
			clientId: 'test-bench',
			clientSecret: 'made-up',
			chosenScopes: ['client_disbursement'],
			accessToken: '',
		}),
		helpers: {
			createDeferredPromise() {
				const over = {} as { promise: Promise<unknown>; resolve(run: unknown): void };
				over.promise = new Promise((resolve) => (over.resolve = resolve));
				return over;
			},
			async httpRequestWithAuthentication(
				_: string,
				{ body }: { body: { variables: IDataObject } },
			) {
				await new Promise((resolve) => setImmediate(resolve));
				const text = service.answer(body.variables);
				return { statusCode: 200, headers: {}, body: JSON.parse(text) as unknown };
			},
		},
	};
	return context as unknown as IPollFunctions;
}
