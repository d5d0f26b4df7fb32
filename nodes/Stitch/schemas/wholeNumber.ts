import { z } from 'zod/v4';

import { asText, cannotBe } from './asText';
import { reject } from './invalidInput';

/** A whole number within bounds; Infinity if the node sets it and there is no bound. */
export function wholeNumber(label: string, least: number, most = Infinity) {
	const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
	return z.unknown().transform((value, context): number => {
		const given = Number(asText(value));
		const isWhole = given === Infinity || Number.isSafeInteger(given);
		if (isWhole && given >= least && given <= most) return given;
		return reject(context, label, cannotBe(value), `Enter a whole number ${bounds}.`);
	});
}
