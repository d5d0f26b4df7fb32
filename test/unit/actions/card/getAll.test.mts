import { getAll } from '../../../../nodes/Stitch/actions/card/getAll.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

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
	const { sent } = await perform(getAll, { payerId: 'p', limit: 7 }, [page([])]);
	expect(sent[0]?.qs).toMatchObject({ limit: 7 });
});
