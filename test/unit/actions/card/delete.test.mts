import { deleteCard } from '../../../../nodes/Stitch/actions/card/delete.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

it('deletes the card, with every sign of its ID encoded', async () => {
	const { output, sent } = await perform(deleteCard, { cardId: 'a/b+c=' }, [answer(204, '')]);
	expect(output).toEqual({ deleted: true });
	expect(sent).toEqual([{ method: 'DELETE', url: 'https://rest.test/v2/cards/a%2Fb%2Bc%3D' }]);
});

it('does not repeat after a lost answer: the card may be gone by then', async () => {
	const { sent, failure } = await perform(
		deleteCard,
		{ cardId: 'card-1' },
		[{ kind: 'answerLost' }],
		{ maxAttempts: 5 },
	);
	expect(sent).toHaveLength(1);
	expect(failure).toMatchObject({ details: { kind: 'answerLost' } });
});

it('repeats what was never processed', async () => {
	const { output, sent } = await perform(
		deleteCard,
		{ cardId: 'card-1' },
		[{ kind: 'notConnected' }, answer(429, {}), answer(204, '')],
		{ maxAttempts: 5 },
	);
	expect(sent).toHaveLength(3);
	expect(output).toEqual({ deleted: true });
});

it('needs a card', () => {
	expect(complaints(deleteCard, { cardId: '', payerId: 'payer-1' })).toEqual(["'Card' is empty"]);
});
