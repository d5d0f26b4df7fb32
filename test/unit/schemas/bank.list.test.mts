import {
	bankNamed,
	bankOptions,
	beneficiaryBanks,
	disbursementBanks,
	searchBanks,
} from '../../../nodes/Stitch/schemas/bank';

it('lists banks by the name that people know, in the order of the alphabet', () => {
	expect(bankOptions(['za_hsbc', 'za_jp_morgan_chase_bank', 'fnb', 'absa'])).toEqual([
		{ name: 'Absa', value: 'absa' },
		{ name: 'FNB', value: 'fnb' },
		{ name: 'HSBC', value: 'za_hsbc' },
		{ name: 'JPMorgan Chase Bank', value: 'za_jp_morgan_chase_bank' },
	]);
});

it('leaves the given list as it is', () => {
	const ids = ['fnb', 'absa'] as const;
	bankOptions(ids);
	expect(ids).toEqual(['fnb', 'absa']);
});

describe('a search for a bank', () => {
	const found = (words: string) => searchBanks(disbursementBanks, words).map(({ name }) => name);

	it.each([
		['fnb', ['FNB']],
		[' First National ', ['FNB']],
		['standard', ['Standard Bank', 'Standard Chartered Bank']],
		['za_hsbc', ['HSBC']],
		['SBSA', ['Standard Bank']],
		['gotyme', ['TymeBank']],
		['no such bank', []],
	])('for %j finds %j', (words, names) => {
		expect(found(words)).toEqual(names);
	});

	it('shows all banks of the field without a search text', () => {
		expect(found('')).toHaveLength(disbursementBanks.length);
		expect(searchBanks(['absa'], 'fnb')).toEqual([]);
	});
});

describe('a bank in a spreadsheet', () => {
	it.each([
		['ABSA BANK', 'absa'],
		['Absa Bank Limited', 'absa'],
		['Absa Bank Beperk', 'absa'],
		['Capitec Bank', 'capitec'],
		['Capitec Business Bank', 'za_capitec_business'],
		['Standardbank', 'standard_bank'],
		['Standaard Bank', 'standard_bank'],
		['The Standard Bank of South Africa', 'standard_bank'],
		['Nedbank Ltd', 'nedbank'],
		['Investec Bank (Pty) Ltd', 'investec'],
		['Bidvest', 'za_bidvest'],
		['FNB Ltd', 'fnb'],
		['First National', 'fnb'],
		['Eerste Nasionale Bank', 'fnb'],
		['Tyme', 'tymebank'],
		['African', 'african_bank'],
		['Bank-Zero', 'za_bank_zero'],
	])('%j is %s', (text, id) => {
		expect(bankNamed(disbursementBanks, text)).toBe(id);
	});

	it.each([
		'Bank',
		'The Bank Ltd',
		'National Bank',
		'Standard Bank Namibia',
		'Nedbank Namibia',
		'Absa Botswana',
		'Chartered',
		'Ned',
		'()',
		'',
	])('%j is none', (text) => {
		expect(bankNamed(disbursementBanks, text)).toBeUndefined();
	});

	it('is the bank whose name or ID it is, whichever that is', () => {
		for (const { name, value } of bankOptions(beneficiaryBanks)) {
			expect(bankNamed(beneficiaryBanks, name)).toBe(value);
			// A name that fitted two would choose neither.
			expect(bankNamed([value, value], name)).toBeUndefined();
		}
	});
});
