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
	/** Whether nothing will be sent, so that nothing is set aside. */
	dryRun?: boolean;
}

/** What this process has let through, by client and nonce: a list of Stitch shows it only later. */
const setAside = new Map<string, Map<string, { cents: number; at: number }>>();

/** What each run has set aside itself. */
const ofRun = new WeakMap<Service, Set<string>>();

function setAsideOf({ clientId }: Service) {
	const own = setAside.get(clientId) ?? new Map<string, { cents: number; at: number }>();
	setAside.set(clientId, own);
	return own;
}

/** Gives back what was set aside for payments that certainly were not made. */
export function giveBack(service: Service, nonces: readonly string[]): void {
	const own = ofRun.get(service);
	for (const nonce of nonces) if (own?.has(nonce)) setAsideOf(service).delete(nonce);
}

/**
 * Adds up everything that was paid with this client since midnight, by whichever workflow, before a
 * payment of the run is sent, and what runs of this process with this limit are about to pay. If that
 * cannot be read, nothing is sent. Runs that overlap on two workers do not see each other's payments.
 */
export async function guardDay(payments: readonly ReadyPayment[], day: Day): Promise<RefusedItems> {
	const { maxCentsPerDay, timezone, service, paidSince } = day;
	if (maxCentsPerDay === Infinity || payments.length === 0) return new Map();
	const field = 'Maximum Total per Day';
	let paid: PaidPayment[];
	try {
		paid = await paidSince(service, midnight(service.clock.now(), timezone));
	} catch (cause) {
		const { message, description } = inWords(cause);
		const what = `What was paid today could not be read, so Maximum Total per Day could not be checked: ${message}`;
		return refuseAll(payments, field, what, description, 'notSent');
	}
	const present = service.clock.now();
	const since = Date.parse(midnight(present, timezone));
	const known = setAsideOf(service);
	for (const [nonce, { at }] of known) if (at < since) known.delete(nonce);
	const listed = new Set(paid.map(({ nonce }) => nonce));
	const unlisted = [...known].filter(([nonce]) => !listed.has(nonce));
	const today = [...paid, ...unlisted.map(([nonce, { cents }]) => ({ nonce, cents }))];
	const paidCents = today.reduce((sum, { cents }) => sum + cents, 0);
	const centsOf = new Map(today.map(({ nonce, cents }) => [nonce, cents]));
	// A row that was paid today is already in the sum, so the same file can be run again.
	const newCents = totalOf(
		payments.filter(
			({ payment: { nonces, amount } }) =>
				!nonces.some((nonce) => centsOf.get(nonce) === amount.cents),
		),
	);
	if (paidCents + newCents <= maxCentsPerDay) {
		// Nothing has waited since the sum was made, so no other run of this process comes between.
		const own = new Set<string>();
		ofRun.set(service, own);
		for (const { payment } of day.dryRun ? [] : payments) {
			if (!known.has(payment.nonce)) own.add(payment.nonce);
			known.set(payment.nonce, { cents: payment.amount.cents, at: present });
		}
		return new Map();
	}
	const [before, now, most] = [paidCents, newCents, maxCentsPerDay].map(
		(cents) => `R${inRand({ cents })}`,
	);
	const what = `With ${before} paid out since midnight, ${now} more would be above Maximum Total per Day, ${most}`;
	return refuseAll(payments, field, what, 'Pay them tomorrow, or raise the limit under Options.');
}

/** The beginning of today in a zone, as ISO 8601 in UTC. */
function midnight(now: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).startOf('day').toUTC().toISO() ?? '';
}
