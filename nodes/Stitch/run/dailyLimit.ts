import { DateTime } from 'luxon';

import { attemptNonces } from '../idempotency/nonce';
import { formatRand } from '../schemas/money';
import type { Service } from '../transport/service';
import { inTurns } from './concurrency';
import { tryEach } from './dryRun';
import { rejectAll, totalOf, type ReadyPayment, type RejectedItems } from './guard';
import { messageOf } from './nodeError';
import type { Operation, CountedPayment } from './operation';

interface Day {
	maxCentsPerDay: number;
	/** IANA name of the zone in which the day begins at midnight: the workflow's. */
	timezone: string;
	service: Service;
	paidSince: NonNullable<Operation['paidSince']>;
	/** Whether nothing will be sent, so that nothing is set aside. */
	dryRun?: boolean;
}

/** A payment that this process has let through: a list of Stitch shows it only later. */
interface SetAside {
	cents: number;
	/** When it was sent, in milliseconds since the epoch; Infinity while it is being sent. */
	at: number;
	/** How many runs are sending it now: two of the same file may overlap. */
	runs: number;
	/** Whether one of the runs that are over may have made it. */
	mayBeMade: boolean;
}

/** By client and nonce. */
const setAside = new Map<string, Map<string, SetAside>>();

function setAsideOf({ clientId }: Service): Map<string, SetAside> {
	const payments = setAside.get(clientId) ?? new Map<string, SetAside>();
	setAside.set(clientId, payments);
	return payments;
}

/** What a run may send, and has set aside for it. */
export interface Reservation {
	rejected: RejectedItems;
	/**
	 * Is called once all of it was sent.
	 * @param notMade the nonces of payments that this run certainly did not make
	 */
	release(notMade: readonly string[]): void;
}

const withoutLimit: Reservation = { rejected: new Map(), release: () => {} };

/**
 * Adds up everything that was paid with this client since midnight, by whichever workflow, before a
 * payment of the run is sent, and what runs of this process with this limit are about to pay. If that
 * cannot be read, nothing is sent. Runs that overlap on two workers do not see each other's payments.
 */
export async function guardDay(payments: readonly ReadyPayment[], day: Day): Promise<Reservation> {
	const { maxCentsPerDay, service, dryRun } = day;
	if (maxCentsPerDay === Infinity || payments.length === 0) return withoutLimit;
	const field = 'Maximum Total per Day';
	let today: Today;
	try {
		today = await readToday(day);
	} catch (cause) {
		const { message, description } = messageOf(cause);
		const what = `could not be checked, because what was paid today could not be read: ${message}`;
		return {
			...withoutLimit,
			rejected: rejectAll(payments, field, what, description, 'notSent'),
		};
	}
	let counted = payments;
	let sums = sumsOf(counted, today, service);
	if (sums.before + sums.now > maxCentsPerDay) {
		// What counts twice is found only now: mostly the sum is within the limit even so.
		const paid = await withFirstNonces(today.paid, payments, service);
		counted = await notSentBefore(payments, service);
		sums = sumsOf(counted, { ...today, paid }, service);
	}
	if (sums.before + sums.now <= maxCentsPerDay) {
		// Nothing has waited since the sums were made, so no other run of this process comes between.
		return dryRun ? withoutLimit : reserve(counted, service);
	}
	const [before, now, most] = [sums.before, sums.now, maxCentsPerDay].map(formatRand);
	const what = `is ${most}, of which ${before} was paid out since midnight: ${now} more would be above it`;
	const fix = 'Pay them tomorrow, or raise the limit.';
	return { ...withoutLimit, rejected: rejectAll(payments, field, what, fix) };
}

interface Today {
	/** Midnight, as ISO 8601 in UTC. */
	since: string;
	/** What the list of Stitch shows. */
	paid: readonly CountedPayment[];
}

async function readToday({ service, timezone, paidSince }: Day): Promise<Today> {
	const supposed = midnight(service, timezone);
	const paid = await paidSince(service, supposed);
	// Only an answer shows Stitch's time, by which payments are listed.
	const since = midnight(service, timezone);
	return { since, paid: since === supposed ? paid : await paidSince(service, since) };
}

/** The beginning of today in a zone, by Stitch's time as far as it is known; as ISO 8601 in UTC. */
function midnight(service: Service, zone: string): string {
	const now = service.timeThere(service.clock.now());
	return DateTime.fromMillis(now, { zone }).startOf('day').toUTC().toISO() ?? '';
}

/**
 * Payments of today under the nonce of their first attempt, where they belong to rows of this run or to
 * what was set aside. Nonces of later attempts are derived only if a payment belongs to nothing else.
 */
async function withFirstNonces(
	paid: readonly CountedPayment[],
	payments: readonly ReadyPayment[],
	service: Service,
): Promise<CountedPayment[]> {
	const attempts = new Map<string, () => readonly string[]>([
		...[...setAsideOf(service).keys()].map((nonce) => [nonce, () => attemptNonces(nonce)] as const),
		...payments.map(({ payment }) => [payment.nonce, () => payment.nonces] as const),
	]);
	const others = new Set(paid.map(({ nonce }) => nonce).filter((nonce) => !attempts.has(nonce)));
	const firstOf = new Map<string, string>();
	for await (const [first, nonces] of inTurns(attempts)) {
		if (firstOf.size === others.size) break;
		for (const nonce of nonces()) if (others.has(nonce)) firstOf.set(nonce, first);
	}
	return paid.map(({ nonce, cents }) => ({ nonce: firstOf.get(nonce) ?? nonce, cents }));
}

/** What was paid today or is about to be, and what some rows add to it, in cents. */
function sumsOf(
	payments: readonly ReadyPayment[],
	{ since, paid }: Today,
	service: Service,
): { before: number; now: number } {
	const known = setAsideOf(service);
	for (const [nonce, { at }] of known) if (at < Date.parse(since)) known.delete(nonce);
	const listed = new Set(paid.map(({ nonce }) => nonce));
	const unlisted = [...known].filter(([nonce]) => !listed.has(nonce));
	const today = [...paid, ...unlisted.map(([nonce, { cents }]) => ({ nonce, cents }))];
	const counted = new Map(today.map(({ nonce, cents }) => [nonce, cents]));
	// A row that was paid today is already in the sum, so the same file can be run again.
	const added = payments.filter(
		({ payment: { nonce, amount } }) => counted.get(nonce) !== amount.cents,
	);
	return { before: today.reduce((sum, { cents }) => sum + cents, 0), now: totalOf(added) };
}

/** Those that were not paid before, as a dry run finds; what cannot be looked up counts. */
async function notSentBefore(
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

/** Sets the payments aside: those that are being sent at midnight also count for the next day. */
function reserve(payments: readonly ReadyPayment[], service: Service): Reservation {
	const known = setAsideOf(service);
	const nonces = payments.map(({ payment }) => payment.nonce);
	for (const { payment } of payments) {
		const { mayBeMade = false, runs = 0 } = known.get(payment.nonce) ?? {};
		const { cents } = payment.amount;
		known.set(payment.nonce, { cents, at: Infinity, mayBeMade, runs: runs + 1 });
	}
	return {
		rejected: new Map(),
		release(notMadeByRun) {
			const notMade = new Set(notMadeByRun);
			for (const nonce of nonces) {
				const one = known.get(nonce);
				if (one === undefined) continue;
				one.mayBeMade ||= !notMade.has(nonce);
				if (--one.runs > 0) continue;
				if (one.mayBeMade) one.at = service.timeThere(service.clock.now());
				else known.delete(nonce);
			}
		},
	};
}
