import { answer } from '../../builders.mts';
import { row, says, verify } from './verifying.mts';

it('the others are verified where one could not be, and only what was asked of is counted', async () => {
	const rows = [2, 3, 4, 5, 6].map((number) => row(number));
	const answers = [answer(403, {}), ...Array.from({ length: 4 }, () => says())];
	const { gaps } = await verify([...rows, row(7, { idNumber: '' })], answers);
	expect(rows.filter(({ verified }) => verified !== undefined)).toHaveLength(4);
	expect(gaps).toEqual([expect.stringMatching(/^1 of 5 accounts could not be verified: /)]);
});

describe('accounts that could not be verified', () => {
	const notAllowed = answer(403, {});
	const oneAtATime = { concurrency: 1 };

	it('are said, and no more are tried after three', async () => {
		const rows = Array.from({ length: 40 }, (_, number) => row(number + 2));
		const { sent, gaps } = await verify(
			rows,
			rows.map(() => notAllowed),
			'all',
			oneAtATime,
		);
		expect(rows.every(({ verdict }) => verdict === 'willBePaid')).toBe(true);
		expect(sent).toHaveLength(3);
		expect(gaps).toEqual([expect.stringMatching(/^40 of 40 accounts could not be verified: /)]);
	});

	it('keep no other from being tried, where they are two', async () => {
		const rows = [2, 3, 4, 5].map((number) => row(number));
		await verify(rows, [notAllowed, notAllowed, says(), says()], 'all', oneAtATime);
		expect(rows.filter(({ verified }) => verified !== undefined)).toHaveLength(2);
	});
});
