import type { IHttpRequestOptions } from 'n8n-workflow';

import { inParallel } from '../../../nodes/Stitch/run/concurrency';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { explain } from '../../../nodes/Stitch/transport/messages';
import { Service, type RawAnswer } from '../../../nodes/Stitch/transport/service';
import { addresses, answer } from '../builders.mts';
import { randomOf, VirtualTime } from '../webhook/virtualTime.mts';

/** How the service treats one request: how long it takes, and what comes of it. */
interface Treatment {
	ms: number;
	outcome: RawAnswer | FailureDetails;
}

interface RunInput {
	rows?: number;
	concurrency?: number;
	/** What happens to a request of this row that is sent at this time. */
	treat: (row: number, sentAt: number) => Treatment;
	maxTries?: number;
	budgetMs?: number;
	timeoutMs?: number;
}

const paid: Treatment = { ms: 20, outcome: answer(201, { id: '1' }) };
const silent: Treatment = { ms: 30_000, outcome: { kind: 'answerLost', happened: 'maybe' } };
const reset: Treatment = { ms: 20, outcome: { kind: 'answerLost', happened: 'maybe' } };
const unavailable: Treatment = { ms: 20, outcome: answer(503, {}) };
const unreadable: Treatment = { ms: 20, outcome: answer(201, '') };
const page: Treatment = { ms: 20, outcome: answer(200, '<html>We are back soon</html>') };
const redirect: Treatment = { ms: 20, outcome: answer(302, '') };
const refused: Treatment = { ms: 1, outcome: { kind: 'notConnected', happened: 'no' } };
const noToken: Treatment = {
	ms: 30_000,
	outcome: { kind: 'token', happened: 'no', sentence: 'No token', temporary: true },
};

/** Sends the rows of a run that continues after failures, in time that passes at once. */
async function send({
	rows = 1000,
	concurrency = 8,
	treat,
	maxTries = Infinity,
	budgetMs = 120_000,
	timeoutMs = 30_000,
}: RunInput) {
	const time = new VirtualTime(1);
	const attempts: number[] = [];
	let underWay = 0;
	const underWayAt: Array<[at: number, count: number]> = [];
	const service = new Service(
		async ({ url }) => {
			const row = Number(url.split('/').at(-1));
			attempts[row] = (attempts[row] ?? 0) + 1;
			underWayAt.push([time.elapsed(), ++underWay]);
			const { ms, outcome } = treat(row, time.elapsed());
			await time.pause(ms);
			underWay--;
			return outcome;
		},
		addresses,
		'test-client',
		{ maxTries, budgetMs, timeoutMs, concurrency },
		time,
	);
	const failures: FailureDetails[] = [];
	let took = 0;
	const run = inParallel(
		[...Array(rows).keys()],
		() => concurrency,
		async (row) => {
			const sent = service.tryCall({ method: 'POST', path: `/${row}`, repeat: 'always' });
			const outcome = await sent;
			if ('failure' in outcome) failures[row] = outcome.failure;
			return true;
		},
	).then(() => (took = time.elapsed()));
	await time.run();
	await run;
	return { service, time, took, attempts, failures, underWayAt };
}

const rowsOf = (list: readonly unknown[]) => Object.keys(list).map(Number);

describe('a run while the service is away', () => {
	it.each<[string, Treatment, Partial<RunInput>, number]>([
		// One row more is tried, and its Timeout is waited for.
		['it is silent', silent, {}, 180_000],
		['it cannot be reached', refused, {}, 150_000],
		['it says that it is not available', unavailable, {}, 150_000],
		['a page of a proxy stands for it', page, {}, 150_000],
		['it gives no token, because the token server is silent', noToken, {}, 150_000],
		['it is silent, and attempts are few', silent, { maxTries: 1 }, 180_000],
		['it is silent, and the limit is 0', silent, { budgetMs: 0 }, 90_000],
		['it is silent, and the limit shorter than Timeout', silent, { budgetMs: 10_000 }, 90_000],
		[
			'it is silent, and both limits are short',
			{ ...silent, ms: 2000 },
			{ rows: 96, budgetMs: 5000, timeoutMs: 2000 },
			14_000,
		],
		['it is silent, and the limit is a minute', silent, { budgetMs: 60_000 }, 120_000],
		// One alone proves nothing, so this needs one Timeout more.
		['it is silent, and items go one after the other', silent, { concurrency: 1 }, 210_000],
	])('ends soon after Retry Time Limit: %s', async (_, treatment, given, mostMs) => {
		const { took, failures } = await send({ treat: () => treatment, ...given });
		expect(took).toBeLessThanOrEqual(mostMs);
		expect(rowsOf(failures)).toHaveLength(given.rows ?? 1000);
	});

	it.each([
		['it is silent', silent],
		['every request is redirected', redirect],
	])(
		'says of a row that was sent that its outcome is unknown, of others that nothing was sent: %s',
		async (_, treatment) => {
			const { attempts, failures } = await send({ treat: () => treatment });
			const mayHaveHappened = ({ happened }: FailureDetails) => happened !== 'no';
			const sent = failures.filter((_, row) => attempts[row] !== undefined);
			const unsent = failures.filter((_, row) => attempts[row] === undefined);
			expect(sent.every(mayHaveHappened)).toBe(true);
			expect(unsent.length).toBeGreaterThan(900);
			expect(unsent.some(mayHaveHappened)).toBe(false);
			expect(unsent.every(({ kind }) => kind === 'notSent')).toBe(true);
			const words = unsent[0] && explain(unsent[0]);
			// A look-up says it, too, of a payment that was perhaps sent before.
			expect(words?.message).toBe('Stitch had stopped answering before this item');
			expect(words?.description).toContain('Run it again later');
		},
	);

	it('tries no more than a few other rows once it has given up', async () => {
		const { attempts, failures } = await send({ treat: () => unavailable });
		// Eight were under way when it began.
		expect(rowsOf(attempts).length).toBeLessThanOrEqual(8 + 10);
		expect(rowsOf(failures)).toHaveLength(1000);
	});

	it('lets one request at a time check whether Stitch is back', async () => {
		const { underWayAt } = await send({ treat: () => unavailable });
		const later = underWayAt.filter(([at]) => at > 1000);
		expect(later.length).toBeGreaterThan(5);
		expect(later.length).toBeLessThan(40);
		expect(Math.max(...later.map(([, count]) => count))).toBe(1);
	});

	it('continues with all rows when Stitch is back in time', async () => {
		const treat = (_row: number, at: number) => (at < 90_000 ? unavailable : paid);
		const { took, failures } = await send({ treat });
		expect(failures).toEqual([]);
		expect(took).toBeLessThan(120_000);
	});
});

describe('a run while the service is there', () => {
	it('does not take a row that fails the service for an outage', async () => {
		const treat = (row: number) => (row === 0 ? silent : paid);
		for (const concurrency of [1, 8]) {
			const { failures } = await send({ treat, concurrency, rows: 20 });
			expect(rowsOf(failures)).toEqual([0]);
		}
	});

	it.each([
		[1, 'an error', unavailable],
		[2, 'an error', unavailable],
		[1, 'nothing', silent],
		[2, 'nothing', silent],
		[2, 'what cannot be read', unreadable],
		[8, 'an error', unavailable],
	])(
		'pays all others, %d at once, where as many rows that follow each other bring %s',
		async (concurrency, _, treatment) => {
			for (const first of [0, 5]) {
				const bad = [...Array(Math.max(2, concurrency)).keys()].map((row) => first + row);
				const treat = (row: number) => (bad.includes(row) ? treatment : paid);
				const { failures } = await send({ treat, concurrency, rows: 300 });
				expect(rowsOf(failures)).toEqual(bad);
			}
		},
	);

	it('does not give up for all when it asks one row to wait for long', async () => {
		const later: Treatment = { ms: 20, outcome: answer(503, {}, { 'retry-after': '130' }) };
		const seen = new Set<number>();
		const treat = (row: number) => {
			if (row === 0) return later;
			const isFirst = row === 1 && !seen.has(row);
			seen.add(row);
			return isFirst ? unavailable : paid;
		};
		const { failures } = await send({ treat, concurrency: 2, rows: 300 });
		expect(rowsOf(failures)).toEqual([0]);
	});

	it.each([0, 120_000])(
		'sends every row though many answers are lost, with a time limit of %d ms',
		async (budgetMs) => {
			for (let seed = 1; seed <= 20; seed++) {
				const random = randomOf(seed);
				const treat = () => (random() < 0.1 ? reset : paid);
				const { failures } = await send({ treat, budgetMs, rows: 300 });
				expect(failures.filter(({ kind }) => kind === 'notSent')).toEqual([]);
			}
		},
	);
});

it('checks again later for requests that wait longer, such as a wait for final statuses', async () => {
	const treat = (_row: number, at: number) => (at < 200_000 ? unavailable : paid);
	const { service, time, took } = await send({ treat, rows: 20 });
	expect(took).toBeLessThanOrEqual(150_000);
	const outcomes: string[] = [];
	const readings = inParallel(
		[...Array(10).keys()],
		() => 1,
		async (reading) => {
			await time.pause(15_000);
			const outcome = await service.tryCall({
				method: 'GET',
				path: `/${reading}`,
				repeat: 'always',
			});
			outcomes.push('answer' in outcome ? 'answer' : outcome.failure.kind);
			return true;
		},
	);
	await time.run();
	await readings;
	expect(outcomes.slice(-4)).toEqual(Array(4).fill('answer'));
});

it('a request that only reads is not waited for longer than it may be repeated', async () => {
	const timeouts: number[] = [];
	const clock = new VirtualTime(1);
	const send = async ({ timeout = 0 }: { timeout?: number }) => {
		timeouts.push(timeout);
		await clock.pause(timeouts.length === 1 ? 25_000 : 0);
		return { kind: 'unreadable', happened: 'maybe', status: 200 } as const;
	};
	const options = { maxTries: 3, budgetMs: 30_000, timeoutMs: 30_000 };
	const service = new Service(send, addresses, 'test-client', options, clock);
	const reading = service.tryCall({ method: 'GET', path: '/1', repeat: 'always' });
	await clock.run();
	await reading;
	expect(timeouts[0]).toBe(30_000);
	expect(timeouts[1]).toBeLessThanOrEqual(5000);
});

it('no request follows a redirect, which would take the token and the body with it', async () => {
	const sent: IHttpRequestOptions[] = [];
	const send = async (options: IHttpRequestOptions) => {
		sent.push(options);
		return answer(302, '', { location: 'https://elsewhere.test' });
	};
	const options = { maxTries: 3, budgetMs: 0, timeoutMs: 1000 };
	const service = new Service(send, addresses, 'test-client', options, new VirtualTime(1));
	await service.tryCall({ method: 'POST', path: '/1', repeat: 'always' });
	expect(sent).toMatchObject([{ disableFollowRedirect: true, ignoreHttpStatusErrors: true }]);
});
