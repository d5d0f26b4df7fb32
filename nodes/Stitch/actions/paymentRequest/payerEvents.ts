import type { IDataObject } from 'n8n-workflow';

import { asFields, textOf } from '../../transport/json';
import { payerReasonText } from '../../transport/reasons';

/** Steps on the payment page that are no reason why a payer did not pay (public documentation). */
const steps: unknown[] = [
	'CardMethodSelected',
	'NewCardCreated',
	'SavedCardSelected',
	'Secure3dCompleted',
	'Secure3dInitiated',
];

/** Statuses in which nobody is to pay any more. */
const paid: unknown[] = ['completed', 'manually_completed'];

/** Statuses in which nobody can pay any more. */
const over: unknown[] = ['cancelled', 'expired'];

/**
 * Why a payer has not paid so far: the last thing that went wrong on the payment page, as the service
 * names it, and in plain words. Undefined if the service tells of none, or of a success.
 * @param status of the payment request
 */
export function whyNotPaid(
	events: unknown,
	status: unknown,
): { reason: string; reasonText: string } | undefined {
	if (!Array.isArray(events) || paid.includes(status)) return undefined;
	const told = events.map(asFields).filter(({ __typename }) => typeof __typename === 'string');
	if (told.some(({ __typename }) => __typename === 'PaymentSucceeded')) return undefined;
	const [last] = told
		.filter(({ __typename }) => !steps.includes(__typename))
		.sort((one, other) => timeOf(other) - timeOf(one));
	if (last === undefined) return undefined;
	const reason = String(last.__typename);
	const isOver = over.includes(status);
	const text = payerReasonText(reason, textOf(last.description), { isOver });
	return { reason, reasonText: isOver ? `${text}. The link can no longer be paid` : text };
}

function timeOf({ occurred }: IDataObject): number {
	return Date.parse(String(occurred)) || 0;
}
