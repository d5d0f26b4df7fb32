import { setImmediate as nextTurn } from 'node:timers/promises';

import { tryEach } from '../../../nodes/Stitch/run/dryRun';
import { serviceOf } from '../builders.mts';
import { carryOut, movesMoney, things, type Plan } from './madeUp.mts';

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

describe('a dry run of 1,000 rows, of which the first would fail,', () => {
	const rows = things(1000);

	/** Which rows were tried out, and what came of it. */
	async function tried(continues: boolean) {
		const indexes: number[] = [];
		const payment = (plan: Plan) => ({
			...movesMoney.payment!(plan)!,
			async dryRun() {
				indexes.push(plan.index);
				if (plan.index === 0) throw new Error('No list');
				return { wouldSend: true };
			},
		});
		const options = { dryRun: true };
		return { indexes, ...(await carryOut(rows, { continues, options, operation: { payment } })) };
	}

	it('tries all others where the node continues', async () => {
		const { indexes, items } = await tried(true);
		expect(indexes).toHaveLength(1000);
		expect(items.filter(({ json }) => json.wouldSend === true)).toHaveLength(999);
	});

	it('tries no further batch where the node stops', async () => {
		const { indexes, error } = await tried(false);
		expect(error?.message).toContain('No list');
		expect(indexes.length).toBeLessThan(1000);
	});
});
