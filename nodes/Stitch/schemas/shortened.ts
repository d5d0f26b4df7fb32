import { folded } from './characters';

/**
 * A text cut to its first characters; anything else, and what is short enough, stays as it is. Counted
 * like the limits of `visibleText`: an emoji is one character, and any white space is one space.
 */
export function shortened(value: unknown, max: number): unknown {
	if (typeof value !== 'string') return value;
	const characters = [...folded(value.trim())];
	return characters.length > max ? characters.slice(0, max).join('').trimEnd() : value;
}
