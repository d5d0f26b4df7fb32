import type { IDataObject } from 'n8n-workflow';

import { readTime } from '../transport/clock';
import type { Service } from '../transport/service';

/**
 * When a payment was made: `before` this execution sent anything, `now` by the request itself, or
 * unknown.
 */
type Age = 'before' | 'now' | 'unknown';

/** When something began, in milliseconds of this machine's clock. */
export interface Began {
	/** Since when this execution has been sending payments. */
	execution: number;
	request: number;
}

/** How far the clocks of one service may differ. */
const slackMs = 5_000;

/** Without the service's own time, this machine's clock counts, and it may be wrong. */
const slackWithoutDateMs = 24 * 60 * 60 * 1000;

/**
 * How old a payment is, by the service's clock. If that is not certain, the age is unknown: without a
 * time, without the service's own time (`Date`), and for a payment that is newer than this execution and
 * older than the request, which an earlier pass of the same execution may have made. A state that began
 * before this execution proves that the payment is older.
 */
export function ageOf(record: IDataObject, service: Service, began: Began): Age {
	const { createdAt, statusDate } = record;
	const madeAt = timesOf(createdAt ?? statusDate);
	if (madeAt === undefined) return 'unknown';
	const executionThere = service.earliestThere(began.execution);
	const requestThere = service.earliestThere(began.request);
	if (executionThere === undefined || requestThere === undefined) {
		return madeAt.latest < began.execution - slackWithoutDateMs ? 'before' : 'unknown';
	}
	if (madeAt.latest < executionThere - slackMs) return 'before';
	return madeAt.earliest >= requestThere ? 'now' : 'unknown';
}

/** A time without a zone is in UTC at the latest, and may be South African. */
const zonesApartMs = 2 * 60 * 60 * 1000;

/** The earliest and the latest moment that a time of the service may mean, in milliseconds since the epoch. */
function timesOf(value: unknown): { earliest: number; latest: number } | undefined {
	const read = readTime(value);
	if (read === undefined) return undefined;
	const { time, isZoned } = read;
	// A time in whole seconds counts as the end of its second.
	const latest = time % 1000 === 0 ? time + 999 : time;
	return { earliest: isZoned ? latest : latest - zonesApartMs, latest };
}
