import { z } from 'zod/v4';

import { bankNamed, type BankId } from './banks';
import { folded } from './characters';
import { oneText, refuse, required, shown, text } from './field';

/**
 * A bank field that may be left empty: the service's id, or the name that people know ("FNB", "First
 * National Bank"). The service changes its lists between versions. With `open`, an unknown value that
 * looks like an id is therefore sent, and the service decides; everything else is refused here.
 */
export function optionalBank(label: string, ids: readonly BankId[], { open }: { open: boolean }) {
	return oneText(label).transform((given, context): string | undefined => {
		if (given === undefined || ids.some((id) => id === given)) return given;
		const known = bankNamed(ids, given);
		if (known !== undefined) return known;
		if (open && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(given)) return given;
		return refuse(
			context,
			label,
			`is not recognised by Stitch: ${shown(given)}`,
			'Choose the bank from the list, or use its common name, such as Absa, Capitec, Discovery Bank, FNB, Investec, Nedbank, Standard Bank or TymeBank.',
		);
	});
}

/** As `optionalBank`, for a field that must be filled in. */
export function bank(label: string, ids: readonly BankId[], rules: { open: boolean }) {
	return required(label, 'Choose the bank from the list.', optionalBank(label, ids, rules));
}

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
