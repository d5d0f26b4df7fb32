import { knownHolder } from './knownHolder.mts';
import type { BankAccount, Holder, VerificationBody } from './request.mts';

export type Verdict = 'verified' | 'refuted' | 'indeterminate';

interface AccountResult {
	exists: Verdict;
	typeMatch: Verdict;
	isOpen: boolean | null;
	isOpenForMoreThanThreeMonths: boolean | null;
	acceptsCredits: boolean | null;
	acceptsDebits: boolean | null;
}

/** Spec 2.7: the outcome follows from the verdicts, in this order. */
export function outcomeOf(account: AccountResult, holder: Record<string, Verdict>): Verdict {
	const verdicts = [account.exists, account.typeMatch, ...Object.values(holder)];
	if (verdicts.includes('refuted') || account.isOpen === false) return 'refuted';
	return verdicts.includes('indeterminate') ? 'indeterminate' : 'verified';
}

const flags = (value: boolean | null) => ({
	isOpen: value,
	isOpenForMoreThanThreeMonths: value,
	acceptsCredits: value,
	acceptsDebits: value,
});

/**
 * Spec 4.7: a number ending in 0 verifies. Our choice for the others: 1 is a closed account, 2 a bank
 * that cannot say, anything else an account that does not exist.
 */
function accountResult({ number, type }: BankAccount): AccountResult {
	const noType = type === undefined || type === 'unknown';
	const matches = type === knownHolder.accountType ? 'verified' : 'refuted';
	const typeMatch = noType ? 'indeterminate' : matches;
	switch (number.at(-1)) {
		case '0':
			return { exists: 'verified', typeMatch, ...flags(true) };
		case '1':
			return { exists: 'verified', typeMatch, ...flags(false) };
		case '2':
			return { exists: 'indeterminate', typeMatch: 'indeterminate', ...flags(null) };
		default:
			return { exists: 'refuted', typeMatch: 'indeterminate', ...flags(null) };
	}
}

function compare(given: string | undefined, known: string): Verdict {
	if (given === undefined) return 'indeterminate';
	return given === known ? 'verified' : 'refuted';
}

/** Keys that do not apply are left out; phone and email appear only when they were sent. */
function holderResult(holder: Holder): Record<string, Verdict> {
	const contact = {
		...(holder.phone !== undefined && { phone: compare(holder.phone, knownHolder.phone) }),
		...(holder.email !== undefined && { email: compare(holder.email, knownHolder.email) }),
	};
	if (holder.type === 'business') {
		return {
			registrationNumber: compare(holder.registrationNumber, knownHolder.registrationNumber),
			name: compare(holder.name, knownHolder.businessName),
			...contact,
		};
	}
	const { type, number } = holder.identifyingDocument;
	const known = type === 'passport' ? knownHolder.passport : knownHolder.identityNumber;
	return {
		identifyingDocument: compare(number, known),
		familyName: compare(holder.familyName, knownHolder.familyName),
		initials: compare(holder.initials, knownHolder.initials),
		...contact,
	};
}

/** The `verificationResult` of spec 2.7. */
export function verificationResult({ bankAccount, accountHolder }: VerificationBody): object {
	const account = accountResult(bankAccount);
	const holder = holderResult(accountHolder);
	return { outcome: outcomeOf(account, holder), bankAccount: account, accountHolder: holder };
}
