import { setImmediate } from 'timers/promises';

import { answer } from '../builders.mts';
import { ModelN8n, type Fate } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';
import { THOROUGH } from '../../setup/thorough.mts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.parse('2026-11-20T08:00:00Z');

let n8n: ModelN8n;
let payouts: Thing[];
let payments: Thing[];

function start(pageSize = 200, keeping: ConstructorParameters<typeof ModelN8n>[1] = 'published') {
	payouts = [];
	payments = [];
	n8n = new ModelN8n(new ModelService(payouts, payments, pageSize), keeping);
	n8n.moment = begin;
	n8n.setClocks();
}

beforeEach(() => start());

afterEach(() => {
	jest.restoreAllMocks();
});

/** A payout that was completed so long ago, and is shown from now on. */
function completed(id: string, agoMs = 1000, reference = 'shop'): void {
	const at = n8n.moment - agoMs;
	payouts.push({ id, reference, steps: [{ status: 'completed', at, lateMs: agoMs }] });
}

const reported = () => n8n.reported.map(({ key }) => key.split('/')[1]);

describe('case 1: what a poll has found', () => {
	const lost: Fate[] = ['notStored', 'diesBefore', 'failsBefore', 'failsAtTrigger'];
	it.each(lost)('is handed over again if its execution %s', async (fate) => {
		await n8n.publish();
		completed('a', 0);
		n8n.fate = fate;
		await n8n.pollLater();
		expect(reported()).toEqual([]);
		n8n.fate = 'runs';
		await n8n.pollLater();
		await n8n.pollLater();
		expect(reported()).toEqual(['a']);
		expect(n8n.executions).toBe(2);
	});

	it('is handed over again after an hour if n8n never says what became of it', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.fate = 'neverEnds';
		await n8n.pollLater();
		n8n.fate = 'runs';
		await n8n.pollLater(30 * minute);
		expect(n8n.executions).toBe(1);
		await n8n.pollLater(31 * minute);
		expect(reported()).toEqual(['a']);
	});

	it.each<[Fate, number]>([
		['runs', 1],
		['endsAtTrigger', 1],
		['waits', 1],
		['failsLater', 1],
		['diesAfter', 2],
	])('starts the workflow once if its execution %s', async (fate, executions) => {
		await n8n.publish();
		completed('a', 0);
		n8n.fate = fate;
		await n8n.pollLater();
		n8n.fate = 'runs';
		await n8n.pollLater();
		expect(reported()).toEqual(['a']);
		expect(n8n.executions).toBe(executions);
	});

	it('is not asked for twice where a poll takes longer than the time between two', async () => {
		await n8n.publish();
		n8n.requests.length = 0;
		await Promise.all([n8n.poll(), n8n.poll()]);
		expect(n8n.requests).toHaveLength(1);
	});

	it('comes with the next poll where Stitch is too slow for all of it', async () => {
		start(3);
		await n8n.publish();
		n8n.moment += minute;
		for (let n = 0; n < 20; n++) completed(`p-${n}`, n * 1000);
		n8n.answerMs = 12_000;
		for (let poll = 0; poll < 20; poll++) {
			n8n.requests.length = 0;
			await n8n.pollLater();
			expect(n8n.requests.length).toBeLessThanOrEqual(2);
		}
		expect(n8n.failures).toEqual([]);
		expect(new Set(reported()).size).toBe(20);
		expect(reported()).toHaveLength(20);
	});

	it('is not returned to n8n, which discards it when the workflow is published during the poll', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.moment += minute;
		await Promise.all([n8n.poll(), n8n.publish()]);
		expect(n8n.returned).toEqual([null, null, null]);
		expect(reported()).toEqual(['a']);
	});

	it('is read by one poll at a time, even when the workflow is published during a poll', async () => {
		await n8n.publish();
		n8n.requests.length = 0;
		let end = () => {};
		const ended = new Promise<void>((resolve) => (end = resolve));
		n8n.answers = () => ended.then(() => answer(403, {}));
		const polls = [n8n.poll(), n8n.publish()];
		await setImmediate();
		expect(n8n.requests).toHaveLength(1);
		end();
		await Promise.all(polls);
		expect(n8n.requests).toHaveLength(2);
	});

	it('does not keep publishing from being checked: the poll of publishing follows', async () => {
		await n8n.publish();
		n8n.isRefused = true;
		await Promise.all([n8n.poll(), n8n.publish()]);
		expect(n8n.failures).toEqual([
			expect.stringMatching(/^Stitch does not allow your client to do this\. /),
		]);
	});
});

describe('case 2: what Stitch records late', () => {
	it('is reported by the date of its status, up to three days back', async () => {
		await n8n.publish();
		n8n.moment += 3 * day;
		completed('now', 0);
		await n8n.pollLater();
		completed('late', 2.9 * day);
		for (let poll = 0; poll < 3; poll++) await n8n.pollLater();
		expect(reported()).toEqual(['now', 'late']);
	});

	it('is reported for money by the changes of its payment request', async () => {
		n8n.events = ['paymentConfirmation.received'];
		await n8n.publish();
		const at = n8n.moment + 1;
		payments.push({
			id: 'p',
			reference: 'shop',
			steps: [{ status: 'completed', at, lateMs: 0 }],
			received: { status: 'received', at, lateMs: 40 * minute },
		});
		await n8n.pollLater();
		await n8n.pollLater(40 * minute);
		const [last] = n8n.requests.slice(-1);
		expect(Object.keys(last ?? {})).toContain(
			'paymentRequest_cancelled_completed_expired_manually_completed_pending',
		);
		expect(reported()).toEqual(['p']);
	});

	it('is not handed over, poll after poll, where only its payment request has changed since', async () => {
		n8n.events = ['paymentRequest.completed'];
		await n8n.publish();
		const complete = (id: string) => {
			const steps = [{ status: 'completed', at: n8n.moment, lateMs: 0 }];
			payments.push({ id, reference: 'shop', steps });
		};
		complete('old');
		await n8n.pollLater();
		n8n.moment += 5 * day;
		complete('now');
		await n8n.pollLater();
		await n8n.pollLater();
		payments[0]!.received = { status: 'received', at: n8n.moment, lateMs: 0 };
		for (let poll = 0; poll < 3; poll++) await n8n.pollLater();
		expect(n8n.executions).toBe(2);
	});

	it('is not reported from before the first publication, nor after three days', async () => {
		await n8n.publish();
		completed('before', hour);
		n8n.moment += 4 * day;
		completed('now', 0);
		await n8n.pollLater();
		completed('too late', 3.2 * day);
		for (let poll = 0; poll < 3; poll++) await n8n.pollLater();
		expect(reported()).toEqual(['now']);
	});
});

describe('cases 3, 4 and 7: a position', () => {
	it.each(['published', 'durable'] as const)(
		'survives a kill, and what is handed over once more is known (%s)',
		async (keeping) => {
			start(200, keeping);
			await n8n.publish();
			completed('a', 0);
			await n8n.pollLater();
			completed('b', 0);
			n8n.moment += minute;
			await n8n.kill();
			expect(reported()).toEqual(['a', 'b']);
			expect(n8n.log).toHaveLength(1);
			// With durable cursors, n8n keeps it by the ID of the node, and nowhere else.
			expect('global' in n8n.database.staticData).toBe(keeping === 'published');
		},
	);

	it('survives a kill before n8n has saved anything of it', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.diesBeforeSaving = true;
		n8n.fate = 'diesBefore';
		await n8n.pollLater();
		n8n.diesBeforeSaving = false;
		n8n.fate = 'runs';
		await n8n.kill();
		expect(reported()).toEqual(['a']);
	});

	it('does not move past what no execution has delivered, for however long', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.fate = 'neverEnds';
		await n8n.pollLater();
		n8n.moment += 4 * day;
		completed('b', 0);
		await n8n.pollLater();
		n8n.fate = 'runs';
		await n8n.kill();
		expect(reported()).toEqual(['a', 'b']);
	});

	it('survives another name, and a week without the workflow', async () => {
		await n8n.publish();
		completed('a', 0);
		await n8n.pollLater();
		n8n.moment += 7 * day;
		completed('meanwhile', 6 * day);
		n8n.name = 'Renamed';
		await n8n.kill();
		expect(reported()).toEqual(['a', 'meanwhile']);
	});

	it('begins again when nothing is saved, and says so', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.moment += minute;
		n8n.database.staticData = {};
		await n8n.kill();
		expect(reported()).toEqual([]);
		expect(n8n.log[1]).toBe(
			'"Changes" in the workflow "Shop" reports disbursement.completed from 2026-11-20T08:01:00.000Z on.',
		);
	});

	it('of another client is separate, and a client that is put right continues where it left off', async () => {
		n8n.clientId = 'test-2';
		await n8n.publish();
		completed('before', 0);
		n8n.moment += hour;
		n8n.clientId = 'test-1';
		await n8n.publish();
		n8n.clientId = 'test-2';
		completed('meanwhile', 0);
		await n8n.pollLater();
		n8n.clientId = 'test-1';
		await n8n.kill();
		expect(reported()).toEqual(['meanwhile']);
	});

	it('moves for nothing while Stitch refuses the credential', async () => {
		await n8n.publish();
		completed('a', 0);
		n8n.isRefused = true;
		for (let poll = 0; poll < 4; poll++) await n8n.pollLater();
		expect(n8n.failures).toHaveLength(1);
		n8n.isRefused = false;
		await n8n.pollLater();
		expect(reported()).toEqual(['a']);
	});

	it('is kept as it was where Stitch answers a publication only in part', async () => {
		await n8n.publish();
		n8n.moment += hour;
		completed('a', 0);
		await n8n.poll();
		const { staticData } = structuredClone(n8n.database);
		n8n.events = ['disbursement.completed', 'disbursement.error'];
		n8n.requests.length = 0;
		n8n.mostAnswers = 1;
		await n8n.publish();
		expect(n8n.requests.length).toBeGreaterThan(1);
		expect(n8n.failures).toEqual([
			expect.stringMatching(/^Stitch sent a response that could not be read\. /),
		]);
		expect(n8n.database.staticData).toEqual(staticData);
		expect(n8n.log).toHaveLength(1);
	});

	it('begins with events that are chosen later when they are chosen', async () => {
		await n8n.publish();
		const at = n8n.moment;
		payouts.push({ id: 'p', reference: 'shop', steps: [{ status: 'error', at, lateMs: 0 }] });
		await n8n.pollLater();
		n8n.events = ['disbursement.completed', 'disbursement.error'];
		await n8n.publish();
		payouts.push({
			id: 'q',
			reference: 'shop',
			steps: [{ status: 'error', at: n8n.moment, lateMs: 0 }],
		});
		await n8n.pollLater();
		expect(reported()).toEqual(['q']);
		expect(n8n.log[1]).toContain('reports disbursement.error from 2026-11-20T08:01');
	});

	it('reports nothing twice when the filter is widened, and the changes of three days that now pass', async () => {
		n8n.prefix = 'shop';
		await n8n.publish();
		completed('a', 0);
		completed('b', 0, 'other');
		await n8n.pollLater();
		n8n.prefix = '';
		await n8n.publish();
		await n8n.pollLater();
		expect(reported()).toEqual(['a', 'b']);
	});
});

describe('cases 5 and 6: many changes', () => {
	it('a change is reported after 45,000 changes of others', async () => {
		n8n.prefix = 'shop';
		await n8n.publish();
		const others = THOROUGH ? 45_000 : 4500;
		for (let n = 0; n < others; n++) completed(`other-${n}`, others - n, 'other');
		completed('ours', 0);
		n8n.moment += minute;
		for (let poll = 0; poll < 3; poll++) await n8n.pollLater();
		expect(reported()).toEqual(['ours']);
	});

	it('20,000 changes within ten minutes are reported once, with a short position and short polls', async () => {
		await n8n.publish();
		const kept = JSON.stringify(n8n.database.staticData).length;
		const all = THOROUGH ? 20_000 : 4000;
		n8n.moment += 10 * minute;
		for (let n = 0; n < all; n++) completed(`p-${n}`, 30 * n);
		n8n.moment += minute;
		for (let poll = 0; poll < all / 500 + 1; poll++) await n8n.pollLater();
		expect(n8n.reported).toHaveLength(all);
		expect(new Set(reported()).size).toBe(all);
		expect(JSON.stringify(n8n.database.staticData).length).toBe(kept);
		for (let poll = 0; poll < 5; poll++) await n8n.pollLater();
		n8n.requests.length = 0;
		for (let poll = 0; poll < 10; poll++) await n8n.pollLater();
		expect(n8n.requests.length).toBeLessThanOrEqual(50);
		// 500 changes each.
		expect(n8n.executions).toBe(all / 500);
	});
});
