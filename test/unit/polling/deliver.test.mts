import { deliver } from '../../../nodes/Stitch/polling/deliver';
import { graphqlPage } from '../builders.mts';
import { executeContext } from '../webhook/contexts.mts';
import { ProcessedData } from '../webhook/processedData.mts';

const change = (id: string) => ({
	changeKey: `disbursement.completed/${id}`,
	eventId: `disbursement.completed/${id}`,
	id,
});

/** Runs the trigger in an execution that begins with these items. */
async function run({ events = [{}], ...given }: Partial<Parameters<typeof executeContext>[0]>) {
	const chosen = ['disbursement.completed'];
	const { context, recordings } = executeContext({ events, chosen, mode: 'trigger', ...given });
	const [output = []] = await deliver(context);
	return { ids: output.map(({ json }) => json.id), output, recordings };
}

it('lets each change through once, in all executions, and asks the database once for a batch', async () => {
	const given = { data: new ProcessedData(), node: 'n' };
	const first = await run({ events: [change('a'), change('b')], ...given });
	const again = await run({ events: [change('b'), change('c')], ...given });
	expect([first.ids, again.ids]).toEqual([['a', 'b'], ['c']]);
	expect(first.recordings[0]).toEqual({
		// Each once: n8n keeps 27 bytes of it.
		ids: ['a', 'b'].map((id) => `disbursement.completed/${id}`),
		how: { scope: 'node', mode: 'entries', maxEntries: 50_000 },
	});
	expect(again.output[0]?.pairedItem).toEqual({ item: 1 });
});

it('records changes for the whole workflow where the option says so', async () => {
	const { recordings } = await run({ events: [change('a')], options: { oncePerWorkflow: true } });
	expect(recordings[0]).toMatchObject({ how: { scope: 'workflow' } });
});

it('says that there is nothing to retry in an execution that reported a failed poll', async () => {
	const retry = run({ mode: 'retry' });
	await expect(retry).rejects.toMatchObject({
		message: 'Nothing to retry: this execution only reported a failed poll',
		description: expect.stringContaining('No change is lost'),
	});
});

it('gives items with an error when the database fails and the node continues', async () => {
	const data = new ProcessedData(new Map(), async () => {
		throw new Error('database is locked');
	});
	const onError = 'continueRegularOutput';
	const { output } = await run({ events: [change('a')], data, onError });
	expect(output).toEqual([
		{
			json: {
				error: expect.any(String),
				details: expect.objectContaining({ event: change('a') }),
			},
			pairedItem: { item: 0 },
		},
	]);
});

describe('in the editor', () => {
	const completed = (id: string, date: string) => ({
		id,
		status: { __typename: 'DisbursementCompleted', date },
	});

	/** Stitch, with these payouts. */
	const showing = (nodes: object[]) => async () => graphqlPage('disbursement_completed', nodes);

	it('shows the latest changes in order of time, and records nothing', async () => {
		const shown = Array.from({ length: 12 }, (_, n) =>
			completed(`${n}`, `2026-11-20T10:${String(59 - n)}:00Z`),
		);
		const { ids, recordings } = await run({ mode: 'manual', http: showing(shown) });
		expect(ids).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
		expect(recordings).toEqual([]);
	});

	it('chooses them from the first 20 of each list', async () => {
		const shown = Array.from({ length: 30 }, (_, n) =>
			completed(`${n}`, `2026-11-20T10:${String(n).padStart(2, '0')}:00Z`),
		);
		const { ids } = await run({
			mode: 'manual',
			http: async ({ body }) =>
				graphqlPage('disbursement_completed', shown.slice(0, Number(body?.variables.first))),
		});
		expect(ids).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19']);
	});

	it.each([
		['has nothing yet', [], {}],
		[
			'has nothing that the options let through',
			[{ ...completed('0', '2026-11-20T10:00:00Z'), externalReference: 'till-1' }],
			{ externalReferencePrefix: 'shop-' },
		],
	])('says so when Stitch %s', async (_, nodes, options) => {
		await expect(run({ mode: 'manual', options, http: showing(nodes) })).rejects.toThrow(
			'Nothing in Stitch matches Events and Options yet',
		);
	});

	it('continues with the changes that it is given, such as those of an earlier execution', async () => {
		const { ids } = await run({ mode: 'manual', events: [change('a')] });
		expect(ids).toEqual(['a']);
	});
});
