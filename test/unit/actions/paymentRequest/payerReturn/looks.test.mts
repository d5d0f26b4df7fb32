import { Looks } from '../../../../../nodes/Stitch/actions/paymentRequest/payerReturn/looks';
import { clockOf } from '../../../builders.mts';

/** Looks with a pause of a second, at something that changes with every look. */
function counted() {
	const clock = clockOf();
	const looks = new Looks<number>(clock, 1000);
	let seen = 0;
	return { clock, looks, look: async () => ++seen };
}

it('are one for all who ask at the same time', async () => {
	const { looks, look } = counted();
	const asked = Array.from({ length: 100 }, async () => await looks.last('a', look));
	expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
});

it('answer with the last one until the pause is over', async () => {
	const { clock, looks, look } = counted();
	await looks.last('a', look);
	await clock.pause(999);
	expect(await looks.last('a', look)).toBe(1);
	await clock.pause(1);
	expect(await looks.last('a', look)).toBe(2);
});

it('count the pause from the end of a look, however long that takes', async () => {
	const { clock, looks, look } = counted();
	const slow = async () => {
		await clock.pause(60_000);
		return await look();
	};
	const first = looks.last('a', slow);
	expect(await looks.last('a', look)).toBe(1);
	await first;
	expect(await looks.last('a', look)).toBe(1);
});

it('are not confused by a clock that is set back', async () => {
	const { clock, looks, look } = counted();
	await looks.last('a', look);
	clock.setBack(86_400_000);
	await clock.pause(1000);
	expect(await looks.last('a', look)).toBe(2);
});

it('keep each key to itself', async () => {
	const { looks, look } = counted();
	expect([await looks.last('a', look), await looks.last('b', look)]).toEqual([1, 2]);
});

it('share what was thrown, too, and look again after the pause', async () => {
	const { clock, looks, look } = counted();
	const failing = async () => await Promise.reject(new Error('out of reach'));
	await expect(looks.last('a', failing)).rejects.toThrow('out of reach');
	await expect(looks.last('a', look)).rejects.toThrow('out of reach');
	await clock.pause(1000);
	expect(await looks.last('a', look)).toBe(1);
});

it('forget what is over: only what was asked for lately is kept', async () => {
	const { clock, looks, look } = counted();
	for (let index = 0; index < 1000; index++) await looks.last(`execution ${index}`, look);
	await clock.pause(1000);
	await looks.last('another', look);
	expect(looks.size).toBe(1);
});
