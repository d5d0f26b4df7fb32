import type { IDataObject } from 'n8n-workflow';

import { eventOptions } from '../../../nodes/Stitch/webhook/catalogue';
import { receive } from '../../../nodes/Stitch/webhook/receive';
import { webhookContext } from './contexts.mts';
import { run } from './delivering.mts';
import { headersOf, secretOf } from './deliveries.mts';

const id = 'aWQ6MQ==';
const date = '2026-11-20T10:00:00.000Z';

/** Completed, with the state of its money. */
const requestWith = (confirmation: string) => ({
	id,
	state: { __typename: 'PaymentInitiationRequestCompleted', date },
	paymentConfirmation: { __typename: confirmation },
});

const typeOf = (prefix: string, status: string) =>
	`${prefix}${status.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())}`;

/** An object of GraphQL under its list, as the nested envelope has it. */
const nestedIn =
	(list: string, field: string, prefix: string, more: object = {}) =>
	(status: string) => ({
		[list]: { node: { id, ...more, [field]: { __typename: typeOf(prefix, status), date } } },
	});

const charge = { __typename: 'CardTransaction' };
const refundOfCharge = { __typename: 'CardRefundTransaction' };

interface Sent {
	type: string | ((status: string) => string);
	/** What REST shows, besides the ID and the status. */
	flat?: object;
	/** The status of the object where it is not that of the event. */
	shows?: string;
	/** Undefined where no such message is known. */
	nested?: (status: string) => object;
}

/** How Stitch sends the events of each family (public documentation). */
const families: Record<string, Sent> = {
	charge: {
		type: 'transaction',
		flat: charge,
		nested: nestedIn('transactions', 'state', 'Transaction', charge),
	},
	chargeRefund: {
		type: 'transaction',
		flat: refundOfCharge,
		nested: nestedIn('transactions', 'state', 'Transaction', refundOfCharge),
	},
	disbursement: {
		type: 'disbursement',
		nested: nestedIn('disbursements', 'status', 'Disbursement'),
	},
	// The flat form shows the request, without a word about the money.
	paymentConfirmation: {
		type: 'payment.confirmation',
		shows: 'completed',
		nested: (status) => ({
			paymentInitiationRequests: { node: requestWith(typeOf('Payment', status)) },
		}),
	},
	paymentConsent: {
		type: 'payment-consent-request',
		nested: nestedIn('paymentConsentRequests', 'status', 'PaymentConsent'),
	},
	paymentRequest: {
		type: 'payment',
		nested: nestedIn('paymentInitiationRequests', 'state', 'PaymentInitiationRequest'),
	},
	refund: { type: 'refund', nested: nestedIn('refunds', 'status', 'Refund') },
	terminalSession: { type: (status) => `terminal-session.${status}` },
};

const rows = eventOptions
	.map(({ value }) => String(value))
	.filter((event) => event !== 'unknown')
	.flatMap((event) => {
		const [family = '', status = ''] = event.split('.');
		const sent = families[family];
		if (sent === undefined) throw new Error(`Nothing is known of the family ${family}`);
		const type = typeof sent.type === 'string' ? sent.type : sent.type(status);
		const flat = { type, data: { id, status: sent.shows ?? status, ...sent.flat } };
		const nested = sent.nested && { data: { client: sent.nested(status) } };
		const row = { event, status };
		return [
			{ ...row, envelope: 'flat', body: flat },
			...(nested ? [{ ...row, envelope: 'nested', body: nested }] : []),
		];
	});

/** The confirmation as the service shows it to anyone who reads the request. */
const showing = (status: string) => async () => {
	const edges = [{ node: requestWith(typeOf('Payment', status)) }];
	const list = { edges, pageInfo: { hasNextPage: false } };
	return {
		statusCode: 200,
		headers: {},
		body: { data: { client: { paymentInitiationRequests: list } } },
	};
};

it.each(rows)(
	'$event starts the workflow that waits for it, from a $envelope message',
	async ({ event, status, body }) => {
		const text = JSON.stringify(body);
		const { context } = webhookContext({
			headers: headersOf(secretOf('kept'), text),
			rawBody: Buffer.from(text),
			parameters: { events: [event] },
		});
		const events = (await receive(context)).workflowData?.[0]?.map(({ json }) => json) ?? [];
		expect(events).toHaveLength(1);
		const http = showing(status);
		const { output } = await run({ events: events as IDataObject[], chosen: [event], http });
		expect(output.map(({ json }) => json)).toMatchObject([{ event, id, status }]);
	},
);
