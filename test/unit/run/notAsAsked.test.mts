import type { IDataObject } from 'n8n-workflow';

import { carryOut, jsonOf, movesMoney } from './madeUp.mts';

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

describe('a run whose rows were sent before and could not be compared', () => {
	const masked = { gives: { alreadyExisted: false, notCompared: ['Account Number'] } };

	it('says so on the node, and that a correction was not paid', async () => {
		expect(await hintsOf(asAsked, masked)).toEqual([
			{
				type: 'warning',
				message:
					"Stitch does not show the 'Account Number' of 1 of 2 rows, so the node could not compare it: see notCompared. If you have corrected it since the first run, the payment has the old one.",
			},
		]);
	});
});

it('a run says on the node which payments Stitch has made twice', async () => {
	const twice = { gives: { alreadyExisted: false, madeTwice: ['d-1', 'd-2'] } };
	const [hint] = await hintsOf(asAsked, twice);
	expect(hint?.message).toBe(
		"Stitch has made more than one payment for 1 of 2 rows: see madeTwice. Check the payments 'd-1' and 'd-2' in Stitch before you pay or run anything again.",
	);
});

it('a run whose payments are as they were sent says nothing', async () => {
	expect(await hintsOf(asAsked)).toEqual([]);
});

it.each(['notAsAsked', 'notCompared', 'madeTwice'])(
	'a run says so of columns, and keeps %s next to them',
	async (name) => {
		const gives = { alreadyExisted: false, other: 1, [name]: ['Amount'] };
		const simplify = ({ alreadyExisted }: IDataObject) => ({ alreadyExisted });
		const setting = { operation: { ...movesMoney, simplify }, simplify: true };
		const { hints, items } = await carryOut([{ gives }], setting);
		expect(hints).toHaveLength(1);
		expect(jsonOf(items)).toEqual([{ alreadyExisted: false, [name]: ['Amount'] }]);
	},
);
