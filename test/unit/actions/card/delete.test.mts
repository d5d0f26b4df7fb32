import { deleteCard } from '../../../../nodes/Stitch/actions/card/delete.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

it('deletes the card, with every sign of its ID encoded', async () => {
	const { output, sent } = await perform(deleteCard, { cardId: 'a/b+c=' }, [answer(204, '')]);
	expect(output).toEqual({ deleted: true });
	expect(sent).toEqual([{ method: 'DELETE', url: 'https://rest.test/v2/cards/a%2Fb%2Bc%3D' }]);
});
