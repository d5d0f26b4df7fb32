import fc from 'fast-check';

import {
	asNumber,
	currency,
	inRand,
	money,
	paymentAmount,
} from '../../../nodes/Stitch/schemas/money';

const read = (value: unknown) => money('Amount').safeParse(value);
const whatOf = (value: unknown) => read(value).error?.issues[0]?.message;

describe('an amount', () => {
	it.each([
		[1, 100],
		['1', 100],
		[10.5, 1050],
		['10.50', 1050],
		['10.5000', 1050],
		['0.500', 50],
		['1000.500', 100_050],
		['1234.500', 123_450],
		[0.29, 29],
		[0.01, 1],
		[' 250 ', 25_000],
		['+3', 300],
		['007.10', 710],
		[1e6, 100_000_000],
		['9999999999999.99', 999_999_999_999_999],
	])('reads %p as %d cents', (given, cents) => {
		expect(read(given).data).toEqual({ cents });
	});

	it.each([
		[undefined, 'Amount is empty'],
		[null, 'Amount is empty'],
		['', 'Amount is empty'],
		['   ', 'Amount is empty'],
		[0, 'Amount must be more than 0: 0'],
		['0.00', 'Amount must be more than 0: 0.00'],
		[-5, 'Amount must be more than 0: -5'],
		['10.005', 'Amount has more than two decimals: 10.005'],
		['1.500', 'Amount can be read in two ways: 1.500'],
		['100.000', 'Amount can be read in two ways: 100.000'],
		['12 345 678 901.005', 'Amount is not a number: …01.005'],
		['12345678901.005', 'Amount has more than two decimals: …01.005'],
		['123456.005', 'Amount has more than two decimals: …56.005'],
		['12345.005', 'Amount has more than two decimals: 12345.005'],
		[`1.${'3'.repeat(40)}`, `Amount has more than two decimals: 1.${'3'.repeat(28)}`],
		[0.1 + 0.2, 'Amount has more than two decimals: 0.30000000000000004'],
		['1,500', 'Amount is not a number: 1,500'],
		['1500,50', 'Amount is not a number: 1500,50'],
		['1 500', 'Amount is not a number: 1 500'],
		['R100', 'Amount is not a number: R100'],
		['1e3', 'Amount is not a number: 1e3'],
		[1e21, 'Amount is not a number: 1e+21'],
		['Infinity', 'Amount is not a number: Infinity'],
		[Number.NaN, 'Amount is not a number: NaN'],
		[true, 'Amount is not a number: true'],
		['.5', 'Amount is not a number: .5'],
		['5.', 'Amount is not a number: 5.'],
		['10000000000000', 'Amount is too large: the most is R9 999 999 999 999.99'],
		['90071992547409.91', 'Amount is too large: the most is R9 999 999 999 999.99'],
		['1'.repeat(400), 'Amount is too large: the most is R9 999 999 999 999.99'],
	])('refuses %p', (given, what) => {
		expect(whatOf(given)).toBe(what);
	});

	it.each([
		['', 'Fill in the amount in rand, for example 150.00.'],
		[
			'1,500',
			'Write the amount in rand with digits and a point, for example 1500.50: no spaces, commas or currency sign.',
		],
		['10.005', 'Round the amount to whole cents.'],
		['1.500', 'Write the amount with two decimals, for example 1500.50.'],
		['-5', 'Use an amount of at least 0.01.'],
		['10000000000000', 'Check the amount for extra digits.'],
	])('that is %p is refused with what to do', (given, fix) => {
		expect(read(given).error?.issues).toMatchObject([{ params: { fix } }]);
	});

	it('is in rand', () => {
		expect(currency).toBe('ZAR');
	});

	it('keeps every number of cents through text, number and JSON', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (cents) => {
				expect(read(inRand({ cents })).data).toEqual({ cents });
				const sent = JSON.parse(JSON.stringify(asNumber({ cents }))) as number;
				expect(read(sent).data).toEqual({ cents });
			}),
			{ seed: 1, numRuns: 2000 },
		);
	});
});

describe('an amount that is paid', () => {
	const complaintOf = (value: unknown) => paymentAmount('Amount').safeParse(value).error?.issues[0];

	it.each([
		['1000000000', 100_000_000_000],
		['999999999.99', 99_999_999_999],
	])('can be %s', (given, cents) => {
		expect(paymentAmount('Amount').parse(given)).toEqual({ cents });
	});

	it.each(['1000000000.01', '62001234567', 1e12])(
		'cannot be %s, and the bound is named',
		(given) => {
			expect(complaintOf(given)).toMatchObject({
				message: 'Amount is too large: the most is R1 000 000 000.00',
				params: { fix: 'Check the amount for extra digits.' },
			});
		},
	);
});
