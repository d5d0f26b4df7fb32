import { asText } from '../schemas/field';
import { currency, money } from '../schemas/money';
import { isTestClient } from '../transport/testClient';
import type { StitchEvent } from './event';
import type { TriggerOptions } from './options';

const eventAmount = money('Amount');

/** What the filters look at. */
export type Filtered = Pick<StitchEvent, 'amount' | 'externalReference'>;

/**
 * Whether an event passes the filters on its content. An event without the value that a filter looks
 * at does not pass: whether it should cannot be known.
 */
export function passesFilters(
	{ amount, externalReference }: Filtered,
	{ externalReferencePrefix, minimumAmount }: TriggerOptions,
): boolean {
	if (
		externalReferencePrefix !== undefined &&
		asText(externalReference)?.startsWith(externalReferencePrefix) !== true
	) {
		return false;
	}
	if (minimumAmount === undefined) return true;
	if ((amount?.currency ?? currency) !== currency) return false;
	const cents = eventAmount.safeParse(amount?.quantity).data?.cents;
	return cents !== undefined && cents >= minimumAmount.cents;
}

/** Whether events of this client are wanted. */
export function passesClientType(
	clientId: unknown,
	clientType: TriggerOptions['clientType'],
): boolean {
	if (clientType === 'any') return true;
	return isTestClient(asText(clientId) ?? '') === (clientType === 'test');
}
