import { THOROUGH } from '../../thorough.mts';
import { randomOf } from '../webhook/virtual-time.mts';
import {
	asksToWait,
	isAway,
	limits,
	queues,
	refusesAll,
	refusesByChance,
	sendRows,
	takes,
	type Behaviour,
} from './simulatedService.mts';

/*
 * What a run with default settings comes to at services of many kinds, in time that passes at once.
 * The bounds are the targets of the product: what is slower, refused more often or less polite than
 * this is a mistake.
 */

const rowsOfQueue = 1000;

describe.each([1, 2, 5, 20, 50])('at a service that works on %d at once', (servers) => {
	it.each([10, 50, 100, 300])('for %d ms, never twice as many are under way', async (ms) => {
		const { mostAtOnce, seconds } = await sendRows(rowsOfQueue, queues(servers, ms));
		expect(mostAtOnce).toBeLessThanOrEqual(2 * servers);
		// Some answers one after the other go by until the number is found.
		expect(seconds).toBeLessThan(((rowsOfQueue / servers + 13) * ms * 1.06) / 1000);
	});
});

describe.each([
	[50, 1],
	[50, 10],
	[50, 50],
	[200, 10],
	[200, 50],
])('at a service that takes %d a second and %d at once', (perSecond, bucket) => {
	const rows = perSecond * 60;
	const best = (rows - bucket) / perSecond;

	it.each([
		[2, 0.03],
		[20, 0.03],
		[100, 0.03],
		[300, 0.06],
	])(
		'after %d ms, a minute is enough for a minute, and hardly any is refused',
		async (ms, most) => {
			const { seconds, failures, sent, refused } = await sendRows(
				rows,
				limits(perSecond, bucket, ms),
			);
			expect(failures).toBe(0);
			expect(seconds).toBeLessThan(best * 1.15);
			expect(refused / sent).toBeLessThan(most);
		},
	);
});

describe('at a service with a low limit', () => {
	it.each([1, 5, 10])('of %d a second, a run is as fast as that', async (perSecond) => {
		const { seconds, failures } = await sendRows(1000, limits(perSecond, 1, 100));
		expect(failures).toBe(0);
		expect(seconds).toBeLessThan((1000 / perSecond) * 1.15);
	});
});

it('ends soon when it is asked to wait for an hour, although others queue for their turn', async () => {
	const { seconds, failures } = await sendRows(
		600,
		asksToWait(10_000, '3600', limits(20, 10, 100)),
	);
	expect(failures).toBeGreaterThan(0);
	expect(seconds).toBeLessThan(15);
});

describe.each([429, 503])('at a service that refuses some with %d, by chance', (status) => {
	it.each([
		[0.01, 20, 3],
		[0.01, 100, 8],
		[0.02, 20, 4],
		[0.02, 100, 9],
		[0.04, 20, 7],
		[0.04, 100, 16],
	])('(%d of them, after %d ms) 5,000 rows take %d s at most', async (share, ms, most) => {
		for (let seed = 1; seed <= (THOROUGH ? 5 : 1); seed++) {
			const behaviour = refusesByChance(share, status, ms);
			const { seconds, failures } = await sendRows(5000, behaviour, undefined, seed);
			expect(failures).toBe(0);
			expect(seconds).toBeLessThan(most);
		}
	});

	it('and asks these to wait a second, the others go on', async () => {
		const behaviour = refusesByChance(0.02, status, 100, '1');
		const { seconds } = await sendRows(5000, behaviour);
		expect(seconds).toBeLessThan(12);
	});
});

/** A number around zero as nature has them (Box and Muller). */
function normal(random: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

describe('at a service whose answers differ', () => {
	it.each<[string, (random: () => number) => number, number]>([
		['by half', (random) => 50 + 100 * random(), 100],
		['between 20 and 400 ms', (random) => 20 + 380 * random(), 210],
		['as nature has it', (random) => 88 * Math.exp(normal(random) / 2), 100],
		['in one of a hundred, ten times as long', (random) => (random() < 0.01 ? 1000 : 100), 109],
	])('%s, many are under way all the same', async (_, ms, mean) => {
		for (let seed = 1; seed <= (THOROUGH ? 3 : 1); seed++) {
			const random = randomOf(seed);
			const { seconds } = await sendRows(
				5000,
				takes(() => ms(random)),
			);
			expect(seconds).toBeLessThan((5000 / 128) * (mean / 1000) * 3);
		}
	});
});

describe('a long run', () => {
	it.each<[string, Behaviour, number]>([
		['at a service that answers after 300 ms', takes(() => 300), (10_000 / 128) * 0.3 * 1.2],
		[
			'while the service is away for 30 s',
			isAway(3000, 33_000, 100),
			30 + (10_000 / 128) * 0.1 * 1.5,
		],
		['after everything was refused for 10 s', refusesAll(500, 10_500, 20), 10 + 30],
	])('%s', async (_, behaviour, most) => {
		const { seconds, failures } = await sendRows(10_000, behaviour);
		expect(failures).toBe(0);
		expect(seconds).toBeLessThan(most);
	});

	it('does not fall upon a service that comes back with everything at once', async () => {
		const { underWay } = await sendRows(3000, isAway(3000, 33_000, 100));
		const back = underWay.filter(([at]) => at >= 33_000 && at < 33_200);
		expect(Math.max(...back.map(([, count]) => count))).toBeLessThanOrEqual(128);
	});
});
