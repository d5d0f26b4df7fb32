import type { IExecuteFunctions } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { timeOf } from '../transport/clock';
import type { Entry } from './entry';

type SentEntry = Pick<Entry, 'output'>;

/** Whether the payment of an entry was certainly made before this execution, so that nothing was paid now. */
export function wasSentBefore({ output }: SentEntry): boolean {
	return output?.[0]?.json.alreadyExisted === true;
}

/**
 * Shows a hint on the node with the number of rows that were sent before: otherwise a reference that
 * nobody has changed since last month would look like success.
 * @param now milliseconds since the epoch
 */
export function showSentBefore(
	context: Pick<IExecuteFunctions, 'addExecutionHints' | 'getTimezone'>,
	entries: readonly SentEntry[],
	now: number,
): void {
	const before = entries.filter(wasSentBefore);
	if (before.length === 0) return;
	const latest = latestOf(before);
	const which = before.length === 1 ? ', on' : ', the latest on';
	const when = latest === undefined ? '' : `${which} ${dayOf(latest, context, now)}`;
	const areAll = before.length === entries.length;
	context.addExecutionHints(
		areAll
			? { type: 'warning', message: `${allRows(before)} sent before${when}. Nothing was paid now.` }
			: {
					type: 'info',
					message: `${before.length} of ${entries.length} rows ${before.length === 1 ? 'was' : 'were'} sent before${when}, and not paid again.`,
				},
	);
}

function allRows({ length }: readonly SentEntry[]): string {
	return length === 1 ? 'The row was' : `All ${length} rows were`;
}

/** When the latest of these payments was made, as far as they say; in milliseconds since the epoch. */
function latestOf(payments: readonly SentEntry[]): number | undefined {
	const times = payments.flatMap(({ output }) => {
		const { createdAt, statusDate } = output?.[0]?.json ?? {};
		return timeOf(createdAt ?? statusDate) ?? [];
	});
	return times.length === 0 ? undefined : times.reduce((one, other) => Math.max(one, other));
}

/** A day as people say it: `25 October`, with its year if that is a different one. */
function dayOf(time: number, context: Pick<IExecuteFunctions, 'getTimezone'>, now: number): string {
	const [day, today] = [time, now].map((each) =>
		DateTime.fromMillis(each, { zone: context.getTimezone(), locale: 'en-GB' }),
	);
	return day?.toFormat(day.year === today?.year ? 'd LLLL' : 'd LLLL yyyy') ?? '';
}
