import { inTurns } from '../../run/concurrency';
import { accountQuestion, familyNameAsked } from './accountQuestion';
import { rowsToPay, type ListRow, type ReadableRow, type Warning } from './listRow';
import { wordsIn } from './spelling';
import { surroundingsOf, type ListContext, type Surroundings } from './surroundings';
import { rules } from './warningRules';

/** A warning about most rows, shown once for the list: on every row, it would mean nothing. */
export interface ListWarning {
	severity: Warning['severity'];
	text: string;
}

/**
 * Gives the rows that would be paid their warnings, the most important first.
 * @returns the warnings that apply to most of them
 */
export async function addWarnings(
	rows: readonly ListRow[],
	context: ListContext,
): Promise<ListWarning[]> {
	const toPay = rowsToPay(rows);
	const around = await surroundingsOf(rows, toPay, context);
	for await (const row of inTurns(toPay)) row.warnings = warningsOf(row, around);
	const common = rules.flatMap((rule) => {
		const some = toPay.filter(({ warnings }) => warnings.some(({ name }) => name === rule.name));
		const isCommon = rule.manyRows && some.length > 1 && some.length * 2 > toPay.length;
		return isCommon ? [{ rule, count: some.length }] : [];
	});
	const isSaidOnce = new Set(common.map(({ rule }) => rule.name));
	for (const row of toPay) row.warnings = row.warnings.filter(({ name }) => !isSaidOnce.has(name));
	return common.map(({ rule: { severity, manyRows: what }, count }) => ({
		severity,
		text: `${count} of ${toPay.length} payments ${what}`,
	}));
}

/** If several rules about one thing apply, only the first gives a warning. */
function warningsOf(row: ReadableRow, around: Surroundings): Warning[] {
	const found: Warning[] = [];
	const said = new Set<string>();
	for (const { name, about, severity, holds = false, says, todo } of rules) {
		const fact = said.has(about) ? undefined : says(row, around);
		if (fact === undefined) continue;
		said.add(about);
		found.push({ name, severity, holds, text: `${fact} ${todo}`.trim() });
	}
	return found;
}

/**
 * Whether the bank has confirmed that the account is the payee's. An account that was opened lately may have
 * been opened for this payment, whoever holds it; and a number alone, or someone else's family name, is that
 * of whoever wrote it into the row.
 */
function isConfirmedByBank(row: ReadableRow): boolean {
	const { verified, transfer } = row;
	if (verified?.outcome !== 'verified' || verified.says !== undefined) return false;
	const compared = wordsIn(familyNameAsked(accountQuestion(row)) ?? '');
	const payee = wordsIn(transfer.name);
	return compared.length > 0 && compared.every((word) => payee.includes(word));
}

/** Who has called about a row, and when, for people: `clerk@example.com on 25 November`. */
type ConfirmedBy = (row: ListRow) => string | undefined;

/**
 * Keeps back the rows about whose account somebody has to call the payee, unless somebody says that they
 * did. If the bank has confirmed that the account is the payee's, nobody has to.
 */
export function holdForCall(rows: readonly ListRow[], confirmedBy: ConfirmedBy): void {
	for (const row of rowsToPay(rows)) {
		const held = row.warnings.find(({ holds }) => holds);
		if (held === undefined || isConfirmedByBank(row)) continue;
		row.warnings = row.warnings.filter((one) => one !== held);
		const who = confirmedBy(row);
		if (who !== undefined) row.confirmedBy = who;
		row.verdict = who === undefined ? 'confirmFirst' : 'confirmed';
		row.explanation = [held.text, who && `Confirmed by ${who}.`, row.explanation]
			.filter(Boolean)
			.join(' ');
	}
}
