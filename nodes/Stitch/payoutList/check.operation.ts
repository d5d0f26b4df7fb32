import type { IDataObject } from 'n8n-workflow';

import { inTurns } from '../run/concurrency';
import { defineOnAllItems, type Output } from '../run/operation';
import { asText } from '../schemas/asText';
import { clientKind } from '../transport/client';
import type { Service } from '../transport/service';
import { addBankAnswers, keepBackChanged } from './check/approved';
import { checkedColumns } from './check/checkedRow';
import { checkForm, mostDays, readListSettings, type ListSettings } from './check/checkForm';
import { compare } from './check/comparison';
import { dayName, daysBefore, daysBetween, daysIn } from './check/days';
import { addEarlierPayouts, addPaidForPeriod, blockNotCompared } from './check/earlier';
import { readKnownAtStitch } from './check/knownAtStitch';
import { blockAboveLimits, leaveOutAboveLimit } from './check/limits';
import { referenceOf, type ListRow } from './check/listRow';
import { blockRepeated, repeatsOf } from './check/repeats';
import { summaryOf } from './check/summary';
import { totalsOf } from './check/totals';
import { hasMoved } from './check/transfer';
import { judgeAll } from './check/verdicts';
import { verifyAccounts } from './check/verifyAccounts';
import { addWarnings, holdForCall } from './check/warnings';
import { readChecked } from './read/readChecked';
import type { PaymentFile } from './read/readFile';
import { readWithReferences } from './read/readWithReferences';
import { rowFromTable } from './rowFromTable';

interface LineToCheck {
	line: IDataObject;
	/** Of the first item: they apply to the whole list. */
	settings?: ListSettings;
}

/** Checks the rows of a sheet before they are paid; it sends nothing that pays. */
export const checkPayouts = defineOnAllItems<LineToCheck>({
	value: 'check',
	name: 'Check',
	action: 'Check payout list',
	description:
		'Check the rows of a sheet: which would be paid, which were paid before, and which need your attention',
	form: checkForm,
	notAsTool: true,

	prepare: (item, { clock }) => ({
		line: item.row,
		// A list may have thousands of items, and an expression takes n8n milliseconds.
		...(item.index === 0 && {
			settings: readListSettings(item, daysIn(item.timezone)(isoNow(clock))),
		}),
	}),

	sendTogether: checkList,
});

const isoNow = (clock: Service['clock']): string => new Date(clock.now()).toISOString();

/** @throws {InvalidInput} for a list whose columns cannot be recognised */
async function checkList(plans: readonly LineToCheck[], service: Service): Promise<Output[]> {
	const settings = plans[0]?.settings;
	if (settings === undefined) return [];
	const { limits, onlyAsApproved, holdAbove, today, chosen } = settings;
	const items = plans.map(({ line }) => (onlyAsApproved ? rowFromTable(line) : line));
	const file = onlyAsApproved ? readChecked(items) : readWithReferences(items, settings);
	const checkedAt = isoNow(service.clock);
	const since = comparedSince(file, settings);
	const days = daysBetween(readSince(since, settings), today);
	const [rows, known] = await Promise.all([
		judgeAll(file, service, settings),
		readKnownAtStitch(service, { ...settings, days }),
	]);
	const recent = known.payouts?.filter(({ day }) => day >= since);
	const comparison = recent && (await compare(rows, recent, { today }));
	if (comparison) {
		for (const row of rows) row.newestPayout = row.payee?.payouts.find(hasMoved);
		addEarlierPayouts(rows, comparison);
		addPaidForPeriod(rows, comparison, file.derivedFrom);
	}
	leaveOutAboveLimit(rows, limits);
	const rowThen = ({ sheet }: ListRow) => items[sheet.item] ?? {};
	if (onlyAsApproved) addBankAnswers(rows, rowThen);
	const verification = await verifyAccounts(rows, service, settings.verify);
	const totals = comparison && totalsOf(comparison);
	const listWarnings = comparison
		? await addWarnings(rows, { comparison, missing: totals?.missing ?? [], holdAbove })
		: [];
	holdForCall(rows, (row) => whoConfirmed(row, settings, rowThen(row)));
	const client = clientKind(service.clientId);
	if (onlyAsApproved) keepBackChanged(rows, { rowThen, comparison, client });
	const repeats = repeatsOf(rows, comparison);
	// The sums may be compared with any payday. Nothing that follows depends on it, but what is shown.
	const shown =
		known.payouts && chosen ? await compare(rows, known.payouts, { today, chosen }) : comparison;
	const shownTotals = shown === comparison ? totals : shown && totalsOf(shown);
	// What people have approved is no longer asked about.
	const mayRepeat = settings.isAnother || onlyAsApproved;
	const blocked =
		(!mayRepeat && blockRepeated(rows, repeats)) ||
		blockNotCompared(rows, file.derivedFrom, known.notCompared) ||
		blockAboveLimits(rows, limits, { paidToday: known.paidToday, totals: shownTotals });
	const summary = summaryOf({
		...{ settings, file, known, rows, comparison: shown, totals: shownTotals },
		...{ verification, listWarnings, repeats, blocked, client, checkedAt, since },
	});
	const outputs: IDataObject[][] = plans.map(() => []);
	for await (const row of inTurns(rows)) {
		const columns = checkedColumns(row, { comparison: shown, client });
		outputs[row.sheet.item]?.push({ ...columns, ...(row === rows[0] && { summary }) });
	}
	return outputs;
}

/**
 * The first day whose payments the rows are compared with. A later check begins with the day of the first
 * one: otherwise, the last payment to a payee could have left the days that are compared since the approval.
 */
function comparedSince({ comparedSince: then = '' }: PaymentFile, settings: ListSettings): string {
	const { today, days } = settings;
	const ago = daysBetween(then, today);
	return ago > 0 && ago <= 2 * mostDays ? then : daysBefore(today, days);
}

/** The first day whose payments are read: the chosen payday may be earlier, a year ago at most. */
function readSince(since: string, { today, chosen = since }: ListSettings): string {
	const yearAgo = daysBefore(today, mostDays);
	const first = chosen < yearAgo ? yearAgo : chosen;
	return first < since ? first : since;
}

/** Who has called the payee of a row, and when, for people; undefined if nobody says that they did. */
function whoConfirmed(
	row: ListRow,
	{ confirmed, confirmedBy, onlyAsApproved, today }: ListSettings,
	rowThen: IDataObject,
): string | undefined {
	if (confirmed.has(referenceOf(row))) return `${confirmedBy} on ${dayName(today, today)}`;
	return onlyAsApproved ? asText(rowThen.confirmedBy) : undefined;
}
