import type { IDataObject } from 'n8n-workflow';

import { allKept, forget, keep, keptFor } from '../../../nodes/Stitch/webhook/keptSubscriptions';

const production = 'https://n8n.test/webhook';
const test = 'https://n8n.test/webhook-test';
const one = { id: 'ep_1', secret: 'made-up-1' };
const other = { id: 'ep_2', secret: 'made-up-2' };

/** What n8n keeps with a workflow: it saves what it has seen being set, and nothing deeper. */
function holder(content: IDataObject = {}) {
	const set: string[] = [];
	const watched = new Proxy(content, {
		set(target, name, value) {
			set.push(String(name));
			return Reflect.set(target, name, value);
		},
	});
	return { set, getWorkflowStaticData: () => watched };
}

it('keeps one subscription for each address', () => {
	const context = holder();
	keep(context, production, one);
	keep(context, test, other);
	expect(keptFor(context, production)).toEqual(one);
	expect(keptFor(context, test)).toEqual(other);
	expect(allKept(context)).toEqual({ [production]: one, [test]: other });
});

it('puts a new one in place of the old one of the same address', () => {
	const context = holder();
	keep(context, production, one);
	keep(context, production, other);
	expect(allKept(context)).toEqual({ [production]: other });
});

it('forgets one address and keeps the others', () => {
	const context = holder();
	keep(context, production, one);
	keep(context, test, other);
	forget(context, production);
	expect(allKept(context)).toEqual({ [test]: other });
});

it('holds nothing where nothing was kept', () => {
	expect(allKept(holder())).toEqual({});
	expect(keptFor(holder(), production)).toBeUndefined();
});

it('is written as a whole, as n8n saves nothing else', () => {
	const context = holder();
	keep(context, production, one);
	forget(context, production);
	expect(context.set).toEqual(['subscriptions', 'subscriptions']);
});

it('is not written, and the workflow not saved, where there is nothing to forget', () => {
	const context = holder();
	forget(context, production);
	expect(context.set).toEqual([]);
});
