/** Letters that Unicode does not decompose, as people type them without marks. */
const withoutMarks: Record<string, string> = {
	...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' },
};

/** A text in small letters without marks, such as `e` for É and for a wide Ｅ. */
export function plainLetters(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[\p{M}\p{Lm}]/gu, '')
		.replace(/[ßæœøđðþłı]/g, (letter) => withoutMarks[letter] ?? letter);
}

/** The words of a name, in these letters. */
export const wordsIn = (name: string): string[] =>
	plainLetters(name)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/** Forms of address, in English and Afrikaans. */
const titles = new Set([
	...['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'adv', 'rev'],
	...['mnr', 'mev', 'mej', 'me', 'ds'],
]);

/** An invoice has the full name of a company, and people leave out its form. */
const companyForms = new Set(['pty', 'ltd', 'limited', 'edms', 'bpk']);

/** A title before initials may be initials: “MS Botha”. */
const leastBesideTitle = 2;

/**
 * The same key for all spellings of one name: capitals, marks, spaces, signs, titles, “Pty Ltd” and the
 * order of words make no difference. The key is all letters of the name, sorted: with sorted words, “Coetzee,
 * Anne-Marie” would differ from “Annemarie Coetzee”.
 */
export function nameKey(name: string): string {
	const words = wordsIn(name).filter((word) => !companyForms.has(word));
	const others = words.filter((word) => !titles.has(word));
	const counted = others.length >= leastBesideTitle ? others : words;
	return [...counted.join('')].sort().join('');
}

/**
 * The same key for references that look like one payment: “INV 7”, “inv-7” and “INV7”, or “INV-O1” and
 * “INV-01”. But “1-11” and “11-1” have two keys.
 */
export function referenceKey(reference: string): string {
	const asDigits = (letters: string) => letters.replace(/o/g, '0').replace(/[il]/g, '1');
	const words = plainLetters(reference)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.replace(/[oil]+(?=\d)|(?<=\d)[oil]+/g, asDigits);
	return words.replace(/(?<!\d) | (?!\d)/g, '') || reference;
}

/**
 * The first letter or digit of a text that is not one of A to Z and 0 to 9, even without its marks: a
 * Cyrillic “а” only looks like one.
 */
export function foreignLetter(text: string): string | undefined {
	if (/^[ -~]*$/.test(text)) return undefined;
	return [...text.normalize('NFC')].find((sign) => /[^a-z0-9]/.test(lettersIn(sign)));
}

const lettersIn = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]/gu, '');
