import { Looks } from '../../../../nodes/Stitch/actions/payerReturn/looks';
import { clockOf } from '../../builders.mts';

/** Looks with a pause of a second, at something that changes with every look. */
function counted() {
	const clock = clockOf();
	const looks = new Looks<number>(clock, 1000);
	let seen = 0;
	return { clock, looks, look: async () => ++seen };
}

it('are one for all who ask at the same time', async () => {
	const { looks, look } = counted();
	const asked = Array.from({ length: 100 }, async () => await looks.next('a', look));
	expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
});

it('are not made before the pause is over: whoever comes earlier waits for the next one', async () => {
	const { clock, looks, look } = counted();
	await looks.next('a', look);
	await clock.pause(400);
	const asked = Array.from({ length: 100 }, async () => await looks.next('a', look));
	expect(new Set(await Promise.all(asked))).toEqual(new Set([2]));
	expect(clock.pauses).toEqual([400, 600]);
});

it('count the pause from the end of a look, however long that takes', async () => {
	const { clock, looks, look } = counted();
	const slow = async () => {
		await clock.pause(60_000);
		return await look();
	};
	const first = looks.next('a', slow);
	expect(await looks.next('a', look)).toBe(1);
	await first;
	expect(await looks.next('a', look)).toBe(2);
	expect(clock.pauses).toEqual([60_000, 1000]);
});

it('are not confused by a clock that is set back', async () => {
	const { clock, looks, look } = counted();
	await looks.next('a', look);
	clock.setBack(86_400_000);
	expect(await looks.next('a', look)).toBe(2);
	expect(clock.pauses).toEqual([1000]);
});

it('keep each key to itself', async () => {
	const { looks, look } = counted();
	expect([await looks.next('a', look), await looks.next('b', look)]).toEqual([1, 2]);
});

it('share what was thrown among those who asked, and nobody after them gets it', async () => {
	const { looks, look } = counted();
	const failing = async () => await Promise.reject(new Error('out of reach'));
	const asked = [looks.next('a', failing), looks.next('a', look)];
	for (const each of asked) await expect(each).rejects.toThrow('out of reach');
	expect(await looks.next('a', look)).toBe(1);
});

it('forget what is over: only what was asked for lately is kept', async () => {
	const { clock, looks, look } = counted();
	for (let index = 0; index < 1000; index++) await looks.next(`execution ${index}`, look);
	await clock.pause(1000);
	await looks.next('another', look);
	expect(looks.size).toBe(1);
});
