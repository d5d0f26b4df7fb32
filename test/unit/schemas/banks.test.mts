import { bankOptions } from '../../../nodes/Stitch/schemas/banks';

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
