import { performance } from 'node:perf_hooks';
import type { IDataObject } from 'n8n-workflow';
import type { Stitch as StitchNode } from '../../nodes/Stitch/Stitch.node.ts';
import type * as catalogue from '../../nodes/Stitch/catalogue/resources.ts';
import type * as items from '../../nodes/Stitch/run/item.ts';
import { atMost, type Figure, type Target } from './figures.mts';
import { contextOf, type NodeInput } from './nodeContext.mts';
import { modulesOf } from './packedModules.mts';
import { payoutRows, type PayoutRow } from './payoutRows.mts';
import { PayoutService } from './payoutService.mts';
import { alternate, median, medians, type Repetition } from './statistics.mts';
import { collectGarbage, Turns } from './turns.mts';

const ANSWERS_AFTER_MS = 100;

/** Milliseconds of processor time for which n8n can do nothing else. */
const LONGEST_STRETCH = 150;

type Sample = Record<string, number>;

/** A build of the package, loaded into this process. */
interface Build {
	who: string;
	load: NodeJS.Require;
	node: StitchNode;
}

/** Something that people wait for besides payouts that are new. */
interface Wait {
	what: string;
	take(build: Build): Promise<Sample>;
	targets?(values: Sample): Target[];
}

/** @param packageFolder with `dist/` */
export function loadBuild(who: string, packageFolder: string): Build {
	const load = modulesOf({ packageFolder });
	const { Stitch } = load('./dist/nodes/Stitch/Stitch.node.js') as { Stitch: typeof StitchNode };
	return { who, load, node: new Stitch() };
}

/** Takes the same of several builds; only the first has targets. */
export async function measureWait(
	{ what, take, targets }: Wait,
	builds: Build[],
	repetition: Repetition,
): Promise<Figure[]> {
	const results = await alternate(builds, repetition, async (build) => {
		collectGarbage();
		return await take(build);
	});
	return results.map(({ contender: { who }, samples }, place) => {
		const values = medians(samples);
		return { what, who, values, ...(place === 0 && { targets: targets?.(values) }) };
	});
}

/** Of `execute` over a service in this process, so n8n's own work does not count. */
export const waits = (isFull: boolean): Wait[] => [
	checkOf(600),
	checkOf(5_000, 3.1),
	...(isFull ? [checkOf(20_000, 10)] : []),
	{
		what: 'Check of 10,000 rows of one account and amount, answered at once',
		take: async (build) => await timed(build, check(payoutRows(10_000)), new PayoutService(0)),
		targets: targetsOf(),
	},
	{
		what: 'Dry Run of 5,000 rows',
		take: async (build) => await timed(build, create(distinct(5_000), { dryRun: true })),
		targets: targetsOf(2.5),
	},
	{
		what: 'The same file again, 5,000 rows',
		take: async (build) => {
			const rows = distinct(5_000);
			const service = await paid(build, rows, 1);
			service.answersAfterMs = ANSWERS_AFTER_MS;
			return await timed(build, create(rows), service);
		},
		targets: targetsOf(3),
	},
	{
		what: 'Maximum Total per Day, 20,000 rows, answered at once',
		// Another payout of today could be a later attempt of each row.
		take: async (build) => {
			const service = await paid(build, distinct(1), 0);
			return await timed(build, create(distinct(20_000), { maxTotalPerDay: '100000000' }), service);
		},
		targets: targetsOf(),
	},
	{
		what: 'Get Page of 20,000 checked rows',
		take: async (build) => {
			const { rows } = await executed(build, check(distinct(20_000)), new PayoutService(0));
			const parameters = { resource: 'payoutList', operation: 'getPage', page: 'review' };
			return await timed(build, { parameters, rows }, new PayoutService(0));
		},
		targets: targetsOf(0.5),
	},
	{
		what: 'Preparing 1,000 rows of Payment Request → Create',
		take: preparing,
		targets: ({ 'median ms a row': ms = NaN }) => [atMost('median ms a row', 0.09, ms)],
	},
	growthOf('Payouts', create, isFull),
	growthOf('Check', check, isFull),
];

/** @param seconds what is wanted; nothing else gets a turn for no longer than is good for n8n */
function targetsOf(seconds?: number): Wait['targets'] {
	return ({ seconds: measured = NaN, 'longest stretch ms': stretch = NaN }) => [
		...(seconds === undefined ? [] : [atMost('seconds', seconds, measured)]),
		atMost('longest stretch ms', LONGEST_STRETCH, stretch),
	];
}

const checkOf = (count: number, seconds?: number): Wait => ({
	what: `Check of ${counted(count)}`,
	take: async (build) => await timed(build, check(distinct(count))),
	targets: targetsOf(seconds),
});

const counted = (rows: number) => `${rows.toLocaleString('en')} rows`;

/** Each to another account. */
const distinct = (count: number) => payoutRows(count, count);

const check = (rows: PayoutRow[]): NodeInput => ({
	parameters: { resource: 'payoutList', operation: 'check', columns: {}, options: {} },
	rows: rows.map(({ reference, name, bank, account, amount }) => ({
		...{ Reference: reference, Name: name, Bank: bank, 'Account number': account },
		...{ Amount: Number(amount), 'Statement reference': 'Salary' },
	})),
});

const create = (rows: PayoutRow[], options: IDataObject = {}): NodeInput => ({
	parameters: {
		...{ resource: 'disbursement', operation: 'create', options },
		...{ amount: '={{ $json.amount }}', externalReference: '={{ $json.reference }}' },
		...{ beneficiaryName: '={{ $json.name }}', bank: '={{ $json.bank }}' },
		...{ accountNumber: '={{ $json.account }}', beneficiaryReference: 'Salary' },
		nonceSource: 'externalReference',
	},
	rows: rows as IDataObject[],
});

/** A service at which rows were paid some days before. */
async function paid(build: Build, rows: PayoutRow[], daysAgo: number): Promise<PayoutService> {
	const service = new PayoutService(0);
	service.daysOld = daysAgo;
	await executed(build, create(rows), service);
	service.daysOld = 0;
	return service;
}

async function timed(
	build: Build,
	input: NodeInput,
	service = new PayoutService(ANSWERS_AFTER_MS),
): Promise<Sample> {
	return (await executed(build, input, service)).sample;
}

/** @throws where the node does not return what it was run for */
async function executed({ node, load }: Build, input: NodeInput, service: PayoutService) {
	const context = await contextOf(service, load, input);
	const before = service.requests;
	const turns = new Turns();
	const [start, computed] = [performance.now(), process.cpuUsage()];
	const [output = []] = await node.execute.call(context).finally(() => turns.stop());
	const { user, system } = process.cpuUsage(computed);
	const sample: Sample = {
		seconds: (performance.now() - start) / 1000,
		'processor s': (user + system) / 1_000_000,
		requests: service.requests - before,
		'longest stretch ms': turns.longest,
	};
	return { sample, rows: output.map(({ json }) => json) };
}

/** Without sending anything. */
async function preparing({ load }: Build): Promise<Sample> {
	const { Item } = load('./dist/nodes/Stitch/run/item.js') as typeof items;
	const { findOperation } = load('./dist/nodes/Stitch/catalogue/resources.js') as typeof catalogue;
	const operation = findOperation('paymentRequest', 'create');
	const rows = distinct(1_000) as IDataObject[];
	const parameters = {
		...{ amount: '={{ $json.amount }}', externalReference: '={{ $json.reference }}' },
		...{ payerReference: 'Order', paymentMethods: ['eft'], settleTo: 'bankAccount' },
		...{ beneficiaryName: '={{ $json.name }}', bank: '={{ $json.bank }}' },
		...{ accountNumber: '={{ $json.account }}', additionalFields: {}, options: {} },
	};
	const context = await contextOf(new PayoutService(0), load, { parameters, rows });
	const service = { clientId: 'live-bench', clock: { now: Date.now } };
	const times = rows.map((_, index) => {
		const start = performance.now();
		operation?.prepare(new Item(context, index), service as never);
		return performance.now() - start;
	});
	const sum = times.reduce((all, one) => all + one, 0);
	return { 'median ms a row': median(times), 'mean ms a row': sum / times.length };
}

/** Whether ten times as many rows take ten times as long: processor time, answered at once. */
function growthOf(what: string, input: (rows: PayoutRow[]) => NodeInput, isFull: boolean): Wait {
	const counts = [100, 1_000, 10_000, ...(isFull ? [50_000] : [])];
	const name = (count: number) => `ms a row of ${count.toLocaleString('en')}`;
	return {
		what: `${what}, more and more rows`,
		take: async (build) => {
			const sample: Sample = {};
			for (const count of counts) {
				const { 'processor s': seconds = NaN } = await timed(
					build,
					input(distinct(count)),
					new PayoutService(0),
				);
				sample[name(count)] = (seconds * 1000) / count;
			}
			return sample;
		},
		targets: (sample) => {
			const [, usual = NaN, ...large] = counts.map((count) => sample[name(count)] ?? NaN);
			return [atMost('times as long as of 1,000', 1.2, Math.max(...large) / usual)];
		},
	};
}
