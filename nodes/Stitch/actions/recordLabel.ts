import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { formatRand, moneyIn } from '../schemas/money';

/** IANA name of the time zone in which times are shown. */
type Timezone = string;

/** The known facts about a record, on one line, each once; its ID if there are none. */
export function labelOf({ id }: IDataObject, facts: unknown[]): string {
	const known = facts.filter((fact) => ['string', 'number'].includes(typeof fact) && fact !== '');
	return known.length > 0 ? [...new Set(known)].join(' · ') : String(id);
}

/** An amount as people read it: `R1 500.00`; undefined if there is none. */
export function amountInWords(value: unknown): string | undefined {
	const amount = moneyIn(value);
	return amount && formatRand(amount.cents);
}

/** A time as people read it: `21 Nov 2026, 14:30`; undefined if there is none. */
export function timeInWords(value: unknown, zone: Timezone): string | undefined {
	if (typeof value !== 'string') return undefined;
	const time = DateTime.fromISO(value, { zone, locale: 'en' });
	return time.isValid ? time.toFormat('d LLL yyyy, HH:mm') : undefined;
}

/** A day as people read it: `3 November 2026`; a value that is not a time stays as it is. */
export function dayInWords(value: unknown, zone: Timezone): string {
	const day = DateTime.fromISO(String(value), { zone, locale: 'en' });
	return day.isValid ? day.toFormat('d LLLL yyyy') : String(value);
}

/** The facts about a payment besides its date and its status. */
interface PaymentFacts {
	/** In rand, as the service gives it. */
	amount: unknown;
	/** Who is paid, or who pays. */
	who?: unknown;
	reference?: unknown;
}

/** A payment on one line, in the order in which people tell payments apart. */
export function paymentLabel(
	record: IDataObject,
	timezone: Timezone,
	{ amount, who, reference }: PaymentFacts,
): string {
	const { createdAt, status } = record;
	const facts = [amountInWords(amount), who, timeInWords(createdAt, timezone), status, reference];
	return labelOf(record, facts);
}
