import type { IDataObject } from 'n8n-workflow';

import { asFields, asJsonObject } from '../../transport/json';
import { joinWithAnd } from '../../transport/wording';
import { cell, pick } from '../columns';

/**
 * The bank's answer about the account itself (spec 2.7): a verdict, and two values that are true, false
 * or null.
 */
const facts = ['exists', 'isOpen', 'acceptsCredits'];

/** A detail that the bank compares (spec 2.7). */
interface Detail {
	column: string;
	label: string;
	/** Whether the request contained it, if the service repeats it. */
	wasGiven(verification: IDataObject): boolean;
}

const holderDetail = (name: string, label: string, column = `${name}Match`): Detail => ({
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
	identifyingDocument: holderDetail('identifyingDocument', 'Document Number'),
	registrationNumber: holderDetail('registrationNumber', 'Registration Number'),
	familyName: holderDetail('familyName', 'Family Name'),
	initials: holderDetail('initials', 'Initials'),
	name: holderDetail('name', 'Business Name', 'businessNameMatch'),
	phone: holderDetail('phone', 'Phone'),
	email: holderDetail('email', 'Email'),
};

/** More verdicts as columns would make a table too wide to read. */
const shownMatches = 2;

/**
 * A verification as columns (spec 2.7): the outcome, the reason for it, and the verdicts on the values
 * that were entered. If the bank is still checking, the outcome is `pending`.
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
		...pick(account, facts),
		...matches(verification, { ...account, ...holder }),
		bank: cell(bankAccount.bank),
		accountNumber: cell(bankAccount.number),
		id: cell(verification.id),
	};
}

function stillPending({ status, message }: IDataObject): IDataObject {
	return { outcome: cell(status), reasonText: cell(message) };
}

/** The first verdicts on details that the request contained; `reasonText` names every one that matters. */
function matches(verification: IDataObject, found: IDataObject): IDataObject {
	const asked = Object.entries({ ...holderDetails, ...accountDetails }).filter(
		([name, detail]) =>
			!facts.includes(name) && found[name] !== undefined && detail.wasGiven(verification),
	);
	const shown = asked.slice(0, shownMatches);
	return Object.fromEntries(shown.map(([name, { column }]) => [column, found[name]]));
}

function reasonOf(verification: IDataObject, account: IDataObject, holder: IDataObject): string {
	const { exists, ...details } = account;
	const refuted = namesWith('refuted', details, holder);
	const open = namesWith('indeterminate', account, holder);
	const notGiven = open.filter((detail) => !detail.wasGiven(verification));
	const notChecked = open.filter((detail) => detail.wasGiven(verification));
	const sentences = [
		exists === 'refuted' && 'The account does not exist at this bank',
		account.isOpen === false && 'The account is closed',
		...(account.isOpen === false ? [] : limitsOf(account)),
		refuted.length > 0 && `The bank has something else on record for ${labelsOf(refuted)}`,
		notChecked.length > 0 && `The bank could not check ${labelsOf(notChecked)}`,
		notGiven.length > 0 && `Not entered, so not checked: ${labelsOf(notGiven)}`,
	].filter((sentence) => sentence !== false);
	if (sentences.length > 0) return sentences.join('. ');
	const isVerified = asFields(verification.verificationResult).outcome === 'verified';
	return isVerified ? 'The bank confirms everything that was entered' : 'Stitch names no reason';
}

function limitsOf({ acceptsCredits, acceptsDebits, ...account }: IDataObject) {
	return [
		acceptsCredits === false && 'The account cannot receive payments at the moment',
		account.isOpenForMoreThanThreeMonths === false &&
			'The account was opened less than three months ago',
		acceptsDebits === false && 'The account cannot make payments',
	];
}

function namesWith(verdict: string, account: IDataObject, holder: IDataObject): Detail[] {
	const detailsWith = (details: Record<string, Detail>, found: IDataObject) =>
		Object.entries(details).flatMap(([name, detail]) => (found[name] === verdict ? [detail] : []));
	return [...detailsWith(accountDetails, account), ...detailsWith(holderDetails, holder)];
}

function labelsOf(details: Detail[]): string {
	return joinWithAnd(details.map(({ label }) => label));
}
