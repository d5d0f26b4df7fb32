import { bankOptions, disbursementBanks, searchBanks } from '../../../nodes/Stitch/schemas/banks';

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

	it('shows all where nothing is searched for, and only what the field offers', () => {
		expect(found('')).toHaveLength(disbursementBanks.length);
		expect(searchBanks(['absa'], 'fnb')).toEqual([]);
	});
});
