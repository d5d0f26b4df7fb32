/** A character that cannot be seen or told apart, or of which only half is there. */
interface HiddenCharacter {
	/** Counted from 1 in the text as it was entered; an emoji is one character. */
	position: number;
	/** What it is, for a sentence with "has", such as `a line break` or `an invisible character (U+200B)`. */
	what: string;
}

/**
 * Characters that are not shown: control characters, line breaks, characters that Unicode lets a program
 * leave out (zero widths, soft hyphens, marks of direction, variation selectors), notes between lines,
 * the Braille cell without dots, and those without a meaning of their own, which most fonts do not have
 * (private use, noncharacters). Tabs count as white space. And hyphens that look like the one of the
 * keyboard: nobody sees that two references are different.
 */
const hidden =
	/(?!\t)[\u2010-\u2012\u2212\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb\u2800]/u;

/** As programs write them in place of the one that was typed. */
const otherHyphen = /[\u2010-\u2012\u2212]/;

/** Anything else that is not white space. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/u;

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

const space = /[\t\p{Zs}]+/gu;

/** Whether no character of a text can be seen: it is empty, or white space and invisible signs. */
export function showsNothing(text: string): boolean {
	return !visible.test(text);
}

/**
 * The first invisible character of a text; white space around the text does not count.
 * @returns undefined if all of it can be seen
 */
export function firstHidden(text: string): HiddenCharacter | undefined {
	const found = hidden.exec(text.trim());
	if (found === null) return undefined;
	const [character] = found;
	const position = placeInText(text, text.length - text.trimStart().length + found.index);
	if (lineBreak.test(character)) return { position, what: 'a line break' };
	const code = character.codePointAt(0) ?? 0;
	const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
	return { position, what: `${kindOf(character)} (${number})` };
}

function kindOf(character: string): string {
	if (otherHyphen.test(character)) return 'a look-alike of the hyphen';
	return /\p{Cc}/u.test(character) ? 'a control character' : 'an invisible character';
}

/**
 * The first half of a surrogate pair that stands alone: what is left of an emoji that was cut in
 * two. On the wire it would become another character.
 * @returns undefined where no character was cut
 */
export function firstHalf(text: string): HiddenCharacter | undefined {
	// With the flag `u`, whole pairs are one character and no surrogates.
	const index = text.search(/\p{Surrogate}/u);
	return index < 0 ? undefined : { position: placeInText(text, index), what: 'half a character' };
}

/** The advice about half a character, as the fix of a mistake. */
export const wholeCharacter =
	'Delete it, or enter the whole character. An expression that shortens a text can cut one.';

/** Whether any text or name within a value that JSON can hold has half a character, as `firstHalf`. */
export function holdsHalf(value: unknown): boolean {
	// JSON writes halves, and no whole characters, as numbers.
	return /(?<!\\)(?:\\{2})*\\ud[89a-f]/.test(JSON.stringify(value));
}

/**
 * One text for all texts that look the same: each run of white space is one plain space, and letters with
 * marks are in their composed form (NFC).
 */
export function folded(text: string): string {
	return text.normalize('NFC').replace(space, ' ');
}

function placeInText(text: string, index: number): number {
	return [...text.slice(0, index)].length + 1;
}
