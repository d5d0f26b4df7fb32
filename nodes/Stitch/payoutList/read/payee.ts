import { bankName, bankNamed, disbursementBanks } from '../../schemas/bank';
import { branchCode } from '../../schemas/branchCode';
import { shown } from '../../schemas/asText';
import type { Mistake } from '../../schemas/invalidInput';
import { randText } from '../../schemas/money';
import { knownColumns, type ColumnName } from './knownColumns';
import type { Layout } from './layout';
import type { SheetRow } from './rows';

/** What a layout says about all of its rows. */
export interface Written extends Pick<Layout, 'isInCents' | 'isPadded' | 'notAccounts'> {
	/** The accounts that pay, as `plainAccount` has them. */
	payers: ReadonlySet<string>;
}

type Cells = SheetRow['cells'];

/** A row with its amount in rand and its bank; or with the reason why it is not paid. */
export function readPayee(row: SheetRow, how: Written): SheetRow {
	const cells = { ...row.cells };
	const { amount = '', accountNumber, bank } = cells;
	if (how.isInCents && /^\d+$/.test(amount)) cells.amount = randText({ cents: Number(amount) });
	if (how.isPadded && accountNumber) cells.accountNumber = plainAccount(accountNumber);
	const code = cells.branchCode === undefined ? undefined : branchCode(cells.branchCode);
	if (code && 'bank' in code) cells.bank = bank ?? code.bank;
	const wrong = whyNot(row.cells, how) ?? (code && whyNotBank(code, bank));
	return { ...row, cells, ...(wrong && { wrong }) };
}

/** `0000062000000010` is the account 62000000010. */
export const plainAccount = (text: string): string =>
	text.replace(/\s/g, '').replace(/^0+(?=\d)/, '');

/** How payrolls call a payment to a bank account. */
const bankMethods = /^(acb|eft|bank|bank transfer|electronic|elektronies|direct deposit)$/i;

/** A row of a payroll that is paid in another way, or to no bank account of a person. */
function whyNot(cells: Cells, how: Written): Mistake | undefined {
	const { payMethod, accountType, subAccount = '', accountNumber = '', amount = '' } = cells;
	const said = accountType === undefined ? undefined : how.notAccounts?.[accountType.toLowerCase()];
	if (payMethod !== undefined && !bankMethods.test(payMethod)) {
		return mistake(
			'payMethod',
			`is ${shown(payMethod)}, not a payment to a bank account`,
			notPaidHere,
		);
	}
	if (said !== undefined) {
		return mistake('accountType', `is ${accountType}, ${said}: not a bank account`, notPaidHere);
	}
	if (/[^0\s]/.test(subAccount)) {
		return mistake(
			'subAccount',
			'is filled in, and Stitch pays to no sub-accounts',
			'Enter the account of the person.',
		);
	}
	if (how.payers.has(plainAccount(accountNumber))) {
		return mistake('accountNumber', 'is the account that pays', 'Enter the account of the person.');
	}
	if (how.isInCents && !/^\d+$/.test(amount)) {
		return mistake(
			'amount',
			`is not in whole cents: ${shown(amount)}`,
			'Make the file again in your payroll program.',
		);
	}
	return undefined;
}

const notPaidHere = 'This row is not paid here.';

/** A bank's name that is not recognised is rejected later. */
function whyNotBank(
	code: ReturnType<typeof branchCode>,
	name: string | undefined,
): Mistake | undefined {
	if ('why' in code) return mistake('branchCode', code.why, code.fix);
	const named = name === undefined ? undefined : bankNamed(disbursementBanks, name);
	if (named === undefined || named === code.bank) return undefined;
	const what = `is that of ${bankName(code.bank)}, but the bank is ${bankName(named)}`;
	return mistake('branchCode', what, 'Find out which of them is right, and correct the other.');
}

function mistake(column: ColumnName, what: string, fix: string): Mistake {
	return { field: knownColumns[column].label, what, fix };
}
