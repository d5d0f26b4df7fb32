import type { IDataObject } from 'n8n-workflow';

import { forget, openSecrets } from '../../../nodes/Stitch/webhook/keptSubscriptions';
import { keepOne, sealingCredential, staticDataHolder } from './contexts.mts';

const clone = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

const opened = (holder: ReturnType<typeof staticDataHolder>) =>
	openSecrets(holder, sealingCredential).map(({ id }) => id);

/** A workflow whose data n8n puts back to what they were at some time. */
function workflow() {
	const holder = staticDataHolder();
	const node = holder.getNode().id;
	const saved: IDataObject[] = [];
	return {
		holder,
		save: () => saved.push(clone(holder.staticData)),
		putBack: (time = 0) => staticDataHolder(node, saved[time]),
	};
}

describe('what n8n puts back of a subscription', () => {
	it('does not count where a later one is known', () => {
		const { holder, save, putBack } = workflow();
		keepOne(holder, { id: 'ep_1' });
		save();
		keepOne(holder, { id: 'ep_2', name: 'later' });
		expect(opened(putBack())).toEqual(['ep_2']);
	});

	it('is replaced by what is known, so that n8n saves that', () => {
		const { holder, save, putBack } = workflow();
		keepOne(holder, { id: 'ep_1' });
		save();
		keepOne(holder, { id: 'ep_2', name: 'later' });
		const back = putBack();
		opened(back);
		expect(back.staticData).toEqual(holder.staticData);
	});

	it('does not count after the node has unsubscribed', () => {
		const { holder, save, putBack } = workflow();
		keepOne(holder);
		save();
		forget(holder, 'https://n8n.test/webhook');
		expect(opened(putBack())).toEqual([]);
	});

	it('does not count where nothing is left of it', () => {
		const { holder, save, putBack } = workflow();
		save();
		keepOne(holder);
		expect(opened(putBack())).toEqual(['ep_1']);
	});

	it('counts where another process has kept it later', () => {
		const { holder, save, putBack } = workflow();
		keepOne(holder, { id: 'ep_2', name: 'later' });
		save();
		const elsewhere = putBack();
		const [slots] = Object.values(elsewhere.staticData) as Array<Record<string, IDataObject>>;
		const [ofNode] = Object.values(slots ?? {});
		Object.assign(ofNode ?? {}, { keptAt: Date.now() + 1000, subscriptions: [] });
		expect(opened(elsewhere)).toEqual([]);
		expect(opened(holder)).toEqual([]);
		keepOne(holder, { id: 'ep_3', name: 'latest' });
		expect(opened(holder)).toEqual(['ep_3']);
		expect(opened(elsewhere)).toEqual(['ep_3']);
	});

	it('does not count although the clock of n8n was set back in between', () => {
		const { holder, save, putBack } = workflow();
		keepOne(holder, { id: 'ep_1' });
		save();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60 * 60_000);
		keepOne(holder, { id: 'ep_2', name: 'later' });
		clock.mockRestore();
		expect(opened(putBack())).toEqual(['ep_2']);
	});
});
