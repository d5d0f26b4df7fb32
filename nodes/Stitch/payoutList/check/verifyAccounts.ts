import { requestVerification } from '../../actions/bankAccount/requestVerification';
import type { BankAccountVerification } from '../../actions/bankAccount/verifyForm';
import { inParallel } from '../../run/concurrency';
import { messageOf } from '../../run/nodeError';
import type { Service } from '../../transport/service';
import { numberOf } from '../../transport/wording';
import { grouped } from '../grouped';
import { accountQuestion, familyNameAsked } from './accountQuestion';
import { readBankAnswer } from './bankAnswer';
import type { ListSettings } from './checkForm';
import { isNewAccount } from './comparison';
import { rowsToPay, type ListRow, type ReadableRow } from './listRow';
import { accountKey } from './transfer';

export interface ListVerification {
	/** About accounts that were and were not verified, and why. */
	notes: string[];
	gaps: string[];
}

/** The bank's own check takes up to 120 seconds (spec 8). */
const wait = { maxWaitMs: 120_000, onTimeout: 'return' } as const;

/** After this many failures, no further account is tried. */
const mostFailures = 3;

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
	if (which === 'off') {
		return { notes: noteOfNobodyAsked(newAccounts.filter((row) => !row.verified)), gaps: [] };
	}
	const asked: AskedRow[] = [];
	const notAsked: string[] = [];
	for (const row of which === 'all' ? toPay : newAccounts) {
		const question = accountQuestion(row);
		if ('body' in question) asked.push({ row, body: question.body });
		else notAsked.push(question.whyNot);
	}
	const failures: string[] = [];
	await inParallel(
		[...grouped(asked, ({ body }) => JSON.stringify(body)).values()],
		() => service.atOnce,
		async (same, waitOutsideTheLimit) => {
			try {
				const [{ body }] = same as [AskedRow];
				const answer = await requestVerification(service, body, wait, waitOutsideTheLimit);
				const verified = readBankAnswer(answer, body);
				for (const { row } of same) Object.assign(row, { verified, ...verified.holds });
				return true;
			} catch (cause) {
				failures.push(messageOf(cause).message);
				// A reason that prevents a few from being asked, such as a missing scope, prevents all
				// others as well.
				return failures.length < mostFailures;
			}
		},
	);
	const unanswered = asked.filter(({ row }) => row.verified === undefined).length;
	const [why] = failures;
	return {
		notes: [...notesOfVerified(asked), ...notesOfNotAsked(notAsked)],
		gaps: why ? [`${unanswered} of ${asked.length} accounts could not be verified: ${why}.`] : [],
	};
}

interface AskedRow {
	row: ReadableRow;
	body: BankAccountVerification;
}

function noteOfNobodyAsked(rows: readonly ReadableRow[]): string[] {
	const { size } = new Set(rows.map(({ transfer }) => accountKey(transfer)));
	if (size === 0) return [];
	return [
		`No bank was asked about ${numberOf(size, 'new account')}: Verify Accounts does that. Stitch bills each account.`,
	];
}

function notesOfVerified(asked: readonly AskedRow[]): string[] {
	const verified = asked.filter(({ row }) => row.verified?.outcome === 'verified');
	const byNumber = verified.filter((one) => familyNameAsked(one) === undefined).length;
	return [
		verified.length > 0 && `${accounts(verified.length)} confirmed by the bank.`,
		byNumber > 0 &&
			`For ${byNumber} of ${verified.length}, the bank compared only the number in the row, and no family name: the number may be someone else's.`,
	].filter((text) => text !== false);
}

const notesOfNotAsked = (reasons: readonly string[]): string[] =>
	[...grouped(reasons, String)].map(
		([why, { length }]) => `${accounts(length)} not verified: ${why}.`,
	);

const accounts = (count: number): string =>
	count === 1 ? '1 account was' : `${count} accounts were`;
