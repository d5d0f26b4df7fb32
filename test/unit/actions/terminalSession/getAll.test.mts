import { getAll } from '../../../../nodes/Stitch/actions/terminalSession/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = answer(200, { data: [{ id: 's' }], page: { limit: 50, offset: 0, hasNext: false } });

it.each([
	[{}, {}],
	[{ externalReference: 'receipt-1' }, { externalReference: 'receipt-1' }],
	[{ nonce: 'n' }, { nonce: 'n' }],
	[
		{ nonce: 'n', externalReference: 'receipt-1' },
		{ nonce: 'n', externalReference: 'receipt-1' },
	],
])('lists sessions with the filters %j', async (filters, query) => {
	const { output, sent } = await perform(getAll, { filters, returnAll: true }, [page]);
	expect(output).toEqual([{ id: 's' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/terminal-sessions',
			qs: { ...query, limit: 50, offset: 0 },
		},
	]);
});

it('rejects a limit that is none', () => {
	expect(complaints(getAll, { limit: 'all' })).toEqual(["'Limit' cannot be all"]);
});

it('rejects a filter that is empty', () => {
	expect(
		complaints(getAll, { filters: { nonce: ' ', externalReference: '' }, returnAll: true }),
	).toEqual(["'External Reference' is empty", "'Nonce' is empty"]);
});
