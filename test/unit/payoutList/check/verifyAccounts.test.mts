import { answer } from '../../builders.mts';
import { row, says, verify } from './verifying.mts';

it('the others are verified where one could not be, and only what was asked of is counted', async () => {
	const rows = [2, 3, 4, 5, 6].map((number) => row(number));
	const answers = [answer(403, {}), ...Array.from({ length: 4 }, () => says())];
	const { gaps } = await verify([...rows, row(7, { idNumber: '' })], answers);
	expect(rows.filter(({ verified }) => verified !== undefined)).toHaveLength(4);
	expect(gaps).toEqual([expect.stringMatching(/^1 of 5 accounts could not be verified: /)]);
});

it('accounts that could not be verified are said, and no more are tried after a few', async () => {
	const rows = Array.from({ length: 40 }, (_, number) => row(number + 2));
	const notAllowed = answer(403, {});
	const { sent, gaps } = await verify(
		rows,
		Array.from({ length: 40 }, () => notAllowed),
	);
	expect(rows.every(({ verdict }) => verdict === 'willBePaid')).toBe(true);
	expect(sent.length).toBeLessThan(40);
	expect(gaps).toEqual([expect.stringMatching(/^40 of 40 accounts could not be verified: /)]);
});
