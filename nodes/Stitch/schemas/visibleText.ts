import { z } from 'zod/v4';

import { firstHalf, firstHidden, folded } from './characters';
import { asText, optionalText, refuse, text } from './field';
import { whatWasLost } from './lostText';

interface VisibleRules {
	/** The maximum number of characters; an emoji counts as one. */
	max?: number;
	/** The option that shortens what is longer, if there is one. */
	shortenedBy?: string;
}

/**
 * A text that is on one line and can be seen whole: a reference or nonce that identifies a payment,
 * or what a bank prints. Texts that look the same are read as the same: any white space is one plain
 * space, letters with marks are composed (NFC), and characters that nobody sees are refused, as is what
 * a spreadsheet has put in the place of a text.
 */
export function visibleText(label: string, rules: VisibleRules = {}) {
	return z.preprocess(readVisible(label), text(label, rules));
}

/** As `visibleText`, for a field that may be left empty. */
export function optionalVisibleText(label: string, rules: VisibleRules = {}) {
	return z.preprocess(readVisible(label), optionalText(label, rules));
}

function readVisible(label: string) {
	return (value: unknown, context: z.RefinementCtx): unknown => {
		const lost = whatWasLost(label, value);
		if (lost !== undefined) return refuse(context, label, lost.what, lost.fix);
		// The text field itself refuses what is not a text, is empty, or was cut.
		if (typeof value !== 'string' || asText(value) === undefined) return value;
		if (firstHalf(value) !== undefined) return value;
		const found = firstHidden(value);
		if (found === undefined) return folded(value);
		const { what, position } = found;
		return refuse(
			context,
			label,
			`has ${what} at position ${position}`,
			'Delete it, or type the text again by hand: such characters come along when text is copied from elsewhere.',
		);
	};
}
