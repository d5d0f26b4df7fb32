import { firstHidden, folded } from './characters';

/**
 * A text cut to its first characters; anything else, and what is short enough, stays as it is. Counted
 * like the limits of `visibleText`: an emoji is one character, and any white space is one space. A text
 * that `visibleText` refuses stays whole, too: a line break may be a sign that two rows have become one.
 */
export function shortened(value: unknown, max: number): unknown {
	if (typeof value !== 'string' || firstHidden(value) !== undefined) return value;
	const characters = [...folded(value.trim())];
	return characters.length > max ? characters.slice(0, max).join('').trimEnd() : value;
}
