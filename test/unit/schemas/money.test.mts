import {
	amountInWords,
	centsOf,
	currency,
	formatRand,
	randText,
	money,
	moneyInput,
	paymentAmount,
	randOf,
} from '../../../nodes/Stitch/schemas/money';
import { cases } from '../../setup/thorough.mts';
import { complaintOf } from './complaint.mts';
import fc from '../properties.mts';

const read = (value: unknown) => money('Amount').safeParse(value);
const whatOf = (value: unknown) => complaintOf(money('Amount'), value)?.message;

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
		['1500,50', 150_050],
		['1500,5', 150_050],
		['0,500', 50],
		['1 500', 150_000],
		['1 500,50', 150_050],
		['1\u00a0500,50', 150_050],
		['12\u202f345\u202f678.90', 1_234_567_890],
		['1,500.50', 150_050],
		['1.500,50', 150_050],
		['1,234,567', 123_456_700],
		['1.234.567,8', 123_456_780],
		['R100', 10_000],
		['r 100', 10_000],
		['R 1 500.50', 150_050],
		['R1,500.50', 150_050],
		['ZAR 1\u00a0500,50', 150_050],
		['1,500.500', 150_050],
	])('reads %p as %d cents', (given, cents) => {
		expect(read(given).data).toEqual({ cents });
	});

	it.each([
		[undefined, "'Amount' is empty"],
		[null, "'Amount' is empty"],
		['', "'Amount' is empty"],
		['   ', "'Amount' is empty"],
		[0, "'Amount' must be more than 0: 0"],
		['0.00', "'Amount' must be more than 0: 0.00"],
		[-5, "'Amount' must be more than 0: -5"],
		['10.005', "'Amount' can be read in two ways: 10.005 could be R10.005 or R10\u00a0005.00"],
		[10.005, "'Amount' has more than two decimals: 10.005"],
		['1.500', "'Amount' can be read in two ways: 1.500 could be R1.50 or R1\u00a0500.00"],
		['1,500', "'Amount' can be read in two ways: 1,500 could be R1.50 or R1\u00a0500.00"],
		['R1,505', "'Amount' can be read in two ways: R1,505 could be R1.505 or R1\u00a0505.00"],
		['100.000', "'Amount' can be read in two ways: 100.000 could be R100.00 or R100\u00a0000.00"],
		['12 345 678 901.005', "'Amount' has more than two decimals: …01.005"],
		['-1 500', "'Amount' must be more than 0: -1 500"],
		['-R5', "'Amount' must be more than 0: -R5"],
		['R-5', "'Amount' must be more than 0: R-5"],
		['(500.00)', "'Amount' must be more than 0: (500.00)"],
		['R (1 500,00)', "'Amount' must be more than 0: R (1 500,00)"],
		['500.00-', "'Amount' must be more than 0: 500.00-"],
		['12345678901.005', "'Amount' has more than two decimals: …01.005"],
		['123456.005', "'Amount' has more than two decimals: …56.005"],
		['12345.005', "'Amount' has more than two decimals: 12345.005"],
		[`1.${'3'.repeat(40)}`, `'Amount' has more than two decimals: 1.${'3'.repeat(28)}`],
		[0.1 + 0.2, "'Amount' has more than two decimals: 0.30000000000000004"],
		['1 50', "'Amount' is not an amount: 1 50"],
		['12,3 456', "'Amount' is not an amount: 12,3 456"],
		['1 500 or 2', "'Amount' is not an amount: 1 500 or 2"],
		['15 00,50', "'Amount' is not an amount: 15 00,50"],
		['1,50,000', "'Amount' is not an amount: 1,50,000"],
		['1,500,50', "'Amount' is not an amount: 1,500,50"],
		['1.500.50', "'Amount' is not an amount: 1.500.50"],
		['0,123,456', "'Amount' is not an amount: 0,123,456"],
		['1.500 50', "'Amount' is not an amount: 1.500 50"],
		["1'500.00", "'Amount' is not an amount: 1'500.00"],
		['$100', "'Amount' is not an amount: $100"],
		['RR100', "'Amount' is not an amount: RR100"],
		['R', "'Amount' is not an amount: R"],
		['1\u200b500', "'Amount' is not an amount: 1\u200b500"],
		['1e3', "'Amount' is not an amount: 1e3"],
		[1e21, "'Amount' is not an amount: 1e+21"],
		['Infinity', "'Amount' is not an amount: Infinity"],
		[Number.NaN, "'Amount' is not an amount: NaN"],
		[true, "'Amount' is not an amount: true"],
		['.5', "'Amount' is not an amount: .5"],
		['5.', "'Amount' is not an amount: 5."],
		[
			'10000000000000',
			"'Amount' is too large: the most is R9\u00a0999\u00a0999\u00a0999\u00a0999.99",
		],
		[
			'90071992547409.91',
			"'Amount' is too large: the most is R9\u00a0999\u00a0999\u00a0999\u00a0999.99",
		],
		[
			'1'.repeat(400),
			"'Amount' is too large: the most is R9\u00a0999\u00a0999\u00a0999\u00a0999.99",
		],
	])('rejects %p', (given, what) => {
		expect(whatOf(given)).toBe(what);
	});

	it.each([
		['', 'Enter the amount in rand, for example 150.00.'],
		['ten', 'Enter the amount in rand, for example 1500.50.'],
		['1000.005', 'Round the amount to whole cents.'],
		['1.500', 'Enter the amount with two decimals, for example 1500.50.'],
		['0', 'Enter an amount of at least 0.01.'],
		['-5', 'Enter an amount of at least 0.01.'],
		['10000000000000', 'Check the amount for extra digits.'],
	])('that is %p is refused with what to do', (given, fix) => {
		expect(complaintOf(money('Amount'), given)?.fix).toBe(fix);
	});

	const grouped = (digits: string, sign: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, sign);

	it('means the same in every notation that cannot be read in another way', () => {
		const amounts = fc.integer({ min: 100_000, max: 99_999_999_999 });
		const notations = fc.constantFrom(
			...[' ', '\u00a0', '\u202f', ',', '.', ''].flatMap((sign) =>
				[',', '.'].filter((point) => point !== sign).map((point) => ({ sign, point })),
			),
		);
		const currencies = fc.constantFrom('', 'R', 'R ', 'ZAR ', 'R\u00a0');
		fc.assert(
			fc.property(amounts, notations, currencies, (cents, { sign, point }, prefix) => {
				const [rand = '', fraction = ''] = randText({ cents }).split('.');
				const written = `${prefix}${grouped(rand, sign)}${point}${fraction}`;
				expect(read(written).data).toEqual({ cents });
			}),
			{ seed: 1, numRuns: cases(2000) },
		);
	});

	it.each([
		[0, 'R0.00'],
		[-5, '-R0.05'],
		[99_999, 'R999.99'],
		[123_450, 'R1\u00a0234.50'],
		[100_000_000, 'R1\u00a0000\u00a0000.00'],
	])('of %d cents is written as South Africa writes it', (cents, written) => {
		expect(formatRand(cents)).toBe(written);
	});

	it('is in rand', () => {
		expect(currency).toBe('ZAR');
		expect(moneyInput({ cents: 1050 })).toEqual({ quantity: '10.50', currency: 'ZAR' });
	});

	it('keeps every number of cents through text, number and JSON', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (cents) => {
				expect(read(randText({ cents })).data).toEqual({ cents });
				const sent = JSON.parse(JSON.stringify(randOf(cents))) as number;
				expect(read(sent).data).toEqual({ cents });
			}),
			{ seed: 1, numRuns: cases(2000) },
		);
	});
});

it('a number in rand is rounded to the nearest cent, because few have an exact one', () => {
	expect([0.29, 1.15, 4.35, 19.99, 120.30000000000001].map(centsOf)).toEqual([
		29, 115, 435, 1999, 12_030,
	]);
});

describe('an amount that is paid', () => {
	it.each([
		['1000000000', 100_000_000_000],
		['999999999.99', 99_999_999_999],
	])('can be %s', (given, cents) => {
		expect(paymentAmount('Amount').parse(given)).toEqual({ cents });
	});

	it.each(['1000000000.01', '62001234567', '62 001 234 567', 1e12])(
		'cannot be %s, and the bound is named',
		(given) => {
			expect(complaintOf(paymentAmount('Amount'), given)).toEqual({
				message: "'Amount' is too large: the most is R1\u00a0000\u00a0000\u00a0000.00",
				fix: 'Check the amount for extra digits.',
			});
		},
	);
});

it.each([
	[150.5, 'R150.50'],
	['20', 'R20.00'],
	[undefined, undefined],
	['much', undefined],
])('writes the amount %j as %s', (value, words) => {
	expect(amountInWords(value)).toBe(words);
});
