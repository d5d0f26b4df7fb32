import { z } from 'zod/v4';

import { folded } from './characters';
import { text } from './field';

/** The number of a bank account: 6 to 13 digits (spec 8), which may be given in groups. */
export const accountNumber = (label: string) =>
	z
		.unknown()
		.transform(withoutGroups)
		.pipe(
			text(label, {
				pattern: {
					is: /^\d{6,13}$/,
					what: 'must be 6 to 13 digits, nothing else',
					fix: 'Remove letters and other characters. Keep leading zeros: format the column as text.',
				},
			}),
		);

/** `62 000 000 010` is one number, whatever spaces a spreadsheet puts between its digits. */
function withoutGroups(value: unknown): unknown {
	return typeof value === 'string' ? folded(value).replace(/(?<=\d) (?=\d)/g, '') : value;
}
