import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { eventName, unknownEvent } from './kinds';
import { asJsonObject } from '../schemas/jsonObject';
import { asNumber, money } from '../schemas/money';

/** What the trigger puts out for every event, whatever the envelope it came in. */
export interface StitchEvent {
	/** For example `disbursement.completed`; `unknown` for what is not documented. */
	event: string;
	/** `paymentRequest`, `disbursement`, `refund` or `terminalSession`; null for unknown ones. */
	resource: string | null;
	id: string | null;
	/** In the words of the REST interface: `completed`, `paused` … */
	status: string | null;
	statusReason: string | null;
	/** In rand. */
	amount: { quantity: number; currency: string | null } | null;
	externalReference: string | null;
	nonce: string | null;
	/** ISO 8601, as the service gives it. */
	occurredAt: string | null;
	/** The same on every delivery of one event. */
	eventId: string;
	/** ISO 8601. */
	receivedAt: string;
	/** The body as it was sent, fields that nobody knows included. */
	raw: IDataObject;
}

/** What an event says of itself; the rest of `StitchEvent` comes from its delivery. */
export type EventContent = Omit<StitchEvent, 'eventId' | 'receivedAt' | 'raw'>;

const fields = z.record(z.string(), z.unknown());
type Fields = z.infer<typeof fields>;

const amountSchema = money('Amount');

/** Envelope B: `{ type, id, data }` (public documentation). */
const flatEnvelope = z.object({ type: z.string(), data: fields });

/** Envelope A: `{ data: { client: { <list>: { node } } } }` (public documentation). */
const nestedEnvelope = z.object({ data: z.object({ client: fields }) });

const withNode = z.object({ node: fields });

/** Reads either envelope. What it cannot make sense of becomes an unknown event; nothing throws. */
export function readEvent(body: IDataObject): EventContent {
	const nested = nestedEnvelope.safeParse(body);
	const inList = nested.success ? readNested(nested.data.data.client) : undefined;
	if (inList !== undefined) return inList;
	const flat = flatEnvelope.safeParse(body);
	if (flat.success) return readFlat(flat.data.type, flat.data.data);
	return unknown({});
}

function readNested(client: Fields): EventContent | undefined {
	for (const [list, value] of Object.entries(client)) {
		const found = withNode.safeParse(value);
		if (found.success) return readNode(list, found.data.node);
	}
	return undefined;
}

function readNode(list: string, node: Fields): EventContent {
	switch (list) {
		case 'paymentInitiationRequests':
			return readPaymentRequestNode(node);
		case 'disbursements':
			return content('disbursement', 'disbursement', node, asFields(node.status));
		case 'refunds': {
			const { externalReference } = asFields(node.paymentInitiationRequest);
			return content('refund', 'refund', { externalReference, ...node }, asFields(node.status));
		}
		default:
			return unknown(node);
	}
}

/**
 * A confirmation event is the one whose confirmation is decided: before that the service sends
 * none, and a payment request that was just completed carries a pending one or null (public
 * documentation).
 */
function readPaymentRequestNode(node: Fields): EventContent {
	const confirmation = asFields(node.paymentConfirmation);
	const decided = ['received', 'unsettled'].includes(statusOf(confirmation.__typename) ?? '');
	return decided
		? content('paymentConfirmation', 'paymentRequest', node, confirmation)
		: content('paymentRequest', 'paymentRequest', node, asFields(node.state));
}

function readFlat(type: string, data: Fields): EventContent {
	switch (type) {
		case 'payment':
			return content('paymentRequest', 'paymentRequest', data, flatState(data));
		case 'payment.confirmation': {
			// `status` may be that of the request. Only a status of the confirmation itself will do:
			// taking an unsettled payment for a received one would ship goods that nobody paid for.
			const given = data.paymentConfirmation;
			const confirmation = typeof given === 'string' ? { __typename: given } : asFields(given);
			const state = { ...flatState(data), ...confirmation };
			return content('paymentConfirmation', 'paymentRequest', data, state);
		}
		case 'disbursement':
			return content('disbursement', 'disbursement', data, flatState(data));
		case 'refund':
			// Here `reason` is why the refund was asked for, not why it stands as it does.
			return content('refund', 'refund', data, { ...flatState(data), reason: data.statusReason });
		case 'terminal-session.success':
		case 'terminal-session.failure': {
			const __typename = type.slice('terminal-session.'.length);
			return content('terminalSession', 'terminalSession', data, {
				...flatState(data),
				__typename,
			});
		}
		default:
			return unknown(data);
	}
}

/** The status of envelope B in the form that envelope A gives it. */
function flatState(data: Fields): Fields {
	return {
		__typename: data.status,
		date: data.updatedAt ?? data.createdAt,
		reason: data.statusReason ?? data.reason,
	};
}

function unknown(data: Fields): EventContent {
	return { ...content('', '', data, flatState(data)), event: unknownEvent, resource: null };
}

/** @param state the part that tells the status, its date and its reason */
function content(family: string, resource: string, data: Fields, state: Fields): EventContent {
	const status = statusOf(state.__typename);
	return {
		event: eventName(family, status ?? ''),
		resource,
		id: optionalText(data.id),
		status,
		statusReason: reasonOf(state),
		amount: readAmount(data),
		externalReference: optionalText(data.externalReference),
		nonce: optionalText(data.nonce),
		occurredAt: optionalText(state.date),
	};
}

/** `DisbursementCompleted`, `COMPLETED` and `completed` are `completed`. */
function statusOf(value: unknown): string | null {
	const given = optionalText(value);
	if (given === null) return null;
	return given
		.replace(/^(PaymentInitiationRequest|Payment|Disbursement|Refund)(?=[A-Z])/, '')
		.replace(/([a-z])(?=[A-Z])/g, '$1_')
		.toLowerCase();
}

const reasonNames = [
	'reason',
	'disbursementErrorReason',
	'disbursementPausedReason',
	'disbursementCancelledReason',
	'disbursementReversedReason',
];

/** Each status of envelope A names its reason differently. */
function reasonOf(state: Fields): string | null {
	for (const name of reasonNames) {
		const reason = optionalText(state[name]);
		if (reason !== null) return reason;
	}
	return null;
}

/** The amount of a resource: `{ quantity, currency }`, or a number beside a currency, also inside a terminal session's intent. */
export function readAmount(data: Fields): StitchEvent['amount'] {
	const intent = asFields(data.intent);
	const holder = [data, asFields(intent.charge), asFields(intent.disbursement)].find(
		({ amount }) => amount !== undefined && amount !== null,
	);
	if (holder === undefined) return null;
	const { quantity, currency } =
		typeof holder.amount === 'object'
			? asFields(holder.amount)
			: { quantity: holder.amount, currency: holder.currency };
	const parsed = amountSchema.safeParse(quantity);
	if (!parsed.success) return null;
	return { quantity: asNumber(parsed.data), currency: optionalText(currency) };
}

function asFields(value: unknown): Fields {
	return asJsonObject(value) ?? {};
}

function optionalText(value: unknown): string | null {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
