import { DateTime } from 'luxon';

import { inRand } from '../schemas/money';
import type { Service } from '../transport/service';
import { refuseAll, totalOf, type ReadyPayment, type RefusedItems } from './guard';
import { inWords } from './nodeError';
import type { Operation, PaidPayment } from './operation';

/** What is needed to check the limit of a day. */
interface Day {
	maxCentsPerDay: number;
	/** IANA name of the zone in which the day begins at midnight: the workflow's. */
	timezone: string;
	service: Service;
	paidSince: NonNullable<Operation['paidSince']>;
}

/**
 * Adds up everything that was paid with this client since midnight, by whichever workflow, before a
 * payment of the run is sent. If that cannot be read, nothing is sent. Two runs that check at the
 * same moment do not see each other's payments.
 */
export async function guardDay(payments: readonly ReadyPayment[], day: Day): Promise<RefusedItems> {
	const { maxCentsPerDay, timezone, service, paidSince } = day;
	if (maxCentsPerDay === Infinity || payments.length === 0) return new Map();
	let paid: PaidPayment[];
	try {
		paid = await paidSince(service, midnight(service.clock.now(), timezone));
	} catch (cause) {
		const { message, description } = inWords(cause);
		const what = `What was paid today could not be read, so Maximum Total per Day could not be checked: ${message}`;
		return refuseAll(payments, what, description);
	}
	const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0);
	const paidNonces = new Set(paid.map(({ nonce }) => nonce));
	// A row that was paid today is already in the sum, so the same file can be run again.
	const newCents = totalOf(
		payments.filter(({ payment }) => !payment.nonces.some((nonce) => paidNonces.has(nonce))),
	);
	if (paidCents + newCents <= maxCentsPerDay) return new Map();
	const [before, now, most] = [paidCents, newCents, maxCentsPerDay].map(
		(cents) => `R${inRand({ cents })}`,
	);
	const what = `With ${before} paid out since midnight, ${now} more would be above Maximum Total per Day, ${most}`;
	return refuseAll(payments, what, 'Pay them tomorrow, or raise the limit under Options.');
}

/** The beginning of today in a zone, as ISO 8601 in UTC. */
function midnight(now: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).startOf('day').toUTC().toISO() ?? '';
}
