import type { IDataObject } from 'n8n-workflow';

import { inParallel } from '../../run/concurrency';
import { messageOf } from '../../run/nodeError';
import { bankName, verificationBanks } from '../../schemas/bank';
import { country } from '../../schemas/country';
import { asFields, asJsonObject } from '../../transport/json';
import type { Service } from '../../transport/service';
import { joinWithAnd } from '../../transport/wording';
import { requestVerification } from '../../actions/bankAccount/requestVerification';
import { verificationOf, type BankAccountVerification } from '../../actions/bankAccount/verifyForm';
import { grouped } from '../grouped';
import { numberOf } from '../numberOf';
import type { ListSettings } from './checkForm';
import { isNewAccount } from './comparison';
import { knownColumns, nameOfColumn } from '../read/knownColumns';
import { rowsToPay, type Finding, type ListRow } from './listRow';
import { accountKey } from './transfer';
import type { SheetRow } from '../read/rows';

export interface ListVerification {
	/** About accounts that were and were not verified, and why. */
	notes: string[];
	gaps: string[];
}

/**
 * Verifies the accounts of rows that would be paid (spec 2.6, 4.4), as many at once as the run sends, and
 * keeps back the rows whose account or holder is refuted.
 */
export async function verifyAccounts(
	rows: readonly ListRow[],
	service: Service,
	which: ListSettings['verify'],
): Promise<ListVerification> {
	const toPay = rowsToPay(rows);
	const newAccounts = toPay.filter(({ payee }) => payee === undefined || isNewAccount(payee));
	if (which === 'off') return { notes: notesAboutNobodyAsked(newAccounts), gaps: [] };
	const asked = (which === 'all' ? toPay : newAccounts).map(asAsked);
	const bodies = grouped(
		asked.filter(({ body }) => body !== undefined),
		({ body }) => JSON.stringify(body),
	);
	const failures: string[] = [];
	await inParallel(
		[...bodies.values()],
		() => service.atOnce,
		async (same, waitOutsideTheLimit) => {
			try {
				const body = same[0]?.body as BankAccountVerification;
				const wait = { maxWaitMs: longestWaitMs, onTimeout: 'return' } as const;
				const answer = await requestVerification(service, body, wait, waitOutsideTheLimit);
				const finding = findingOf(answer, body);
				for (const { row } of same) Object.assign(row, { verified: finding, ...finding.holds });
				return true;
			} catch (cause) {
				failures.push(messageOf(cause).message);
				// A reason that prevents a few from being asked, such as a missing scope, prevents all
				// others as well.
				return failures.length < mostFailures;
			}
		},
	);
	return { notes: verificationNotes(asked), gaps: gapsOf(failures, asked) };
}

/** After this many failures, no further account is tried. */
const mostFailures = 3;

function gapsOf([why]: readonly string[], asked: readonly AskedRow[]): string[] {
	if (why === undefined) return [];
	const all = asked.filter(({ body }) => body !== undefined);
	const failed = all.filter(({ row }) => row.verified === undefined).length;
	return [`${failed} of ${all.length} accounts could not be verified: ${why}.`];
}

/** The bank's own check takes up to 120 seconds (spec 8). */
const longestWaitMs = 120_000;

/** A row with the question for its bank, or why its bank is not asked. */
interface AskedRow {
	row: ListRow;
	body?: BankAccountVerification;
	/** The bank, if Stitch verifies none of its accounts. */
	unknownBank?: string;
	/** Whether the country of the passport cannot be read. */
	isOfUnknownCountry?: boolean;
}

const passportCountry = country(knownColumns.passportCountry.label);

function asAsked(row: ListRow): AskedRow {
	const { cells } = row.sheet;
	const { bank, accountNumber } = asFields(row.payment?.body.beneficiary);
	const known = verificationBanks.find((one) => one === bank);
	if (known === undefined) return { row, unknownBank: bankName(String(bank)) };
	const holder = holderOf(cells);
	if (holder === undefined) return { row };
	const isPassport = holder.type === 'individual' && holder.documentType === 'passport';
	// Without one, Stitch takes it for a South African passport (spec 2.6).
	const read = passportCountry.safeParse(isPassport ? cells.passportCountry : undefined);
	if (!read.success) return { row, isOfUnknownCountry: true };
	const asked = {
		bank: known,
		accountNumber: String(accountNumber),
		accountType: 'unknown',
		holder,
		additionalFields: { ...noMore, country: read.data },
	};
	return { row, body: verificationOf(asked) };
}

const noMore = { branchCode: undefined, email: undefined, phone: undefined };

type Holder = Parameters<typeof verificationOf>[0]['holder'];

function holderOf(cells: SheetRow['cells']): Holder | undefined {
	const { passportNumber, registrationNumber } = cells;
	const initials = cells.initials?.replace(/[\s.]/g, '');
	const document = identityOf(cells.idNumber?.replace(/\s/g, '') ?? '', passportNumber);
	if (document !== undefined) {
		return {
			type: 'individual',
			...document,
			initials: atMost(5, initials),
			familyName: familyNameOf(cells),
		};
	}
	return registrationNumber === undefined
		? undefined
		: { type: 'business', registrationNumber, businessName: undefined };
}

function familyNameOf({ familyName }: SheetRow['cells']): string | undefined {
	return atMost(60, familyName);
}

/** A text of a length that a verification accepts (spec 2.6); it is verified only if it is there. */
function atMost(characters: number, text: string | undefined): string | undefined {
	return text !== undefined && [...text].length <= characters ? text : undefined;
}

/** An ID number has 13 digits; with fewer, the spreadsheet has lost the first ones. */
function identityOf(idNumber: string, passport: string | undefined) {
	if (/^\d{13}$/.test(idNumber)) {
		return { documentType: 'identity_document', documentNumber: idNumber } as const;
	}
	return passport === undefined
		? undefined
		: ({ documentType: 'passport', documentNumber: passport } as const);
}

/** The details whose verdict counts, as messages name them. */
const detailsOf = (body: BankAccountVerification): Record<string, string> => ({
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

/**
 * The facts of an answer (spec 2.7). The request has no account type, so the verdict on the type means
 * nothing.
 */
function findingOf(answer: IDataObject, body: BankAccountVerification): Finding {
	const result = asJsonObject(answer.verificationResult);
	if (result === undefined) return { outcome: 'pending', says: noAnswerYet };
	const { exists, isOpen, acceptsCredits, ...bankAccount } = asFields(result.bankAccount);
	const holder = asFields(result.accountHolder);
	const refuted = Object.entries(detailsOf(body)).flatMap(([name, words]) =>
		holder[name] === 'refuted' ? [words] : [],
	);
	const account = [
		exists === 'refuted' && 'The bank says that this account does not exist.',
		isOpen === false && 'The bank says that this account is closed.',
		acceptsCredits === false && 'The bank says that this account takes no payments.',
	].find((text) => text !== false);
	if (account) {
		const explanation = `${account} Ask the payee for the account details.`;
		return { outcome: 'refuted', holds: { verdict: 'cannotBePaid', explanation } };
	}
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
	const open = [
		...(exists === 'verified' ? [] : ['whether the account exists']),
		...(isHolderKnown ? [] : ['whose account it is']),
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
	'The account was opened less than three months ago: if somebody sent you new details, call the payee on a number that you already had.';

const noAnswerYet =
	'The bank has not confirmed the account yet. Check the list again later: within 48 hours, that costs nothing more.';

function notesAboutNobodyAsked(rows: readonly ListRow[]): string[] {
	const { size } = new Set(rows.map(({ transfer }) => transfer && accountKey(transfer)));
	if (size === 0) return [];
	return [
		`No bank was asked about ${numberOf(size, 'new account')}: Verify Accounts is off. Stitch bills each account.`,
	];
}

function verificationNotes(asked: readonly AskedRow[]): string[] {
	const verified = asked.filter(({ row }) => row.verified?.outcome === 'verified');
	const byNumber = verified.filter(({ row }) => familyNameOf(row.sheet.cells) === undefined).length;
	const countryUnclear = asked.filter(({ isOfUnknownCountry }) => isOfUnknownCountry).length;
	const withoutNumber = asked.filter(
		({ body, unknownBank, isOfUnknownCountry }) =>
			body === undefined && unknownBank === undefined && !isOfUnknownCountry,
	).length;
	const banks = asked.flatMap(({ unknownBank }) => unknownBank ?? []);
	return [
		verified.length > 0 && `${accounts(verified.length)} confirmed by the bank.`,
		byNumber > 0 &&
			`For ${byNumber} of ${verified.length}, the bank compared only the number in the row, and no family name: the number may be somebody else's.`,
		withoutNumber > 0 &&
			`${accounts(withoutNumber)} not verified: no ID number of 13 digits, passport or registration number.`,
		countryUnclear > 0 &&
			`${accounts(countryUnclear)} not verified: the country of a passport has to be a two-letter code, such as ZW.`,
		banks.length > 0 &&
			`${accounts(banks.length)} not verified: Stitch verifies none of ${joinWithAnd([...new Set(banks)])}.`,
	].filter((text) => text !== false);
}

const accounts = (count: number): string =>
	count === 1 ? '1 account was' : `${count} accounts were`;
