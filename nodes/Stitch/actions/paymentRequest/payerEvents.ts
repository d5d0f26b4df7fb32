import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../../transport/json';
import { payerReasonText } from '../../transport/reasons';

/** Steps on the payment page that are no reason why a payer did not pay (public documentation). */
const steps: unknown[] = [
	'CardMethodSelected',
	'NewCardCreated',
	'PaymentSucceeded',
	'SavedCardSelected',
	'Secure3dCompleted',
	'Secure3dInitiated',
];

/**
 * Why a payer has not paid so far: the last thing that went wrong on the payment page, as the service
 * names it, and in plain words. Undefined if the service tells of none.
 */
export function whyNotPaid(events: unknown): { reason: string; reasonText: string } | undefined {
	if (!Array.isArray(events)) return undefined;
	const [last] = events
		.map(asFields)
		.filter(({ __typename }) => typeof __typename === 'string' && !steps.includes(__typename))
		.sort((one, other) => timeOf(other) - timeOf(one));
	if (last === undefined) return undefined;
	const reason = String(last.__typename);
	const { description } = last;
	const told = typeof description === 'string' ? description : undefined;
	return { reason, reasonText: payerReasonText(reason, told) };
}

function timeOf({ occurred }: IDataObject): number {
	return Date.parse(String(occurred)) || 0;
}
