import { setImmediate as nextTurn } from 'node:timers/promises';

import { tryEach } from '../../../nodes/Stitch/run/dryRun';
import { serviceOf } from '../builders.mts';

const many = Array.from({ length: 1000 }, (_, index) => index);

/** Tries so many payments out, each of which ends only when the test says so. */
function trying(answer: (one: number) => boolean = () => true) {
	const started: number[] = [];
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const done = tryEach(many, serviceOf([]).service, async (one) => {
		started.push(one);
		await ended;
		return answer(one);
	});
	return { started, end, done };
}

it('payments are tried out a few batches at once, and no more', async () => {
	const { started, end, done } = trying();
	while (started.length < 400) await nextTurn();
	for (let turn = 0; turn < 20; turn++) await nextTurn();
	expect(started).toEqual(many.slice(0, 400));
	end();
	await done;
	expect(started).toEqual(many);
});

it('no further batch is tried out once one of them says so', async () => {
	const { started, end, done } = trying((one) => one !== 250);
	end();
	await done;
	expect(started.length).toBeLessThan(many.length);
	expect(started).toContain(250);
});
