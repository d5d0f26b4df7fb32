import { poller } from '../../../nodes/Stitch/polling/poll';
import { pages, pollContext } from './contexts.mts';

describe('a list that Stitch refuses to show', () => {
	const refusal = {
		errors: [
			{ message: 'Cannot query field "x"', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
		],
	};

	const events = ['disbursement.completed', 'refund.completed'];

	it('stops only itself: the lists are asked singly, and it is reported', async () => {
		const { context, sent, log } = pollContext({
			parameters: { events },
			activation: 'activate',
			asked: (variables) => ('refund_completed' in variables ? refusal : pages(variables)),
		});
		expect(await poller.poll(context)).toBeNull();
		expect(sent.map((each) => Object.keys(each).slice(1))).toEqual([
			// Once more without young fields.
			['disbursement_completed', 'refund_completed'],
			['disbursement_completed', 'refund_completed'],
			['disbursement_completed'],
			['refund_completed'],
		]);
		expect(log[0]).toContain('reports disbursement.completed from');
		expect(log[1]).toContain('cannot read refund_completed');
		// It is asked apart from then on, and a failed execution shows it.
		await poller.poll(context);
		await poller.poll(context);
		expect(sent).toHaveLength(8);
		await expect(poller.poll(context)).rejects.toThrow('does not offer');
	});

	it('keeps a workflow from being published where there is no other', async () => {
		const { context } = pollContext({ activation: 'activate', asked: () => refusal });
		await expect(poller.poll(context)).rejects.toThrow('does not offer');
	});

	it('is not read without the reference that External Reference Prefix compares', async () => {
		const { context, sent } = pollContext({
			parameters: { events, options: { externalReferencePrefix: 'salary-' } },
			activation: 'activate',
			asked: () => refusal,
		});
		await expect(poller.poll(context)).rejects.toThrow('does not offer');
		expect(sent.map((each) => Object.keys(each).slice(1))).toEqual([
			['disbursement_completed', 'refund_completed'],
			['disbursement_completed'],
			['refund_completed'],
		]);
	});
});

describe('a poll that fails', () => {
	it('ends when its time is up, also while an answer drips', async () => {
		const { context } = pollContext({ budgetMs: 40, asked: () => new Promise(() => {}) });
		for (let poll = 0; poll < 2; poll++) expect(await poller.poll(context)).toBeNull();
		await expect(poller.poll(context)).rejects.toThrow('Lost the connection to Stitch');
	});

	it('is shown at once when the workflow is published', async () => {
		const asked = () => {
			throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
		};
		const { context } = pollContext({ activation: 'activate', asked });
		await expect(poller.poll(context)).rejects.toMatchObject({
			message: 'No connection to graphql.test',
			description: 'No change is lost: the next poll continues where the last one ended.',
		});
	});

	it('is reported once in the log, then by an execution, and once when it is over', async () => {
		const { context, log, state } = pollContext();
		const { asked } = state;
		await poller.poll(context);
		state.asked = () => ({ data: null });
		await poller.poll(context);
		expect(log).toHaveLength(2);
		await poller.poll(context);
		expect(log.slice(1)).toEqual([
			'"Changes" in the workflow "Shop" could not poll Stitch: Stitch sent a response that could not be read',
		]);
		await expect(poller.poll(context)).rejects.toThrow('could not be read');
		state.asked = asked;
		await poller.poll(context);
		expect(log.at(-1)).toBe('"Changes" in the workflow "Shop" can poll again.');
	});

	it.each([
		["'Events' is empty", { parameters: { events: [] } }],
		["'Execute Once' would drop every change but the first", { node: { executeOnce: true } }],
		["'Always Output Data' would start", { node: { alwaysOutputData: true } }],
	])('is refused before anything is asked: %s', async (complaint, given) => {
		const { context, sent } = pollContext({ activation: 'update', ...given });
		await expect(poller.poll(context)).rejects.toThrow(complaint);
		expect(sent).toEqual([]);
	});
});
