import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { dataForPolls, keep } from '../../../nodes/Stitch/webhook/workflowData';

/** A trigger with its own copy of what n8n keeps with its workflow. */
function trigger(workflow: string, node: string) {
	const data: IDataObject = {};
	const context = {
		getWorkflowStaticData: () => data,
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
	};
	return { data, context: context as unknown as IPollFunctions };
}

describe('what is kept with a workflow', () => {
	it('is in what n8n saves for each polling trigger, whenever that was published', () => {
		const polling = ['first', 'second'].map((node) => trigger('shop', node));
		for (const { context } of polling) dataForPolls(context);
		const webhook = trigger('shop', 'webhook');
		keep(webhook.context, 'subscriptions', 'production', 'new');
		keep(webhook.context, 'subscriptions', 'test', 'other');
		const kept = { subscriptions: { production: 'new', test: 'other' } };
		expect([webhook, ...polling].map(({ data }) => data)).toEqual([kept, kept, kept]);
	});

	it('is in none of what a polling trigger had before it was published anew', () => {
		const [before, since] = ['node', 'node'].map((node) => trigger('books', node));
		for (const one of [before, since]) if (one) dataForPolls(one.context);
		keep(trigger('books', 'webhook').context, 'positions', 'a', 1);
		expect([before?.data, since?.data]).toEqual([{}, { positions: { a: 1 } }]);
	});

	it('is not in what belongs to another workflow', () => {
		const other = trigger('salaries', 'node');
		dataForPolls(other.context);
		keep(trigger('links', 'webhook').context, 'positions', 'a', 1);
		expect(other.data).toEqual({});
	});
});
