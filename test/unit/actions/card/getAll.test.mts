import { getAll } from '../../../../nodes/Stitch/actions/card/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const page = (data: object[]) =>
	answer(200, { data, page: { limit: 50, offset: 0, hasNext: false } });

it('lists the cards of a payer, 50 at a time', async () => {
	const { output, sent } = await perform(getAll, { payerId: ' payer-1 ', returnAll: true }, [
		page([{ id: 'card-1' }]),
	]);
	expect(output).toEqual([{ id: 'card-1' }]);
	expect(sent).toEqual([
		{
			method: 'GET',
			url: 'https://rest.test/v2/cards',
			qs: { payerId: 'payer-1', limit: 50, offset: 0 },
		},
	]);
});

it('asks for as many as Limit says', async () => {
	const { sent } = await perform(getAll, { payerId: 'p', returnAll: false, limit: 7 }, [page([])]);
	expect(sent[0]?.qs).toMatchObject({ limit: 7 });
});

it.each(['TRUE', 'yes', 1])('asks for all with %j as Return All', async (returnAll) => {
	const { sent } = await perform(getAll, { payerId: 'p', returnAll, limit: 7 }, [page([])]);
	expect(sent[0]?.qs).toMatchObject({ limit: 50 });
});

it('rejects a Return All that cannot be read, instead of returning a part as if it were all', () => {
	expect(complaints(getAll, { payerId: 'p', returnAll: 'all', limit: 7 })).toEqual([
		"'Return All' is neither true nor false: all",
	]);
});

it('needs a payer and a sensible limit, and says both at once', () => {
	expect(complaints(getAll, { payerId: '', limit: 0 })).toEqual([
		"'Payer ID' is empty",
		"'Limit' cannot be 0",
	]);
});

it.each([-1, 1.5, 'many', null])('rejects %p as Limit', (limit) => {
	expect(complaints(getAll, { payerId: 'p', limit })).toHaveLength(1);
});
