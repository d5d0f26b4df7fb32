import type { IDataObject } from 'n8n-workflow';

import { asFields, asJsonObject } from '../../transport/json';
import { cell, given } from '../columns';

/** What the bank says of the account that is no verdict (spec 2.7): true, false, or null if unknown. */
const facts = ['isOpen', 'isOpenForMoreThanThreeMonths', 'acceptsCredits', 'acceptsDebits'];

/** A detail with a verdict (spec 2.7): its column, and how the editor labels what it is about. */
interface Detail {
	column: string;
	label: string;
	/** Whether the request held it, where the service mirrors that. */
	wasGiven(verification: IDataObject): boolean;
}

const ofHolder = (name: string, label: string, column = `${name}Match`): Detail => ({
	column,
	label,
	wasGiven: ({ accountHolder }) => Boolean(asFields(accountHolder)[name]),
});

const accountDetails: Record<string, Detail> = {
	exists: { column: 'exists', label: 'Account Number', wasGiven: () => true },
	typeMatch: {
		column: 'typeMatch',
		label: 'Account Type',
		wasGiven: ({ bankAccount }) => (asFields(bankAccount).type ?? 'unknown') !== 'unknown',
	},
};

const holderDetails: Record<string, Detail> = {
	identifyingDocument: ofHolder('identifyingDocument', 'Document Number'),
	registrationNumber: ofHolder('registrationNumber', 'Registration Number'),
	familyName: ofHolder('familyName', 'Family Name'),
	initials: ofHolder('initials', 'Initials'),
	name: ofHolder('name', 'Business Name', 'businessNameMatch'),
	phone: ofHolder('phone', 'Phone'),
	email: ofHolder('email', 'Email'),
};

/**
 * A verification as columns (spec 2.7): the outcome, why it is so, and every verdict. An answer that
 * says that the bank is still checking has the outcome `pending`.
 */
export function simplifyVerification(verification: IDataObject): IDataObject {
	const result = asJsonObject(verification.verificationResult);
	if (result === undefined) return stillPending(verification);
	const bankAccount = asFields(verification.bankAccount);
	const account = asFields(result.bankAccount);
	const holder = asFields(result.accountHolder);
	return {
		outcome: cell(result.outcome),
		reasonText: reasonOf(verification, account, holder),
		...verdicts(accountDetails, account),
		...given(account, facts),
		...verdicts(holderDetails, holder),
		bank: cell(bankAccount.bank),
		branchCode: cell(bankAccount.branchCode),
		accountNumber: cell(bankAccount.number),
		accountType: cell(bankAccount.type),
		createdAt: cell(verification.createdAt),
		id: cell(verification.id),
	};
}

function stillPending({ status, message }: IDataObject): IDataObject {
	return { outcome: cell(status), reasonText: cell(message) };
}

function verdicts(details: Record<string, Detail>, found: IDataObject): IDataObject {
	const columns = Object.entries(details).filter(([name]) => found[name] !== undefined);
	return Object.fromEntries(columns.map(([name, { column }]) => [column, found[name]]));
}

/** What stands against the account, and what is not known of it. */
function reasonOf(verification: IDataObject, account: IDataObject, holder: IDataObject): string {
	const { exists, ...details } = account;
	const refuted = namesWith('refuted', details, holder);
	const open = namesWith('indeterminate', account, holder);
	const notGiven = open.filter((detail) => !detail.wasGiven(verification));
	const notChecked = open.filter((detail) => detail.wasGiven(verification));
	const sentences = [
		exists === 'refuted' && 'The account does not exist at this bank',
		account.isOpen === false && 'The account is closed',
		account.isOpen !== false &&
			account.acceptsCredits === false &&
			'The account cannot receive payments at the moment',
		refuted.length > 0 && `The bank has something else on record for ${labels(refuted)}`,
		notChecked.length > 0 && `The bank could not check ${labels(notChecked)}`,
		notGiven.length > 0 && `Not given, so not checked: ${labels(notGiven)}`,
	].filter((sentence) => sentence !== false);
	if (sentences.length > 0) return sentences.join('. ');
	const isVerified = asFields(verification.verificationResult).outcome === 'verified';
	return isVerified ? 'The bank confirms everything that was given' : 'Stitch gives no reason';
}

function namesWith(verdict: string, account: IDataObject, holder: IDataObject): Detail[] {
	const having = (details: Record<string, Detail>, found: IDataObject) =>
		Object.entries(details).flatMap(([name, detail]) => (found[name] === verdict ? [detail] : []));
	return [...having(accountDetails, account), ...having(holderDetails, holder)];
}

function labels(details: Detail[]): string {
	return new Intl.ListFormat('en').format(details.map(({ label }) => label));
}
