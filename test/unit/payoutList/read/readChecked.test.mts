import { readChecked } from '../../../../nodes/Stitch/payoutList/read/readChecked';

const checked = {
	row: 7,
	externalReference: ' s-1 ',
	amount: 10.5,
	bank: '',
	verdict: 'willBePaid',
};
const total = { message: 'The total in row 9 agrees.', agrees: true };
const summary = {
	...{ readAs: 'a list with headings', comparedSince: '2026-09-16', total },
	headings: { amount: 'Net pay', nothing: 'Other' },
};

describe('the rows of an earlier check', () => {
	it('keep their numbers, and the columns of a payment alone', () => {
		expect(readChecked([checked]).rows).toEqual([
			{ row: 7, item: 0, types: {}, cells: { externalReference: 's-1', amount: '10.5' } },
		]);
	});

	it('are counted where they have lost their numbers', () => {
		const { rows } = readChecked([{}, { row: null }]);
		expect(rows.map(({ row, item }) => [row, item])).toEqual([
			[1, 0],
			[2, 1],
		]);
	});

	it('keep what that check found in the file, whichever row has it', () => {
		expect(readChecked([checked, { summary }])).toMatchObject({
			...{ readAs: 'a list with headings', comparedSince: '2026-09-16', total },
			columns: { top: 0, found: { amount: { heading: 'Net pay' } } },
		});
	});

	it.each([undefined, { message: 'Agrees.' }, { message: 1, agrees: true }])(
		'have no total where it cannot be read: %j',
		(unread) => {
			const file = readChecked([{ summary: { ...summary, total: unread } }]);
			expect(file).not.toHaveProperty('total');
		},
	);

	it('say nothing of a file where no check is known', () => {
		expect(readChecked([checked])).toMatchObject({ readAs: '', comparedSince: undefined });
	});
});
