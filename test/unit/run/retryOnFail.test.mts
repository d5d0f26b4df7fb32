import { whyNotRetried } from '../../../nodes/Stitch/run/retryOnFail';
import type { Item } from '../../../nodes/Stitch/run/item';

const item = (isRetriedOnFail: boolean) => ({ isRetriedOnFail }) as Item;

it('rejects a request that must not be sent twice when n8n would run the node again', () => {
	expect(whyNotRetried(item(true), 'ask payers twice')).toEqual([
		{
			field: 'Retry On Fail',
			what: 'would ask payers twice: nothing protects this from being sent twice',
			fix: "Turn it off in the node's Settings. Requests that are safe to repeat are repeated anyway.",
		},
	]);
	expect(whyNotRetried(item(false), 'ask payers twice')).toEqual([]);
});
