import type { z } from 'zod/v4';

import { bankNamed, type BankId } from './banks';
import { oneText, refuse, shown } from './field';

/** Which banks a field accepts. */
interface BankRules {
	ids: readonly BankId[];
	/** Whether an unknown value that looks like an id is sent to the service. */
	open: boolean;
}

/**
 * A bank field: the service's id, or the name that people know ("FNB", "First National Bank").
 * The service changes its lists between versions. With `open`, an unknown value that looks like an
 * id is therefore sent, and the service decides; everything else is refused here.
 */
export function bank(label: string, ids: readonly BankId[], { open }: { open: boolean }) {
	return oneText(label).transform((given, context): string => {
		if (given === undefined) {
			return refuse(context, label, 'is empty', 'Choose the bank from the list.');
		}
		return readBank(label, given, { ids, open }, context);
	});
}

/** As `bank`, for a field that may be left empty. */
export function optionalBank(label: string, ids: readonly BankId[], { open }: { open: boolean }) {
	return oneText(label).transform((given, context): string | undefined =>
		given === undefined ? undefined : readBank(label, given, { ids, open }, context),
	);
}

function readBank(
	label: string,
	given: string,
	{ ids, open }: BankRules,
	context: z.RefinementCtx,
): string {
	if (ids.some((id) => id === given)) return given;
	const known = bankNamed(ids, given);
	if (known !== undefined) return known;
	if (open && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(given)) return given;
	return refuse(
		context,
		label,
		`is not recognised by Stitch: ${shown(given)}`,
		'Choose the bank from the list, or use its common name, such as Absa, Capitec, Discovery Bank, FNB, Investec, Nedbank, Standard Bank or TymeBank.',
	);
}
