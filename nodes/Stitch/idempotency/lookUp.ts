import type { IDataObject } from 'n8n-workflow';

import {
	failureOf,
	ServiceFailure,
	unreadableList,
	type FailureDetails,
} from '../transport/failure';
import { matching, readPage, type List } from '../transport/paging';
import { hasIdAndStatus } from '../transport/object';
import type { Service } from '../transport/service';
import { joinWithAnd } from '../transport/wording';

/** The service may list an object only a moment after it was created. */
const pausesMs = [0, 500, 2000];

/** The result of a look-up: the payment exists, does not exist, or could not be looked up. */
export type Known<Found = IDataObject> =
	{ found: Found } | { none: true } | { failure: FailureDetails };

/**
 * Looks up a payment, a few times if it is not found at once.
 * @param find returns undefined if there is none
 */
export async function lookUp<Found>(
	service: Service,
	find: () => Promise<Found | undefined>,
): Promise<Known<Found>> {
	for (const pause of pausesMs) {
		await service.clock.pause(pause);
		const known = await lookUpOnce(find);
		if (!('none' in known)) return known;
	}
	return { none: true };
}

/**
 * Looks up a payment that is not new.
 * @param find returns undefined if there is none
 */
export async function lookUpOnce<Found>(
	find: () => Promise<Found | undefined>,
): Promise<Known<Found>> {
	try {
		const found = await find();
		return found === undefined ? { none: true } : { found };
	} catch (cause) {
		return { failure: failureOf(cause, 'no') };
	}
}

/**
 * Whether an answer is the record that was made under a nonce: it has an ID and the other fields of a
 * record, and no different nonce. Not every record shows its nonce.
 */
export function isUnder(nonce: unknown, isRecord = hasIdAndStatus) {
	return (record: IDataObject): boolean => isRecord(record) && (record.nonce ?? nonce) === nonce;
}

/**
 * The record in a list by nonce; undefined if the list is empty.
 * @throws {ServiceFailure} if it holds something else, or several: then nobody knows which one there is
 */
export function recordUnder(
	nonce: string,
	listed: readonly IDataObject[],
	isRecord = hasIdAndStatus,
): IDataObject | undefined {
	const found = onlyRecord(listed.filter(isUnder(nonce, isRecord)));
	if (found === undefined && listed.length > 0) throw unreadableList();
	return found;
}

/**
 * The record among those under one nonce; undefined if there is none.
 * @throws {ServiceFailure} for several: a nonce is accepted once, so nobody knows which one counts
 */
export function onlyRecord(records: readonly IDataObject[]): IDataObject | undefined {
	const ids = [...new Set(records.map(({ id }) => String(id)))];
	if (ids.length <= 1) return records[0];
	throw new ServiceFailure({
		kind: 'unreadable',
		happened: 'no',
		ids,
		sentence: `Stitch has ${ids.length} payments under one unique key (nonce): their IDs are ${joinWithAnd(ids)}`,
		advice: 'Check them in Stitch before you pay anything again.',
	});
}

/**
 * The first object that was created under a nonce, by the exact filter that lists have for it (companion
 * spec 4.2, 4.3; public reference), as the output shows it.
 * @throws {ServiceFailure} if there is no list, which does not mean that there is no such object
 */
export async function firstByNonce(
	service: Service,
	list: List,
	nonce: string,
	isRecord = hasIdAndStatus,
): Promise<IDataObject | undefined> {
	const { data } = await readPage(service, matching(list, 'nonce', nonce));
	return recordUnder(nonce, data, isRecord);
}
