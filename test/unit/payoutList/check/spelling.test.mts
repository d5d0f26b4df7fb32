import {
	foreignLetter,
	nameKey,
	referenceKey,
} from '../../../../nodes/Stitch/payoutList/check/spelling';

describe('one name is', () => {
	it.each([
		['with its marks typed apart', 'Elsabe\u0301 Coetzee'],
		['without its marks', 'Elsabe Coetzee'],
		['in capitals', 'ELSABÉ COETZEE'],
		['in the wide letters of other keyboards', '\uff25lsab\u00e9 Coetzee'],
		['with its words the other way round', 'Coetzee, Elsabé'],
		['with a title', 'Mev. Elsabé Coetzee'],
		['with a title behind the family name', 'Coetzee, Dr Elsabé'],
		['with more spaces', '  Elsabé \u00a0 Coetzee '],
		['with other signs', 'Elsabé-Coetzee'],
	])('the same %s', (_how, written) => {
		expect(nameKey(written)).toBe(nameKey('Elsabé Coetzee'));
	});

	it.each([
		['Anne-Marie van der Merwe', 'Annemarie Vandermerwe'],
		['O’Brien', "O'Brien"],
		['Jørgen Weiß', 'Jorgen Weiss'],
		['Pieter ʼn Toets', "Pieter 'n Toets"],
		['Acme Trading (Pty) Ltd', 'ACME TRADING'],
		['Bolt (Edms) Bpk', 'Bolt Limited'],
	])('%s as well as %s', (one, other) => {
		expect(nameKey(one)).toBe(nameKey(other));
	});

	it.each([
		['a first name more', 'Elsabé Johanna Coetzee', 'Elsabé Coetzee'],
		['initials that look like a title', 'MS Botha', 'MR Botha'],
		['a family name that is a title alone', 'Me', 'Ds'],
		['letters of another alphabet', 'Еlsabé Coetzee', 'Elsabé Coetzee'],
	])('not the same with %s', (_what, one, other) => {
		expect(nameKey(one)).not.toBe(nameKey(other));
	});
});

describe('one reference looks like another', () => {
	it.each([
		['INV 7', 'inv-7'],
		['INV–7', 'INV7'],
		['INV-O1', 'INV-01'],
		['SAL-l7', 'SAL-I7'],
		['sal/é-1', 'SAL E 1'],
		['\uff11\uff12', '12'],
	])('%s as %s', (one, other) => {
		expect(referenceKey(one)).toBe(referenceKey(other));
	});

	it.each([
		['1-11', '11-1'],
		['SAL-1', 'SA-11'],
		['oil', '011'],
		['—', '–'],
	])('but %s is not %s', (one, other) => {
		expect(referenceKey(one)).not.toBe(referenceKey(other));
	});
});

it.each([
	['Elsabé Coetzee', undefined],
	['Jørgen Weiß ʼn 2', undefined],
	['\u0430 Botha', '\u0430'],
	['INV-\u06617', '\u0661'],
	['李 Test', '李'],
])('the foreign letter of %s is %s', (text, letter) => {
	expect(foreignLetter(text)).toBe(letter);
});
