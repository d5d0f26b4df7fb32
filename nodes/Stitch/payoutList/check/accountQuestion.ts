import { verificationOf, type BankAccountVerification } from '../../actions/bankAccount/verifyForm';
import { bankName, verificationBanks } from '../../schemas/bank';
import { country } from '../../schemas/country';
import { asFields, textOf } from '../../transport/json';
import { knownColumns } from '../read/knownColumns';
import type { SheetRow } from '../read/rows';
import type { ListRow } from './listRow';

/** What a bank is asked about the account of a row, or why it is not asked. */
type AccountQuestion = { body: BankAccountVerification } | { whyNot: string };

const passportCountry = country(knownColumns.passportCountry.label);

export function accountQuestion({ sheet: { cells }, payment }: ListRow): AccountQuestion {
	const { bank, accountNumber } = asFields(payment?.body.beneficiary);
	const known = verificationBanks.find((one) => one === bank);
	if (known === undefined) return { whyNot: `Stitch verifies none of ${bankName(String(bank))}` };
	const holder = holderOf(cells);
	if (holder === undefined) {
		return { whyNot: 'no ID number of 13 digits, passport or registration number' };
	}
	const isPassport = holder.type === 'individual' && holder.documentType === 'passport';
	// Without one, Stitch takes it for a South African passport (spec 2.6).
	const read = passportCountry.safeParse(isPassport ? cells.passportCountry : undefined);
	if (!read.success) {
		return { whyNot: 'the country of a passport has to be a two-letter code, such as ZW' };
	}
	const body = verificationOf({
		bank: known,
		accountNumber: String(accountNumber),
		accountType: 'unknown',
		holder,
		additionalFields: { ...noMore, country: read.data },
	});
	return { body };
}

/** The family name that a bank is asked about; undefined if it compares only a number. */
export function familyNameAsked(question: AccountQuestion): string | undefined {
	return 'body' in question ? textOf(asFields(question.body.accountHolder).familyName) : undefined;
}

const noMore = { branchCode: undefined, email: undefined, phone: undefined };

type Holder = Parameters<typeof verificationOf>[0]['holder'];

function holderOf(cells: SheetRow['cells']): Holder | undefined {
	const { passportNumber, registrationNumber } = cells;
	const idNumber = cells.idNumber?.replace(/\s/g, '') ?? '';
	const person = {
		type: 'individual',
		initials: atMost(5, cells.initials?.replace(/[\s.]/g, '')),
		familyName: atMost(60, cells.familyName),
	} as const;
	// With fewer digits, the spreadsheet has lost the first ones.
	if (/^\d{13}$/.test(idNumber)) {
		return { ...person, documentType: 'identity_document', documentNumber: idNumber };
	}
	if (passportNumber !== undefined) {
		return { ...person, documentType: 'passport', documentNumber: passportNumber };
	}
	if (registrationNumber === undefined) return undefined;
	return { type: 'business', registrationNumber, businessName: undefined };
}

/** A text of a length that a verification accepts (spec 2.6); it is verified only if it is there. */
function atMost(characters: number, text: string | undefined): string | undefined {
	return text !== undefined && [...text].length <= characters ? text : undefined;
}
