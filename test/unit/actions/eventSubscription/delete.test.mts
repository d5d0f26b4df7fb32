import { deleteEventSubscription } from '../../../../nodes/Stitch/actions/eventSubscription/delete.operation';
import { messageOf } from '../../../../nodes/Stitch/run/nodeError';
import { answer, itemOf, serviceOf, type Script } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';
import { asked, deleted, gone, here, listed, lost, old } from './subscriptions.mts';

const other = { ...here, id: 'ep_7', url: 'https://other.test/hook' };

it('checks that there is one, and deletes it by its address as it is listed', async () => {
	const { output, sent } = await perform(
		deleteEventSubscription,
		{ url: ' https://old.test:443/webhook/1/webhook ' },
		[listed(here, old), deleted],
	);
	expect(output).toEqual({ deleted: true });
	expect(asked(sent)).toEqual(['list', { url: old.url, filterTypes: null }]);
});

it('succeeds when someone else has deleted it after the check', async () => {
	const script = [listed(old), gone, listed()];
	const { output } = await perform(deleteEventSubscription, { url: old.url }, script);
	expect(output).toEqual({ deleted: true });
});

it('asks again after a lost answer, and succeeds when it is gone', async () => {
	const { output, sent } = await perform(
		deleteEventSubscription,
		{ url: old.url },
		[listed(old), lost, gone, listed()],
		{ maxTries: 2 },
	);
	expect(output).toEqual({ deleted: true });
	expect(asked(sent)).toHaveLength(4);
});

it('deletes nothing where the list cannot be read', async () => {
	const { failure, sent } = await perform(deleteEventSubscription, { url: old.url }, [
		answer(200, { data: { client: {} } }),
	]);
	expect(failure).toMatchObject({ details: { kind: 'unreadable', happened: 'no' } });
	expect(asked(sent)).toEqual(['list']);
});

it.each([
	[
		'none at all',
		[],
		'Your Stitch client has no others. A test client does not see the subscriptions of a live client.',
	],
	['another one', [here], 'There is one at another address: Get Many shows it.'],
	['others', [here, other], 'There are 2 at other addresses: Get Many lists them.'],
])('says so where there is %s, without showing any other address', async (_, others, advice) => {
	const { failure, sent } = await perform(deleteEventSubscription, { url: old.url }, [
		listed(...others),
	]);
	expect(messageOf(failure)).toEqual({
		message: 'There is no event subscription at this address',
		description: `It may already have been deleted. ${advice}`,
	});
	expect(asked(sent)).toEqual(['list']);
});

describe('a run', () => {
	/** Carries out several items, all at once. */
	async function run(urls: string[], script: Script) {
		const { service, sent } = serviceOf(script);
		const { prepare, send } = deleteEventSubscription;
		const outcomes = await Promise.allSettled(
			urls.map(async (url, index) => {
				const item = itemOf({ url }, index);
				return await send(prepare(item, service), service, item);
			}),
		);
		return { outcomes, sent };
	}

	const done = { status: 'fulfilled', value: { deleted: true } };

	it('deletes an address once, though Get Many returns it for each subscription', async () => {
		const twin = { ...old, id: 'ep_3' };
		const { outcomes, sent } = await run(
			[old.url, old.url.toLowerCase()],
			[listed(old, twin), deleted],
		);
		expect(outcomes).toEqual([done, done]);
		expect(asked(sent)).toHaveLength(2);
	});

	it('deletes each of several addresses', async () => {
		const { outcomes, sent } = await run(
			[old.url, other.url],
			[listed(old, other), listed(old, other), deleted, deleted],
		);
		expect(outcomes).toEqual([done, done]);
		expect(asked(sent).slice(2)).toEqual([
			{ url: old.url, filterTypes: null },
			{ url: other.url, filterTypes: null },
		]);
	});

	it('checks again when it is run again', async () => {
		await run([old.url], [listed(old), deleted]);
		const { outcomes } = await run([old.url], [listed()]);
		expect(outcomes).toMatchObject([{ status: 'rejected' }]);
	});
});

it('rejects an empty address', () => {
	expect(complaints(deleteEventSubscription, { url: ' ' })).toEqual([
		"'Event Subscription' is empty",
	]);
});
