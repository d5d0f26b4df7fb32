import { getAll } from '../../../../nodes/Stitch/actions/eventSubscription/getAll.operation';
import { itemOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { here, listed, old } from './subscriptions.mts';

it('lists all subscriptions, each with what a person reads first in front', async () => {
	const { output, sent } = await perform(getAll, { returnAll: true }, [listed(here, old)]);
	expect(output).toEqual([
		{ ...here, isElsewhere: false },
		{ ...old, isElsewhere: true },
	]);
	expect(Object.keys([output].flat()[0] ?? {})).toEqual([
		'url',
		'isElsewhere',
		'filterTypes',
		'id',
	]);
	expect(sent).toHaveLength(1);
});

it('compares with the address by which n8n is reached when it runs', async () => {
	const moved = itemOf({ returnAll: true }, 0, {
		count: 1,
		resumeUrl: 'https://old.test/webhook-waiting/1?signature=a1',
	});
	const { output } = await perform(getAll, moved, [listed(old)]);
	expect(output).toMatchObject([{ url: old.url, isElsewhere: false }]);
});

it('passes on nothing else: no secret, should the service ever list one', async () => {
	const { output } = await perform(getAll, { limit: 1 }, [listed({ ...old, secret: 'x' })]);
	expect(output).toEqual([{ ...old, isElsewhere: true }]);
});

it('returns as many as Limit says', async () => {
	const { output } = await perform(getAll, { returnAll: false, limit: 1 }, [listed(here, old)]);
	expect(output).toMatchObject([{ id: here.id }]);
});

it('returns none where there is none', async () => {
	expect((await perform(getAll, { limit: 50 }, [listed()])).output).toEqual([]);
});

it('rejects a Limit that is none', () => {
	expect(complaints(getAll, { limit: 0 })).toEqual(["'Limit' cannot be 0"]);
});
