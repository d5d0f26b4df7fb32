import { deliver } from '../../../nodes/Stitch/polling/deliver';
import { executeContext, pages } from './contexts.mts';

const change = (id: string) => ({
	changeKey: `disbursement.completed/${id}`,
	eventId: `disbursement.completed/${id}`,
	id,
});

async function run(given: Parameters<typeof executeContext>[0]) {
	const { context, recorded, sent } = executeContext(given);
	const [output = []] = await deliver(context);
	return { ids: output.map(({ json }) => json.id), output, recorded, sent };
}

it('lets each change through once, in all executions, and asks the database once for a batch', async () => {
	const seen = new Set<string>();
	const first = await run({ items: [change('a'), change('b')], seen, nodeId: 'n' });
	const again = await run({ items: [change('b'), change('c')], seen, nodeId: 'n' });
	expect([first.ids, again.ids]).toEqual([['a', 'b'], ['c']]);
	expect(first.recorded[0]).toEqual({
		// Each once: n8n keeps 27 bytes of it.
		ids: ['a', 'b'].map((id) => `disbursement.completed/${id}`),
		how: { scope: 'node', mode: 'entries', maxEntries: 50_000 },
	});
	expect(again.output[0]?.pairedItem).toEqual({ item: 1 });
});

it('says that there is nothing to retry in an execution that reported a failed poll', async () => {
	const retry = run({ items: [{}], mode: 'retry', seen: new Set() });
	await expect(retry).rejects.toMatchObject({
		message: 'Nothing to retry: this execution only reported a failed poll',
		description: expect.stringContaining('No change is lost'),
	});
});

it('gives items with an error when the database fails and the node continues', async () => {
	const { context } = executeContext({ items: [change('a')] });
	const failing = Object.assign(context, { continueOnFail: () => true });
	failing.helpers.checkProcessedAndRecord = async () => {
		throw new Error('database is locked');
	};
	expect(await deliver(failing)).toEqual([
		[
			{
				json: {
					error: expect.any(String),
					details: expect.objectContaining({ event: change('a') }),
				},
				pairedItem: { item: 0 },
			},
		],
	]);
});

describe('in the editor', () => {
	const completed = (id: string, date: string) => ({
		id,
		status: { __typename: 'DisbursementCompleted', date },
	});

	it('shows the latest changes in order of time, and records nothing', async () => {
		const shown = Array.from({ length: 12 }, (_, n) =>
			completed(`${n}`, `2026-11-20T10:${String(59 - n)}:00Z`),
		);
		const { ids, recorded } = await run({
			mode: 'manual',
			asked: (variables) => pages(variables, { disbursement_completed: shown }),
		});
		expect(ids).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
		expect(recorded).toEqual([]);
	});

	it('says so when there is nothing yet', async () => {
		await expect(run({ mode: 'manual' })).rejects.toThrow(
			'Nothing at Stitch matches Events and Options yet',
		);
	});

	it('continues with the changes that it is given, such as those of an earlier execution', async () => {
		const { ids, sent } = await run({ mode: 'manual', items: [change('a')] });
		expect(ids).toEqual(['a']);
		expect(sent).toEqual([]);
	});
});
