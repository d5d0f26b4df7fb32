import { whyNotRetried } from '../../../nodes/Stitch/run/retryOnFail';

it('rejects a request that must not be sent twice when n8n would run the node again', () => {
	expect(whyNotRetried({ isRetriedOnFail: true }, 'ask payers twice')).toEqual([
		{
			field: 'Retry On Fail',
			what: 'would ask payers twice: nothing protects this from being sent twice',
			fix: "Turn it off in the node's Settings. Requests that are safe to repeat are repeated anyway.",
		},
	]);
	expect(whyNotRetried({ isRetriedOnFail: false }, 'ask payers twice')).toEqual([]);
});
