import { DateTime } from 'luxon';

import { attemptNonces } from '../idempotency/nonce';
import { formatRand } from '../schemas/money';
import type { Service } from '../transport/service';
import { tryEach } from './dryRun';
import { rejectAll, totalOf, type ReadyPayment, type RejectedItems } from './guard';
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

/** Gives back what was set aside for payments that this run certainly did not make. */
export function giveBack(service: Service, nonces: readonly string[]): void {
	const own = ofRun.get(service);
	for (const nonce of nonces) if (own?.has(nonce)) setAsideOf(service).delete(nonce);
}

/**
 * Adds up everything that was paid with this client since midnight, by whichever workflow, before a
 * payment of the run is sent, and what runs of this process with this limit are about to pay. If that
 * cannot be read, nothing is sent. Runs that overlap on two workers do not see each other's payments.
 */
export async function guardDay(
	payments: readonly ReadyPayment[],
	day: Day,
): Promise<RejectedItems> {
	const { maxCentsPerDay, timezone, service, paidSince, dryRun } = day;
	if (maxCentsPerDay === Infinity || payments.length === 0) return new Map();
	const field = 'Maximum Total per Day';
	const since = midnight(service.clock.now(), timezone);
	let paid: PaidPayment[];
	try {
		paid = await paidSince(service, since);
	} catch (cause) {
		const { message, description } = inWords(cause);
		const what = `could not be checked, because what was paid today could not be read: ${message}`;
		return rejectAll(payments, field, what, description, 'notSent');
	}
	let counted = payments;
	let sums = sumsOf(counted, paid, service, since);
	if (sums.before + sums.now > maxCentsPerDay) {
		// Looked up only now: mostly the sum of all rows is within the limit.
		counted = await thoseToBeSent(payments, service);
		sums = sumsOf(counted, paid, service, since);
	}
	if (sums.before + sums.now <= maxCentsPerDay) {
		// Nothing has waited since the sums were made, so no other run of this process comes between.
		if (!dryRun) setAsideAll(counted, service);
		return new Map();
	}
	const [before, now, most] = [sums.before, sums.now, maxCentsPerDay].map(formatRand);
	const what = `is ${most}, of which ${before} was paid out since midnight: ${now} more would be above it`;
	return rejectAll(payments, field, what, 'Pay them tomorrow, or raise the limit.');
}

/**
 * What was paid today or is about to be, and what some rows add to it, in cents.
 * @param paid what the list of Stitch shows
 * @param since midnight
 */
function sumsOf(
	payments: readonly ReadyPayment[],
	paid: readonly PaidPayment[],
	service: Service,
	since: string,
): { before: number; now: number } {
	const known = setAsideOf(service);
	for (const [nonce, { at }] of known) if (at < Date.parse(since)) known.delete(nonce);
	const listed = new Set(paid.map(({ nonce }) => nonce));
	// Set aside under its first nonce, a payment may have been made under that of a later attempt.
	const isListed = (nonce: string) => attemptNonces(nonce).some((one) => listed.has(one));
	const unlisted = [...known].filter(([nonce]) => !isListed(nonce));
	const today = [...paid, ...unlisted.map(([nonce, { cents }]) => ({ nonce, cents }))];
	const centsOf = new Map(today.map(({ nonce, cents }) => [nonce, cents]));
	// A row that was paid today is already in the sum, so the same file can be run again.
	const added = payments.filter(
		({ payment: { nonces, amount } }) =>
			!nonces.some((nonce) => centsOf.get(nonce) === amount.cents),
	);
	return { before: today.reduce((sum, { cents }) => sum + cents, 0), now: totalOf(added) };
}

/** Those that were not paid before, as a dry run finds; what cannot be looked up counts. */
async function thoseToBeSent(
	payments: readonly ReadyPayment[],
	service: Service,
): Promise<ReadyPayment[]> {
	const paidBefore = new Set<ReadyPayment>();
	await tryEach(payments, service, async (one, earlier) => {
		const tried = await one.payment.dryRun(service, earlier).catch(() => undefined);
		if (tried?.wouldSend === false) paidBefore.add(one);
		return true;
	});
	return payments.filter((one) => !paidBefore.has(one));
}

function setAsideAll(payments: readonly ReadyPayment[], service: Service): void {
	const known = setAsideOf(service);
	const own = new Set<string>();
	ofRun.set(service, own);
	for (const { payment } of payments) {
		if (!known.has(payment.nonce)) own.add(payment.nonce);
		known.set(payment.nonce, { cents: payment.amount.cents, at: service.clock.now() });
	}
}

/** The beginning of today in a zone, as ISO 8601 in UTC. */
function midnight(now: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).startOf('day').toUTC().toISO() ?? '';
}
