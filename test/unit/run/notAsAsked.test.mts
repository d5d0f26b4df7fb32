import { carryOut, movesMoney } from './madeUp.mts';

const asAsked = { gives: { alreadyExisted: false } };
const different = (...notAsAsked: string[]) => ({ gives: { alreadyExisted: false, notAsAsked } });

async function hintsOf(...rows: Array<typeof asAsked>) {
	return (await carryOut(rows, { operation: movesMoney })).hints;
}

describe('a run whose payments were made with other values than were sent', () => {
	it('says so on the node, with the values and the number of rows', async () => {
		expect(await hintsOf(asAsked, different('Amount'), different('Amount', 'Bank'))).toEqual([
			{
				type: 'warning',
				message:
					"Stitch returned a different 'Amount' and 'Bank' than was sent for 2 of 3 rows: see notAsAsked. Check the payments in Stitch before you pay anything again.",
			},
		]);
	});

	it('says so of a single row', async () => {
		const [hint] = await hintsOf(different('Amount'));
		expect(hint?.message).toContain("different 'Amount' than was sent for this row:");
	});
});

it('a run whose payments are as they were sent says nothing', async () => {
	expect(await hintsOf(asAsked)).toEqual([]);
});
