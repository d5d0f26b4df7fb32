import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { keep, sharedData } from '../../../nodes/Stitch/webhook/workflowData';

/** A trigger with its own copy of what n8n keeps with its workflow; n8n saves a copy of which it has seen a change. */
function trigger(workflow: string, node: string) {
	const data: IDataObject = {};
	const seen: string[] = [];
	const watched = new Proxy(data, {
		set(target, name, value) {
			seen.push(String(name));
			return Reflect.set(target, name, value);
		},
	});
	const context = {
		getWorkflowStaticData: () => watched,
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node }),
	};
	return { data, seen, context: context as unknown as IPollFunctions };
}

describe('what is kept with a workflow', () => {
	it('is in all that n8n may save later for a trigger of the workflow', () => {
		const registered = ['first', 'second', 'first'].map((node) => trigger('shop', node));
		for (const { context } of registered) sharedData(context);
		const webhook = trigger('shop', 'webhook');
		keep(webhook.context, 'subscriptions', 'production', 'new');
		keep(webhook.context, 'subscriptions', 'test', 'other');
		const kept = { subscriptions: { production: 'new', test: 'other' } };
		const saved = [webhook, ...registered].map(({ data }) => JSON.parse(JSON.stringify(data)));
		expect(saved).toEqual([kept, kept, kept, kept]);
	});

	it('does not make n8n save what other triggers remembered earlier', () => {
		const earlier = trigger('books', 'node');
		sharedData(earlier.context);
		const now = trigger('books', 'node');
		keep(now.context, 'positions', 'a', 1);
		expect([earlier.seen, now.seen]).toEqual([[], ['positions']]);
	});

	it('is not in what belongs to another workflow', () => {
		const other = trigger('salaries', 'node');
		sharedData(other.context);
		keep(trigger('links', 'webhook').context, 'positions', 'a', 1);
		expect(other.data).toEqual({});
	});
});
