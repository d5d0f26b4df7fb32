import type { INodePropertyOptions } from 'n8n-workflow';

/** A kind of event that a workflow can start on. */
interface Kind {
	name: string;
	description: string;
	/** What the service calls the type that brings it (public documentation). */
	filterType: string;
}

/** Every kind the service documents, by the name that the output's `event` carries. */
const kinds: Record<string, Kind> = {
	'disbursement.cancelled': {
		name: 'Disbursement Cancelled',
		description: 'A paused disbursement was cancelled and will never be paid. Final.',
		filterType: 'disbursement',
	},
	'disbursement.completed': {
		name: 'Disbursement Completed',
		description: 'The bank carried the disbursement out. In rare cases it is reversed later.',
		filterType: 'disbursement',
	},
	'disbursement.error': {
		name: 'Disbursement Error',
		description: 'The disbursement could not be paid; statusReason says why. Final.',
		filterType: 'disbursement',
	},
	'disbursement.paused': {
		name: 'Disbursement Paused',
		description: 'The float is too low: the disbursement waits up to 7 days for a top-up',
		filterType: 'disbursement',
	},
	'disbursement.reversed': {
		name: 'Disbursement Reversed',
		description: 'The bank sent the money back after completion. Final.',
		filterType: 'disbursement',
	},
	'disbursement.submitted': {
		name: 'Disbursement Submitted',
		description: 'The disbursement was handed to the bank and is not paid yet',
		filterType: 'disbursement',
	},
	'paymentConfirmation.received': {
		name: 'Payment Confirmation Received',
		description: 'The money of a payment request has arrived. This is the one to ship on.',
		filterType: 'payment.confirmation',
	},
	'paymentConfirmation.unsettled': {
		name: 'Payment Confirmation Unsettled',
		description: 'The money of a completed payment request had not arrived after 7 days',
		filterType: 'payment.confirmation',
	},
	'paymentRequest.cancelled': {
		name: 'Payment Request Cancelled',
		description: 'The payment request was cancelled and can no longer be paid. Final.',
		filterType: 'payment',
	},
	'paymentRequest.completed': {
		name: 'Payment Request Completed',
		description: 'The payer has paid. Completed does not mean that the money has arrived.',
		filterType: 'payment',
	},
	'paymentRequest.expired': {
		name: 'Payment Request Expired',
		description: 'The payment request ran out of time before it was paid',
		filterType: 'payment',
	},
	'paymentRequest.pending': {
		name: 'Payment Request Pending',
		description: 'The payment request waits for the payer',
		filterType: 'payment',
	},
	'refund.completed': {
		name: 'Refund Completed',
		description: 'The bank carried the refund out',
		filterType: 'refund',
	},
	'refund.error': {
		name: 'Refund Error',
		description: 'The refund could not be paid; statusReason says why where the service tells',
		filterType: 'refund',
	},
	'refund.paused': {
		name: 'Refund Paused',
		description: 'The refund is on hold',
		filterType: 'refund',
	},
	'refund.pending': {
		name: 'Refund Pending',
		description: 'The refund was accepted and waits to be processed',
		filterType: 'refund',
	},
	'refund.submitted': {
		name: 'Refund Submitted',
		description: 'The refund was handed to the bank and is not paid yet',
		filterType: 'refund',
	},
	'terminalSession.failure': {
		name: 'Terminal Session Failure',
		description: 'A payment on a card terminal did not succeed',
		filterType: 'terminal-session.failure',
	},
	'terminalSession.success': {
		name: 'Terminal Session Success',
		description: 'A payment on a card terminal succeeded',
		filterType: 'terminal-session.success',
	},
};

/** The name of events that are none of the above. */
export const unknownEvent = 'unknown';

/** The name of an event of a resource with a status; `unknown` for what nobody has documented. */
export function eventName(family: string, status: string): string {
	const name = `${family}.${status}`;
	return name in kinds ? name : unknownEvent;
}

/** The types to subscribe to for the chosen kinds, sorted and each once. */
export function filterTypesOf(events: readonly string[], others: readonly string[]): string[] {
	const known = events.flatMap((event) => kinds[event]?.filterType ?? []);
	return [...new Set([...known, ...others])].sort();
}

/** The drop-down, in alphabetical order. */
export const eventOptions: INodePropertyOptions[] = [
	...Object.entries(kinds).map(([value, { name, description }]) => ({ name, value, description })),
	{
		name: 'Unknown Event',
		value: unknownEvent,
		description: 'Anything the service sends that is none of the others, as it came',
	},
].sort((one, other) => one.name.localeCompare(other.name, 'en'));
