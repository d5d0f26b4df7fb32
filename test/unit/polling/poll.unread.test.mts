import type { IDataObject } from 'n8n-workflow';

import { answer } from '../builders.mts';
import { ModelN8n, type Fate } from './model.mts';
import { ModelService, type Thing } from './modelService.mts';

const minute = 60_000;

let n8n: ModelN8n;
let payouts: Thing[];
let payments: Thing[];

/** n8n, and a Stitch that shows so many objects at a time. */
const start = (pageSize = 200) => {
	[payouts, payments] = [[], []];
	n8n = new ModelN8n(new ModelService(payouts, payments, pageSize), 'published');
	n8n.moment = Date.parse('2026-11-20T08:00:00Z');
	n8n.setClocks();
};

beforeEach(() => start());

afterEach(() => {
	jest.restoreAllMocks();
});

const completed = (id: string, at: number): Thing => ({
	id,
	reference: 'shop',
	steps: [{ status: 'completed', at, lateMs: 0 }],
});

/** A payout, or the payment of a payment request, completes: now, if not at another moment. */
const payoutCompletes = (id: string, at = n8n.moment) => void payouts.push(completed(id, at));
const paymentCompletes = (id: string, at = n8n.moment) => void payments.push(completed(id, at));

const pollTimes = async (times: number) => {
	for (let poll = 0; poll < times; poll++) await n8n.pollLater();
};

const reported = () => n8n.reported.map(({ key }) => key);

const payoutsReported = () => reported().filter((key) => key.startsWith('disbursement'));

/** The lists that each request asked for. */
const asked = () => n8n.requests.map((each) => Object.keys(each).slice(1));

describe('a list that Stitch does not offer', () => {
	const both = ['disbursement_completed', 'refund_completed'];

	beforeEach(() => {
		n8n.events = ['disbursement.completed', 'refund.completed'];
		n8n.notShown.set('refund_completed', 'GRAPHQL_VALIDATION_FAILED');
	});

	it('stops only itself: the lists are asked singly, and it is reported', async () => {
		await n8n.publish('activate');
		// The second time without young fields.
		expect(asked()).toEqual([both, both, ['disbursement_completed'], ['refund_completed']]);
		expect(n8n.log).toEqual([expect.stringContaining('reports disbursement.completed from')]);
		expect(n8n.warnings).toEqual([
			expect.stringContaining('cannot read refund_completed: not shown'),
		]);
		expect(n8n.failures).toEqual([]);
		// It is asked apart from then on, and a failed execution shows it.
		await pollTimes(3);
		expect(asked().slice(4, 6)).toEqual([['refund_completed'], ['disbursement_completed']]);
		expect(n8n.failures).toEqual([expect.stringContaining('does not offer')]);
	});

	it('is asked together with the others again once Stitch offers it', async () => {
		await n8n.publish('activate');
		n8n.notShown.clear();
		await pollTimes(3);
		expect(asked().at(-1)).toEqual(both);
		expect(n8n.failures).toEqual([]);
	});

	it('keeps a workflow from being published where there is no other', async () => {
		n8n.events = ['refund.completed'];
		await n8n.publish('activate');
		expect(n8n.failures).toEqual([expect.stringContaining('does not offer')]);
	});

	it('is not read without the reference that External Reference Prefix compares', async () => {
		n8n.prefix = 'salary-';
		await n8n.publish('activate');
		expect(asked()).toEqual([both, ['disbursement_completed'], ['refund_completed']]);
	});

	it('does not keep an event from being reported that another list shows as well', async () => {
		n8n.events = ['paymentRequest.completed', 'paymentConfirmation.received'];
		n8n.notShown.clear();
		n8n.notShown.set('paymentConfirmation_received', 'GRAPHQL_VALIDATION_FAILED');
		await n8n.publish('activate');
		const at = n8n.moment + minute;
		const received = { status: 'received', at, lateMs: 0 };
		payments.push({ ...completed('p', at), received });
		await pollTimes(3);
		expect(reported().sort()).toEqual([
			'paymentConfirmation.received/p',
			'paymentRequest.completed/p',
		]);
	});

	it('no longer counts when its event was taken out and the workflow is published again', async () => {
		n8n.events = ['disbursement.completed', 'refund.completed', 'refund.error'];
		n8n.notShown.set('refund_error', 'GRAPHQL_VALIDATION_FAILED');
		await n8n.publish('activate');
		n8n.events = ['disbursement.completed', 'refund.completed'];
		await n8n.publish();
		expect(n8n.failures).toEqual([]);
	});
});

it('a list with an internal error stops only itself, and is read with the others again when it is over', async () => {
	n8n.events = ['disbursement.completed', 'refund.completed'];
	await n8n.publish('activate');
	n8n.notShown.set('refund_completed', 'INTERNAL_SERVER_ERROR');
	for (let poll = 0; poll < 120; poll++) {
		payoutCompletes(String(poll), n8n.moment + 1);
		await n8n.pollLater();
	}
	expect(reported()).toHaveLength(120);
	// The third poll, and one an hour later.
	expect(n8n.failures).toHaveLength(2);
	n8n.notShown.clear();
	await n8n.pollLater();
	n8n.requests.length = 0;
	await n8n.pollLater();
	expect(asked()[0]).toEqual(['disbursement_completed', 'refund_completed']);
});

describe('a list that could not be read for days', () => {
	const day = 24 * 60 * minute;

	/** Payouts cannot be read for five days, in which one completes each day, and payments can. */
	const fiveDays = async (
		meanwhile: () => Promise<void> = async () => {},
		afterwards: () => Promise<void> = async () => {},
	) => {
		n8n.events = ['disbursement.completed', 'paymentRequest.completed'];
		await n8n.publish('activate');
		n8n.notShown.set('disbursement_completed', 'FORBIDDEN');
		for (let n = 0; n < 5; n++) {
			await n8n.pollLater(day);
			payoutCompletes(`day-${n}`);
			paymentCompletes(`payment-${n}`);
			await n8n.pollLater();
			await meanwhile();
		}
		n8n.notShown.clear();
		await afterwards();
		await pollTimes(3);
	};
	const days = Array.from({ length: 5 }, (_, n) => `disbursement.completed/day-${n}`);

	it('is read from where it was left, and the others were not kept waiting', async () => {
		await fiveDays();
		expect(reported().slice(0, 5)).toEqual(
			days.map((_, n) => `paymentRequest.completed/payment-${n}`),
		);
		expect(reported().slice(5)).toEqual(days);
		expect(n8n.failures).not.toEqual([]);
		expect(n8n.advice).toContain('No change is lost');
	});

	it('is also read from there by another process', async () => {
		await fiveDays(async () => await n8n.kill());
		expect(payoutsReported()).toEqual(days);
	});

	it.each`
		shown                                                            | fate           | page   | answerMs
		${'was delivered to an execution that is lost with the process'} | ${'neverEnds'} | ${200} | ${0}
		${'was not read to its end when the process is killed'}          | ${'runs'}      | ${2}   | ${12_000}
	`(
		'is read from there once more where what it showed $shown',
		async ({ fate, page, answerMs }: { fate: Fate; page: number; answerMs: number }) => {
			start(page);
			await fiveDays(undefined, async () => {
				n8n.fate = fate;
				n8n.answerMs = answerMs;
				await n8n.pollLater();
				// Something else changes, with which n8n saves.
				n8n.fate = 'runs';
				paymentCompletes('later');
				await n8n.pollLater();
				n8n.answerMs = 0;
				await n8n.kill();
			});
			expect(payoutsReported()).toEqual(days);
		},
	);

	it('is not read from there again once that was delivered', async () => {
		await fiveDays();
		payoutCompletes('afterwards');
		// n8n saves with an execution.
		await n8n.pollLater();
		expect(JSON.stringify(n8n.database.staticData)).not.toContain('leftAt');
		expect(reported()).toHaveLength(11);
	});
});

describe('terminal sessions', () => {
	const session = { id: 's', status: 'success', updatedAt: '2026-11-20T08:00:00Z' };
	const listed = ({ offset }: IDataObject, hasNext: boolean, ...data: object[]) =>
		answer(200, { data, page: { limit: 50, offset: Number(offset ?? 0), hasNext } });
	const sessionsAsked = () => n8n.requests.filter((each) => 'limit' in each);

	beforeEach(async () => {
		n8n.events = ['disbursement.completed', 'terminalSession.success'];
		n8n.answers = (query, url) =>
			url.includes('terminal-sessions') ? listed(query, false) : undefined;
		await n8n.publish('activate');
		n8n.requests.length = 0;
	});

	/** Each page of them takes a second, and there is always another one. */
	const withoutEnd = (...data: object[]) => {
		n8n.answers = (query, url) => {
			if (!url.includes('terminal-sessions')) return undefined;
			n8n.moment += 1000;
			return listed(query, true, ...data);
		};
	};

	const [first, second] = [
		{ ...session, createdAt: '2026-11-01T08:00:00Z' },
		{ ...session, id: 't', createdAt: '2026-11-02T08:00:00Z' },
	];

	it.each`
		sessions                              | which
		${[session, { ...session, id: 't' }]} | ${'do not say when they began'}
		${[first, second]}                    | ${'begin with the oldest'}
	`(
		'stop only themselves where their pages have no end and $which',
		async ({ sessions }: { sessions: object[] }) => {
			withoutEnd(...sessions);
			payoutCompletes('a', n8n.moment + 1);
			await pollTimes(3);
			expect(reported()).toEqual(['disbursement.completed/a']);
			expect(n8n.failures).toEqual(['Stitch lists more terminal sessions than one poll can read']);
			// A poll has 20 seconds for all of it.
			expect(sessionsAsked()).toHaveLength(3 * 20);
		},
	);

	it('stop only themselves where Stitch never answers', async () => {
		n8n.answers = (_, url) => (url.includes('terminal-sessions') ? n8n.silence() : undefined);
		payoutCompletes('a', n8n.moment + 1);
		await n8n.pollLater();
		expect(reported()).toEqual(['disbursement.completed/a']);
		expect(n8n.warnings).toEqual([expect.stringContaining('within the time that one poll has')]);
	});
});

describe('a workflow whose client may not read one of its lists', () => {
	beforeEach(() => {
		n8n.events = ['disbursement.completed', 'terminalSession.success'];
		n8n.answers = (_, url) =>
			url.includes('terminal-sessions') ? answer(403, { title: 'Forbidden' }) : undefined;
	});

	it('reports what the others show, if it was published before', async () => {
		await n8n.publish('init');
		payoutCompletes('a', n8n.moment + minute);
		await n8n.pollLater();
		expect(reported()).toEqual(['disbursement.completed/a']);
	});

	it('is not published', async () => {
		await n8n.publish('activate');
		expect(n8n.failures).toEqual([expect.stringContaining('does not allow your client')]);
	});
});

describe('a publication that fails, because the client may not read one of the lists', () => {
	/** A payout completes a minute later; n8n polls after another one. */
	const later = () => {
		n8n.moment += minute;
		payoutCompletes(String(payouts.length));
		n8n.moment += minute;
	};

	beforeEach(() => {
		n8n.events = ['disbursement.completed', 'refund.completed'];
		n8n.notShown.set('refund_completed', 'FORBIDDEN');
	});

	it('begins nothing, keeps nothing and starts nothing, however often n8n tries', async () => {
		await n8n.publish('activate');
		for (let attempt = 0; attempt < 4; attempt++) {
			later();
			await n8n.publish('activate');
		}
		expect(n8n.failures).toHaveLength(5);
		expect(n8n.executions).toBe(0);
		expect(n8n.database.staticData).toEqual({ global: {} });
		expect(n8n.log).toEqual([]);
	});

	it('leaves the beginning to the publication that succeeds', async () => {
		await n8n.publish('activate');
		later();
		await n8n.publish('activate');
		n8n.notShown.clear();
		later();
		await n8n.publish('activate');
		later();
		await n8n.poll();
		expect(reported()).toEqual(['disbursement.completed/2']);
		expect(n8n.log).toHaveLength(1);
	});

	it('leaves what has changed since the last poll to the next publication that succeeds', async () => {
		n8n.events = ['disbursement.completed'];
		await n8n.publish('activate');
		later();
		n8n.events = ['disbursement.completed', 'refund.completed'];
		await n8n.publish();
		expect(n8n.executions).toBe(0);
		later();
		n8n.notShown.clear();
		await n8n.publish();
		expect(reported()).toEqual(['disbursement.completed/0', 'disbursement.completed/1']);
	});
});

it('reports a change that a prefix had held back as soon as the prefix is gone', async () => {
	await n8n.publish('activate');
	n8n.fate = 'failsAtTrigger';
	payoutCompletes('a', n8n.moment + minute);
	await n8n.pollLater();
	n8n.fate = 'runs';
	n8n.prefix = 'salary-';
	await n8n.pollLater();
	n8n.prefix = '';
	await pollTimes(3);
	expect(reported()).toEqual(['disbursement.completed/a']);
});
