import { getAll } from '../../../../nodes/Stitch/actions/terminalSession/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = answer(200, { data: [{ id: 's' }], page: { limit: 50, offset: 0, hasNext: false } });

it('lists sessions with their filters', async () => {
	const filters = { nonce: 'n', externalReference: 'receipt-1' };
	const { output, sent } = await perform(getAll, { filters, returnAll: true }, [page]);
	expect(output).toEqual([{ id: 's' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/terminal-sessions',
			qs: { ...filters, limit: 50, offset: 0 },
		},
	]);
});

it('rejects a filter that is empty', () => {
	expect(
		complaints(getAll, { filters: { nonce: ' ', externalReference: '' }, returnAll: true }),
	).toEqual(["'External Reference' is empty", "'Nonce' is empty"]);
});
