import { text } from './field';

/** The number of a bank account: digits only, 6 to 13 (spec 8). */
export const accountNumber = (label: string) =>
	text(label, {
		pattern: {
			is: /^\d{6,13}$/,
			what: 'must be 6 to 13 digits, nothing else',
			fix: 'Remove spaces, letters and other signs. Keep leading zeros: format the column as text.',
		},
	});
