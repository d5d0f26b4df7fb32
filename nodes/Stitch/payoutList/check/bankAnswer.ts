import type { IDataObject } from 'n8n-workflow';

import type { BankAccountVerification } from '../../actions/bankAccount/verifyForm';
import { asFields, asJsonObject } from '../../transport/json';
import { joinWithAnd } from '../../transport/wording';
import { nameOfColumn } from '../read/knownColumns';
import { familyNameAsked } from './accountQuestion';
import type { BankAnswer } from './listRow';

/**
 * Judges what a bank answers about an account and its holder (spec 2.7). The request has no account type,
 * so the verdict on the type means nothing.
 * @param body what it was asked
 */
export function readBankAnswer(answer: IDataObject, body: BankAccountVerification): BankAnswer {
	const result = asJsonObject(answer.verificationResult);
	if (result === undefined) return { outcome: 'pending', says: noAnswerYet };
	const { exists, isOpen, acceptsCredits, ...bankAccount } = asFields(result.bankAccount);
	const holder = asFields(result.accountHolder);
	const account = [
		exists === 'refuted' && 'The bank says that this account does not exist.',
		isOpen === false && 'The bank says that this account is closed.',
		acceptsCredits === false && 'The bank says that this account takes no payments.',
	].find((text) => text !== false);
	if (account) {
		const explanation = `${account} Ask the payee for the account details.`;
		return { outcome: 'refuted', holds: { verdict: 'cannotBePaid', explanation } };
	}
	const refuted = Object.entries(detailsIn(body)).flatMap(([name, words]) =>
		holder[name] === 'refuted' ? [words] : [],
	);
	// Stitch's own outcome counts even if it is not known which detail caused it.
	if (refuted.length > 0 || result.outcome === 'refuted') {
		const what = refuted.length > 0 ? joinWithAnd(refuted) : 'this account or its holder';
		const passport = holder.identifyingDocument === 'refuted' ? passportIn(body) : undefined;
		const more = passport && passport.country === undefined ? countryAdvice : '';
		const explanation = `The bank has something else on record for ${what}.${more} Call the payee on a number that you already had, and correct the row.`;
		return { outcome: 'refuted', holds: { verdict: 'holderRefuted', explanation } };
	}
	const isHolderKnown = [holder.identifyingDocument, holder.registrationNumber].includes(
		'verified',
	);
	const asked = familyNameAsked({ body });
	const open = [
		...(exists === 'verified' ? [] : ['whether the account exists']),
		...(isHolderKnown ? [] : ['whose account it is']),
		...(asked === undefined || holder.familyName === 'verified'
			? []
			: ['whether the family name is right']),
	];
	const says = [
		...(open.length > 0 ? [`The bank could not say ${joinWithAnd(open)}. ${onlyIfChecked}`] : []),
		...(bankAccount.isOpenForMoreThanThreeMonths === false ? [newAccount] : []),
	].join(' ');
	return { outcome: open.length === 0 ? 'verified' : 'indeterminate', ...(says && { says }) };
}

const onlyIfChecked = 'Pay only if you have checked the account with the payee.';

/** Invoice fraud is paid into accounts that were opened for it. */
const newAccount =
	'The account was opened less than three months ago: if someone sent you new details, call the payee on a number that you already had.';

const noAnswerYet =
	'The bank has not confirmed the account yet. Check the list again later: within 48 hours, that costs nothing more.';

/** The details whose verdict counts, as messages name them. */
const detailsIn = (body: BankAccountVerification): Record<string, string> => ({
	identifyingDocument: passportIn(body) ? 'the passport number' : 'the ID number',
	registrationNumber: 'the registration number',
	initials: 'the initials',
	familyName: 'the family name',
});

function passportIn({ accountHolder }: BankAccountVerification) {
	if (!('identifyingDocument' in accountHolder)) return undefined;
	const { identifyingDocument: document } = accountHolder;
	return document?.type === 'passport' ? document : undefined;
}

const countryAdvice = ` Without its country in a column “${nameOfColumn('passportCountry')}”, it counts as South African.`;
