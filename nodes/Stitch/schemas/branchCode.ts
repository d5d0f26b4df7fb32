import type { BankId } from './bank';

/**
 * The universal branch codes of banks, which stand for all of their branches. Each is in at least two
 * independent public sources, and in none that disagrees.
 */
const banks: Readonly<Record<string, BankId>> = {
	'051001': 'standard_bank',
	'198765': 'nedbank',
	'250655': 'fnb',
	'350005': 'za_citibank',
	'410105': 'za_access_bank',
	'410506': 'za_access_bank',
	'430000': 'african_bank',
	'431010': 'za_u_bank',
	'432000': 'za_jp_morgan_chase_bank',
	'460005': 'za_postbank',
	'462005': 'za_bidvest',
	'470010': 'capitec',
	'580105': 'investec',
	'585001': 'za_olympus_mobile',
	'587000': 'za_hsbc',
	'589000': 'za_finbond_mutual_bank',
	'591000': 'za_finbond_net1',
	'632005': 'absa',
	'678910': 'tymebank',
	'679000': 'discovery_bank',
	'683000': 'sasfin_bank',
	'730020': 'za_standard_chartered_bank',
	'800000': 'za_albaraka_bank',
	'801000': 'za_state_bank_of_india',
	'888000': 'za_bank_zero',
};

const enterUniversal =
	"Enter the universal branch code of the person's bank, such as 250655 for FNB.";

const askForAnother = 'Ask this person for an account at a different bank.';

/** Codes that are known, and not paid to: why, and what to do. */
const notPaid: ReadonlyArray<{ codes: readonly string[]; why: string; fix: string }> = [
	{
		codes: ['450105'],
		why: 'Mercantile or Capitec Business, and it is not known which of them Stitch pays',
		fix: 'Pay this row in a list that names the bank and has no branch code.',
	},
	{
		codes: ['584000'],
		why: 'Grindrod or African Bank Business, and it is not known which of them Stitch pays',
		fix: 'Pay this row in a list that names the bank and has no branch code.',
	},
	{ codes: ['588000', '790005'], why: 'a bank that has closed', fix: askForAnother },
	{ codes: ['201419', '222026', '261251'], why: "one of FirstRand's own", fix: enterUniversal },
	{
		codes: ['260006', '281667', '283767'],
		why: 'a bank in a different country, with a different currency',
		fix: 'Only accounts in South Africa can be paid.',
	},
];

/** What a branch code says: the bank, or why nothing is paid to it. */
type BranchCode = { bank: BankId } | { why: string; fix: string };

/** @returns undefined for a code that is not known */
export function knownBranchCode(written: string): BranchCode | undefined {
	const code = plainCode(written);
	if (Object.hasOwn(banks, code)) return { bank: banks[code] as BankId };
	const found = notPaid.find(({ codes }) => codes.includes(code));
	return found && { why: `is ${code}: ${found.why}`, fix: found.fix };
}

/** The same for any text: an unknown code is not paid to. */
export const branchCode = (written: string): BranchCode =>
	knownBranchCode(written) ?? {
		why: 'is not the universal branch code of a bank',
		fix: enterUniversal,
	};

/**
 * `632 005` and `250655.0` are six digits. Only one code begins with 0, which a spreadsheet leaves out.
 */
function plainCode(written: string): string {
	return written.replace(/\s/g, '').replace(/\.0+$/, '').padStart(6, '0');
}
