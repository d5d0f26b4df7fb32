import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { amountFound } from '../idempotency/comparison';

/** The time zone, as its IANA name, in which times are shown. */
type Timezone = string;

/** A terminal session in a list: its status, amount, time and reference. */
export function terminalSessionLabel(session: IDataObject, timezone: Timezone): string {
	const { charge, disbursement } = fieldsOf(session.intent);
	return label(session, [
		session.status,
		inRand(fieldsOf(charge ?? disbursement).amount),
		inWords(session.createdAt, timezone),
		session.externalReference,
	]);
}

/** A refund in a list; the fields of its record are not specified, so any may be missing. */
export function refundLabel(refund: IDataObject, timezone: Timezone): string {
	return label(refund, [
		refund.status,
		inRand(refund.amount),
		inWords(refund.createdAt, timezone),
		refund.reason,
	]);
}

/** A card in a list; the fields of its record are not specified, so any may be missing. */
export function cardLabel(card: IDataObject, timezone: Timezone): string {
	const { last4, network, status, createdAt } = card;
	return label(card, [
		network,
		last4 === undefined ? undefined : `…${String(last4)}`,
		status,
		inWords(createdAt, timezone),
	]);
}

/** What is known of a record on one line, or its ID where nothing is. */
function label({ id }: IDataObject, facts: unknown[]): string {
	const known = facts.filter((fact) => ['string', 'number'].includes(typeof fact) && fact !== '');
	return known.length > 0 ? known.join(' · ') : String(id);
}

function fieldsOf(value: unknown): IDataObject {
	return typeof value === 'object' && value !== null ? (value as IDataObject) : {};
}

function inRand(value: unknown): string | undefined {
	const amount = amountFound(value);
	return amount === undefined ? undefined : `R${amount}`;
}

function inWords(value: unknown, zone: Timezone): string | undefined {
	if (typeof value !== 'string') return undefined;
	const time = DateTime.fromISO(value, { zone, locale: 'en' });
	return time.isValid ? time.toFormat('d LLL yyyy, HH:mm') : undefined;
}
