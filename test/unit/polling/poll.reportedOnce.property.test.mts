import { THOROUGH } from '../../setup/thorough.mts';
import { ModelN8n, type Fate, type Keeping } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';
import fc from '../properties.mts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const published = Date.parse('2026-11-20T08:00:00Z');

const sometimes = <Value,>(usual: Value, others: fc.Arbitrary<Value>, weight = 3) =>
	fc.oneof({ arbitrary: fc.constant(usual), weight: 10 }, { arbitrary: others, weight });

const fates = fc.constantFrom<Fate>(
	'failsLater',
	'slow',
	'failsAtTrigger',
	'notStored',
	'diesBefore',
	'diesAfter',
	'neverEnds',
);

const doings = fc.constantFrom(
	'kill',
	'killBeforeSaving',
	'publish',
	'otherProcess',
	'twoAtOnce',
	'publishWhilePolling',
	'restore',
	'rename',
	'refuse',
	'refusePublication',
	'refuseOneList',
	'otherClient',
	'choosePaused',
	'chooseMoney',
	'narrow',
	'clockStep',
	'othersKeep',
);

/** An event that is not always chosen, and its list, and that of one that is. */
const paused = 'disbursement.paused';
const pausedList = 'disbursement_paused';
const completedList = 'disbursement_completed';

type Doing = 'poll' | (typeof doings extends fc.Arbitrary<infer Value> ? Value : never);

const steps = fc.array(
	fc.record({
		/** Mostly a minute, now and then a night, a week, or none at all. */
		pause: fc.oneof(
			{ arbitrary: fc.constant(minute), weight: 6 },
			{ arbitrary: fc.integer({ min: 0, max: 90 * minute }), weight: 2 },
			{ arbitrary: fc.integer({ min: 0, max: 7 * day }), weight: 1 },
		),
		fate: sometimes<Fate>('runs', fates),
		doing: sometimes<Doing>('poll', doings, 5),
		step: fc.integer({ min: -2 * day, max: 2 * day }),
	}),
	{ minLength: 1, maxLength: 25 },
);

/** Where in the whole time something happens, and how late Stitch shows it. */
const moment = fc.record({
	place: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.25, 0.5, 0.75)),
	late: sometimes(0, fc.integer({ min: 0, max: 2.5 * day })),
});

const histories = fc.record({
	keeping: sometimes<Keeping>('published', fc.constantFrom<Keeping>('scheduler', 'durable')),
	steps,
	payouts: fc.array(fc.array(moment, { minLength: 1, maxLength: 4 }), { maxLength: 25 }),
	payments: fc.array(fc.array(moment, { minLength: 1, maxLength: 2 }), { maxLength: 15 }),
	pageSize: fc.integer({ min: 1, max: 20 }),
	offset: sometimes(0, fc.integer({ min: -2 * day, max: 2 * day })),
});

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

const statuses = ['completed', 'paused', 'completed', 'error'];

const always = ['disbursement.completed', 'disbursement.error', 'paymentRequest.completed'];

function thingsOf({ payouts, payments, steps: planned }: History) {
	const end = planned.reduce((time, { pause }) => time + pause, published) + minute;
	const before = published - day;
	const span = end - before;
	const at = (place: number) => Math.floor(before + place * (span - 1));
	const stepOf = (status: string, { place, late }: { place: number; late: number }) => ({
		status,
		at: at(place),
		lateMs: Math.min(late, end - at(place)),
	});
	const sorted = (moments: Array<{ place: number; late: number }>) =>
		moments
			.toSorted((one, other) => one.place - other.place)
			.filter(
				({ place }, index, all) => index === 0 || at(place) !== at(all[index - 1]?.place ?? -1),
			);
	const things = payouts.map((moments, index): Thing => ({
		id: `payout-${index}`,
		reference: index % 3 === 0 ? 'other' : 'shop',
		// It completes once, and pauses as often as it likes.
		steps: sorted(moments).map((each, place, all) =>
			stepOf(place === all.length - 1 ? (statuses[index % 4] ?? '') : 'paused', each),
		),
	}));
	const asked = payments.map((moments, index): Thing => {
		const [first, second] = sorted(moments);
		return {
			id: `payment-${index}`,
			reference: 'shop',
			steps: first ? [stepOf('completed', first)] : [],
			...(second && { received: stepOf('received', second) }),
		};
	});
	return { things, asked, end };
}

async function run(history: History) {
	const { things, asked, end } = thingsOf(history);
	const service = new ModelService(things, asked, history.pageSize);
	const n8n = new ModelN8n(service, history.keeping);
	/** When each event was chosen last; undefined while it is not. */
	const chosen = new Map(always.map((event) => [event, published]));
	/** When the filter was widened last. */
	let widened = -Infinity;
	/** Changes that may have been reported once more, because a database was restored. */
	const again = new Map<string, number>();
	/** What was shown when an event was chosen. */
	const shownBefore = new Map<string, Set<string>>();
	const choose = (event: string) => {
		if (chosen.delete(event)) shownBefore.delete(event);
		else {
			chosen.set(event, n8n.moment);
			note(event);
		}
		n8n.events = [...chosen.keys()];
	};
	const note = (event: string) => {
		const shown = service.changesAt(n8n.moment).filter((each) => each.event === event);
		shownBefore.set(event, new Set(shown.map(({ key }) => key)));
	};
	n8n.setClocks();
	try {
		n8n.moment = published;
		n8n.offsetMs = history.offset;
		n8n.events = always;
		for (const event of always) note(event);
		await n8n.publish('activate');
		// With n8n's scheduler, the beginning is saved with the first poll after it, or with an execution.
		let backup: { database: ModelN8n['database']; at: number } | undefined;
		for (const { pause, fate, doing, step } of history.steps) {
			n8n.moment += pause;
			await n8n.finish();
			n8n.fate = fate;
			n8n.offsetMs = history.offset;
			const saved = structuredClone(n8n.database);
			const isSafe = history.keeping !== 'scheduler';
			if (doing === 'kill' && isSafe) await n8n.kill();
			else if (doing === 'killBeforeSaving' && isSafe) {
				n8n.diesBeforeSaving = true;
				await n8n.poll();
				n8n.diesBeforeSaving = false;
				await n8n.kill();
			} else if (doing === 'publish') await n8n.publish();
			else if (doing === 'otherProcess' && isSafe) await n8n.hand();
			else if (doing === 'twoAtOnce') await Promise.all([n8n.poll(), n8n.poll()]);
			else if (doing === 'publishWhilePolling') await Promise.all([n8n.poll(), n8n.publish()]);
			else if (doing === 'restore' && isSafe && backup !== undefined) {
				const { database, at } = backup;
				for (const change of n8n.reported) {
					if (change.at >= at) again.set(change.key, (again.get(change.key) ?? 0) + 1);
				}
				n8n.database = structuredClone(database);
				await n8n.kill();
			} else if (doing === 'rename') {
				n8n.name = `${n8n.name}'`;
				await n8n.publish();
			} else if (doing === 'refuse') {
				n8n.isRefused = true;
				await n8n.publish();
				n8n.isRefused = false;
				await n8n.publish();
			} else if (doing === 'refusePublication') {
				// Twice with some time between, because of a list that may be chosen already, and then not.
				const { executions } = n8n;
				n8n.moment -= pause;
				n8n.notShown.set(pausedList, 'FORBIDDEN');
				n8n.events = [...new Set([...chosen.keys(), paused])];
				await n8n.publish();
				n8n.moment += pause;
				await n8n.publish();
				expect(n8n.executions).toBe(executions);
				n8n.notShown.clear();
				if (!chosen.has(paused)) choose(paused);
				await n8n.publish();
			} else if (doing === 'refuseOneList') {
				// For the polls to come, until this is done again.
				const code = step > 0 ? 'FORBIDDEN' : 'INTERNAL_SERVER_ERROR';
				if (!n8n.notShown.delete(completedList)) n8n.notShown.set(completedList, code);
				await n8n.poll();
			} else if (doing === 'otherClient') {
				n8n.clientId = 'test-2';
				await n8n.publish();
				n8n.clientId = 'test-1';
				await n8n.publish();
			} else if (doing === 'choosePaused' || doing === 'chooseMoney') {
				choose(doing === 'choosePaused' ? paused : 'paymentConfirmation.received');
				const notShown = [...n8n.notShown];
				n8n.notShown.clear();
				await n8n.publish();
				for (const [key, code] of notShown) n8n.notShown.set(key, code);
				backup = undefined;
				continue;
			} else if (doing === 'narrow') {
				n8n.prefix = n8n.prefix === '' ? 'shop' : '';
				if (n8n.prefix === '') widened = n8n.moment;
				await n8n.publish();
			} else if (doing === 'clockStep') {
				n8n.offsetMs += step;
				await n8n.poll();
			} else if (doing === 'othersKeep' && isSafe) {
				n8n.othersKeep = true;
				await n8n.poll();
				n8n.othersKeep = false;
			} else await n8n.poll();
			backup = { database: saved, at: n8n.moment - pause };
		}
		n8n.moment = end;
		n8n.notShown.clear();
		if (!n8n.isPublished) await n8n.publish();
		n8n.fate = 'runs';
		n8n.offsetMs = history.offset;
		for (let poll = 0; poll < 12; poll++) {
			await n8n.finish();
			await n8n.poll();
			// n8n loses an execution without a word, and is not asked for it for an hour.
			n8n.moment += 10 * minute;
		}
		return { n8n, service, end, chosen, again, shownBefore, widened };
	} finally {
		jest.restoreAllMocks();
	}
}

it('reports every change that Stitch shows within three days exactly once, whatever happens to n8n', async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (history) => {
			const { n8n, service, end, chosen, again, shownBefore, widened } = await run(history);
			const times = new Map<string, number>();
			for (const { key } of n8n.reported) times.set(key, (times.get(key) ?? 0) + 1);
			for (const [key, count] of times) {
				const most = 1 + (again.get(key) ?? 0);
				expect({ key, isTooOften: count > most }).toEqual({ key, isTooOften: false });
			}
			for (const { key, event, since, thing } of service.changesAt(end)) {
				const at = chosen.get(event);
				const wasShown = shownBefore.get(event)?.has(key);
				// Stitch gives its time in whole seconds, so the last one may be reported after a kill.
				const isBefore = wasShown && since < published - second;
				if (always.includes(event) && isBefore) expect([...times.keys()]).not.toContain(key);
				// A wider filter lets pass what has changed in the last three days.
				const isIn = n8n.prefix === '' && since > widened - 2.9 * day;
				const passes = thing.reference === 'shop' || isIn;
				const isDue = at !== undefined && since > at && passes;
				if (isDue) expect([...times.keys()]).toContain(key);
			}
		}),
		{ seed: 17, numRuns: THOROUGH ? 10_000 : 150 },
	);
}, 3_600_000);
