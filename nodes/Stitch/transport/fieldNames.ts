/** The panel's names for the values of a request, by the end of their place in it. */
const labels = new Map<string, string>([
	['caseReference', 'Case Reference'],
	['consentRequestId', 'Payment Consent ID'],
]);

/**
 * Registers the panel's name for a value of requests; the fields of forms do so themselves.
 * @param end of its place, such as `beneficiary.name`: enough of it to tell it from all others
 */
export function knowField(end: string, label: string): void {
	const known = labels.get(end);
	if (known !== undefined && known !== label) {
		throw new Error(`${end} is the place of ${known} and of ${label}`);
	}
	labels.set(end, label);
}

export const fieldLabels: ReadonlyMap<string, string> = labels;

/** A value's place in a request, a colon, and its mistake. */
const placeAndReason = /^(?<place>[a-z]\w*(?:[.[]\w+\]?)*): (?<why>\S.*)$/is;

/**
 * The field that a refusal is about, as the panel calls it, and why in the service's own words: from
 * `beneficiary.accountNumber: …`.
 * @returns undefined if the refusal does not begin with the place of a value that has a field
 */
export function refusedField(
	detail: string | undefined,
): { label: string; why: string } | undefined {
	const { place, why } = placeAndReason.exec(detail ?? '')?.groups ?? {};
	if (place === undefined || why === undefined) return undefined;
	// `splitSettlements[0].amount` and `splitSettlements.0.amount` are the same place.
	const path = place
		.replace(/[.[]\d+\]?/g, '')
		.replace(/\.quantity$/, '')
		.split('.');
	const ends = path.map((_, index) => path.slice(index).join('.'));
	const label = ends.map((end) => labels.get(end)).find((found) => found !== undefined);
	return label === undefined ? undefined : { label, why: why.replace(/\.$/, '') };
}
