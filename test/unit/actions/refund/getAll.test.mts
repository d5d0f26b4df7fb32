import { getAll } from '../../../../nodes/Stitch/actions/refund/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = answer(200, { data: [{ id: 'r' }], page: { limit: 50, offset: 0, hasNext: false } });

it.each([
	[{}, {}],
	[{ nonce: 'n' }, { nonce: 'n' }],
	[{ charge: 'c' }, { charge: 'c' }],
	[{ terminalSession: 's' }, { terminalSession: 's' }],
	[
		{ nonce: '', charge: ' c ', terminalSession: 's' },
		{ charge: 'c', terminalSession: 's' },
	],
])('lists refunds with the filters %j', async (filters, query) => {
	const { output, sent } = await perform(getAll, { filters, returnAll: true }, [page]);
	expect(output).toEqual([{ id: 'r' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/refunds',
			qs: { ...query, limit: 50, offset: 0 },
		},
	]);
});

it('refuses a limit that is none', () => {
	expect(complaints(getAll, { limit: -1 })).toEqual(['Limit is not a whole number of at least 1']);
});
