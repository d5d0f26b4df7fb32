import type { IDataObject } from 'n8n-workflow';

import { comparedAmount, differencesOf, differenceInWords } from '../../idempotency/comparison';
import { ServiceFailure } from '../../transport/failure';
import { asFields, textOf } from '../../transport/json';
import { allOf, shownReference } from '../../transport/wording';
import { readObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { unpayable } from './paymentRequestColumns';
import { allPaymentRequestsWith, paymentRequests } from './paymentRequests';

/** With the option One Link per Reference: what a payment request is recognised by. */
export interface OneLink {
	externalReference: string;
	/** In rand, with two decimals. */
	amount: string;
	/** Who gets the money, unless a bank account does. */
	merchantId: string | undefined;
}

/**
 * The payment request that is open or paid under an external reference; undefined if there is none.
 * It reads and cannot do more: the service has no nonce for payment requests (spec 2.1), so two runs
 * at the same moment can both find none.
 * @throws {ServiceFailure} when there are several, or one for another amount or merchant
 */
export async function earlierLink(
	service: Service,
	{ externalReference, amount, merchantId = 'none' }: OneLink,
): Promise<IDataObject | undefined> {
	const listed = await allPaymentRequestsWith(service, externalReference);
	// Next to one that can no longer be paid, another link is not paid twice.
	const [one, ...others] = listed.filter(({ status }) => !unpayable.includes(status));
	if (one === undefined) return undefined;
	const which = `the reference ${shownReference(externalReference)}`;
	if (others.length > 0) throw several(which, [one, ...others]);
	// What the list says may be a moment old.
	const current = await readObject(service, paymentRequests.one, String(one.id));
	if (unpayable.includes(current.status)) return undefined;
	const differences = differencesOf([
		comparedAmount(amount, asFields(current.amount).quantity),
		// Returned as it was supplied, and left out where there was none (spec 2.4).
		{ label: 'Merchant ID', asked: merchantId, found: textOf(current.merchantId) ?? 'none' },
	]);
	if (differences.length === 0) return current;
	throw forAnother(which, current, differences.map(differenceInWords).join('; '));
}

function several(which: string, found: IDataObject[]): ServiceFailure {
	const ids = allOf(found.map(({ id }) => String(id)));
	return new ServiceFailure({
		kind: 'notSent',
		happened: 'no',
		sentence: `${found.length} payment requests with ${which} are open or paid, so no link was created`,
		advice: `Check them in Stitch (${ids}), and cancel the ones that should not be paid.`,
	});
}

function forAnother(which: string, { id, status }: IDataObject, change: string): ServiceFailure {
	const isOpen = status === 'pending';
	return new ServiceFailure({
		kind: 'otherValues',
		happened: 'no',
		id: String(id),
		sentence: `A payment request with ${which} is ${isOpen ? 'open' : String(status)} already, and ${change}: no link was created`,
		advice: isOpen
			? 'To change it, first cancel that one with Payment Request → Cancel, or both can be paid.'
			: 'If the payer owes more, ask for the difference only, under another reference.',
	});
}
