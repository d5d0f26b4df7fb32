import { z } from 'zod/v4';

import { folded } from './characters';
import { shown } from './asText';
import { reject, required } from './invalidInput';
import { oneText } from './text';
import { visibleText } from './visibleText';

/** The service's bank ids with the names that people know them by. */
const names = {
	absa: 'Absa',
	african_bank: 'African Bank',
	capitec: 'Capitec',
	discovery_bank: 'Discovery Bank',
	fnb: 'FNB',
	grindrod_bank: 'Grindrod Bank',
	investec: 'Investec',
	nedbank: 'Nedbank',
	sasfin_bank: 'Sasfin Bank',
	standard_bank: 'Standard Bank',
	tymebank: 'TymeBank',
	za_access_bank: 'Access Bank',
	za_albaraka_bank: 'Albaraka Bank',
	za_bank_windhoek: 'Bank Windhoek',
	za_bank_zero: 'Bank Zero',
	za_bidvest: 'Bidvest Bank',
	za_bnp_paribas: 'BNP Paribas',
	za_capitec_business: 'Capitec Business',
	za_citibank: 'Citibank',
	za_finbond_mutual_bank: 'Finbond Mutual Bank',
	za_finbond_net1: 'Finbond Net1',
	za_habib_overseas_bank: 'Habib Overseas Bank',
	za_hbz_bank: 'HBZ Bank',
	za_hsbc: 'HSBC',
	za_ithala_bank: 'Ithala Bank',
	za_jp_morgan_chase_bank: 'JPMorgan Chase Bank',
	za_mercantile_bank: 'Mercantile Bank',
	za_nedbank_namibia: 'Nedbank Namibia',
	za_olympus_mobile: 'Olympus Mobile',
	za_people_bank: 'People Bank',
	za_postbank: 'Postbank',
	za_standard_chartered_bank: 'Standard Chartered Bank',
	za_state_bank_of_india: 'State Bank of India',
	za_u_bank: 'Ubank',
	za_unibank: 'Unibank',
	za_vbs_mutual_bank: 'VBS Mutual Bank',
} as const;

export type BankId = keyof typeof names;

/** Other names of some of them, in English and Afrikaans. */
const otherNames: Partial<Record<BankId, readonly string[]>> = {
	absa: ['Absa Bank', 'Amalgamated Banks of South Africa'],
	capitec: ['Capitec Bank'],
	fnb: ['First National Bank', 'First National Bank (FNB)', 'Eerste Nasionale Bank', 'ENB'],
	standard_bank: [
		'SBSA',
		'Std Bank',
		'Standard Bank of South Africa',
		'Standard Bank of SA',
		'Standard Bank SA',
		'Standaard Bank',
		'Standaard Bank van Suid-Afrika',
	],
	tymebank: ['Tyme Bank', 'GoTyme'],
	za_albaraka_bank: ['Al Baraka Bank'],
	za_jp_morgan_chase_bank: ['JP Morgan'],
	za_postbank: ['Post Bank'],
	za_u_bank: ['U Bank'],
};

/** Banks that a payment can be settled to: BankBeneficiaryBankId (public documentation). */
export const beneficiaryBanks = Object.keys(names) as BankId[];

/** Banks that a disbursement can be paid to: DisbursementBankBeneficiaryBankId (public documentation). */
export const disbursementBanks = beneficiaryBanks.filter(
	(id) => !['za_bank_windhoek', 'za_nedbank_namibia', 'za_ithala_bank'].includes(id),
);

/** Banks that a payer can be limited to: PayerBankId (public documentation). */
export const payerBanks: BankId[] = [
	'absa',
	'capitec',
	'discovery_bank',
	'fnb',
	'investec',
	'nedbank',
	'standard_bank',
	'tymebank',
];

/** Banks whose accounts can be verified (spec 2.6). */
export const verificationBanks: BankId[] = [
	'absa',
	'african_bank',
	'capitec',
	'discovery_bank',
	'fnb',
	'grindrod_bank',
	'investec',
	'nedbank',
	'sasfin_bank',
	'standard_bank',
	'tymebank',
	'za_access_bank',
	'za_albaraka_bank',
	'za_bank_zero',
	'za_bidvest',
	'za_standard_chartered_bank',
];

/** Banks that cannot take an instant disbursement (spec 2.5). */
export const banksWithoutInstant: readonly string[] = [
	'za_olympus_mobile',
	'za_citibank',
	'grindrod_bank',
];

/** The name by which people know a bank; an unknown ID stays as it is. */
export function bankName(id: string): string {
	return Object.hasOwn(names, id) ? names[id as BankId] : id;
}

/** A drop-down's options for some banks, sorted by the name that people know. */
export function bankOptions(ids: readonly BankId[]): Array<{ name: string; value: BankId }> {
	return ids
		.map((id) => ({ name: names[id], value: id }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * The bank that a text names as people write it: in any case, with or without "The", "Bank" and
 * "Limited". Undefined if it names none of these banks, or more than one.
 */
export function bankNamed(ids: readonly BankId[], text: string): BankId | undefined {
	const spelled = spelledOf(ids);
	const found = new Set(spellings(text).flatMap((one) => spelled.get(one) ?? []));
	const [only, ...others] = found;
	return only === undefined || others.length > 0 ? undefined : ids[only];
}

/** Made once for each list of banks: a sheet may have thousands of rows. */
const spelledIn = new WeakMap<readonly BankId[], ReadonlyMap<string, number[]>>();

/** The places of the banks of a list, by each way in which people write them. */
function spelledOf(ids: readonly BankId[]): ReadonlyMap<string, number[]> {
	const known = spelledIn.get(ids);
	if (known !== undefined) return known;
	const spelled = new Map<string, number[]>();
	for (const [place, id] of ids.entries()) {
		for (const one of [names[id], ...(otherNames[id] ?? [])].flatMap(spellings)) {
			spelled.set(one, [...(spelled.get(one) ?? []), place]);
		}
	}
	spelledIn.set(ids, spelled);
	return spelled;
}

/** A bank's name without spaces and signs, and also without "Bank" if that is a separate word. */
function spellings(text: string): string[] {
	const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	if (words[0] === 'the') words.shift();
	while (['ltd', 'limited', 'pty', 'bpk', 'beperk', 'edms'].includes(words.at(-1) ?? '')) {
		words.pop();
	}
	const whole = words.join('');
	return words.length > 1 && words.at(-1) === 'bank'
		? [whole, words.slice(0, -1).join('')]
		: [whole];
}

/** The banks whose name, other name or ID contains some words, in upper or lower case. */
export function searchBanks(
	ids: readonly BankId[],
	words: string,
): Array<{ name: string; value: BankId }> {
	const wanted = words.trim().toLowerCase();
	return bankOptions(ids).filter(({ name, value }) =>
		[name, value, ...(otherNames[value] ?? [])].some((one) => one.toLowerCase().includes(wanted)),
	);
}

/**
 * A bank field that may be left empty: the service's ID, or the name that people know ("FNB", "First
 * National Bank"). The service changes its lists between versions. So with `open`, an unknown value that
 * looks like an ID is sent, and the service decides. Any other value is rejected here.
 */
export function optionalBank(label: string, ids: readonly BankId[], { open }: { open: boolean }) {
	return oneText(label).transform((given, context): string | undefined => {
		if (given === undefined || ids.some((id) => id === given)) return given;
		const known = bankNamed(ids, given);
		if (known !== undefined) return known;
		if (open && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(given)) return given;
		return reject(
			context,
			label,
			`is not recognised by Stitch: ${shown(given)}`,
			'Use its common name, such as Absa, Capitec, Discovery Bank, FNB, Investec, Nedbank, Standard Bank or TymeBank.',
		);
	});
}

/** As `optionalBank`, for a field that must be filled in. */
export function requiredBank(label: string, ids: readonly BankId[], rules: { open: boolean }) {
	return required(label, 'Choose the bank from the list.', optionalBank(label, ids, rules));
}

const fewestDigits = 6;

/**
 * The number of a bank account, which may be written in groups: 6 to 13 digits (spec 8). That is certain
 * for verifications only (spec 4.4); an account that is paid may be a card or a loan, whose numbers are longer.
 */
export const accountNumber = (most: number) => (label: string) =>
	z
		.unknown()
		.transform(withoutGroups)
		.pipe(visibleText(label))
		.transform((given, context): string => {
			const no = (what: string, fix: string) => reject(context, label, what, fix);
			if (!/^\d+$/.test(given)) {
				return no('must contain digits only', 'Remove all other characters.');
			}
			// Payrolls write them for people who are paid in cash.
			if (/^0+$/.test(given)) {
				return no('has only zeros', 'Enter the number that its holder gave you.');
			}
			const { length } = given;
			const has = `has ${length} digits, and`;
			if (length > most) {
				return no(`${has} can have at most ${most}`, 'Compare it with what its holder gave you.');
			}
			if (length >= fewestDigits) return given;
			return no(
				`${has} needs at least ${fewestDigits}`,
				'Digits are missing: compare it with what its holder gave you. A spreadsheet drops leading zeros: format the column as text.',
			);
		});

/** `62 000 000 010` is one number, whatever spaces a spreadsheet puts between its digits. */
function withoutGroups(value: unknown): unknown {
	return typeof value === 'string' ? folded(value).replace(/(?<=\d) (?=\d)/g, '') : value;
}
