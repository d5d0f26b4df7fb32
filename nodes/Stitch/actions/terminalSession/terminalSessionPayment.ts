import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import {
	amountFound,
	amountShown,
	comparedAmount,
	idFound,
	type Comparison,
} from '../../idempotency/comparison';
import { firstByNonce, isUnder } from '../../idempotency/lookUp';
import type { PaymentKind } from '../../idempotency/payment';
import { asText, check, choiceField, text } from '../../schemas/field';
import { asNumber, currency, inRand, type Money, paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';
import { metadata, rawMetadata } from '../fields/metadata';
import { terminalSessions } from './terminalSessions';

/** What happens on the terminal: exactly one of the two (companion spec 2.1). */
export const intent = choiceField({
	displayName: 'Type',
	name: 'intent',
	type: 'options',
	options: [
		{ name: 'Charge', value: 'charge', description: 'The customer pays by card' },
		{
			name: 'Disbursement',
			value: 'disbursement',
			description: 'The customer is paid on the terminal',
		},
	],
	default: 'charge',
	description: 'What happens on the terminal',
});

/** When a charge is settled (companion spec 2.1). */
export const captureMethod = choiceField({
	displayName: 'Capture Method',
	name: 'captureMethod',
	type: 'options',
	options: [
		{ name: 'Automatic', value: 'automatic', description: 'Settles on authorization' },
		{
			name: 'Manual',
			value: 'manual',
			description:
				'Only authorizes, also where the status is success. You are paid once the charge is captured, which this node cannot do: ask Stitch how.',
		},
	],
	default: 'automatic',
	description: 'When the charge is settled',
	displayOptions: { show: { '/intent': ['charge'] } },
});

const rest = {
	amount: paymentAmount('Amount'),
	terminal: text('Terminal ID'),
	externalReference: optionalVisibleText('External Reference', { max: 4096 }),
	metadata: metadata({ nested: 'asIs' }),
};

/** A terminal session (companion spec 2.1, 4.2) without its nonce, which is derived from the rest. */
const terminalSessionSchemas = {
	charge: z.object({
		...rest,
		intent: z.literal('charge'),
		captureMethod: captureMethod.optional,
		cashback: z.preprocess(withoutZero, paymentAmount('Cashback Amount').optional()),
	}),
	disbursement: z.object({ ...rest, intent: z.literal('disbursement') }),
};

/** A till may send 0 for a sale without cashback. */
function withoutZero(cashback: unknown): string | undefined {
	const given = asText(cashback);
	return Number(given) === 0 ? undefined : given;
}

type TerminalSession = z.output<
	(typeof terminalSessionSchemas)[keyof typeof terminalSessionSchemas]
>;

/**
 * A payment on a terminal: the customer pays by card, or is paid (companion spec 2.1, 4.2). Two customers
 * of one till often pay the same amount, so its content does not identify it.
 */
export const terminalSessionPayment: PaymentKind<TerminalSession> = {
	kind: 'terminalSession.create',

	read(parameters) {
		const type = check(intent.rule, parameters.get('intent'));
		const { captureMethod, cashbackAmount, ...more } = parameters.collection('additionalFields');
		return {
			raw: {
				intent: type,
				amount: parameters.get('amount'),
				terminal: parameters.get('terminalId'),
				externalReference: parameters.get('externalReference'),
				metadata: rawMetadata(more),
				...(type === 'charge' && { captureMethod, cashback: cashbackAmount }),
			},
			schema: terminalSessionSchemas[type],
		};
	},

	body(session) {
		const { terminal, externalReference, metadata } = session;
		return { intent: intentOf(session), terminal, externalReference, metadata };
	},

	total,

	send: async (service, body, repeat) =>
		await service.tryCall({
			method: 'POST',
			path: terminalSessions.one.path,
			body,
			repeat,
			isAnswer: isUnder(body.nonce),
		}),

	find: async (service, nonce) => await firstByNonce(service, terminalSessions.list, nonce),
	compare,
	lookUpAdvice:
		'Look at the terminal and its slips, or find the nonce with Terminal Session → Get Many and its filter Nonce. Only where neither shows this payment after some minutes, start it again.',
};

/** Exactly one of the two (companion spec 2.1). */
function intentOf(session: TerminalSession): IDataObject {
	const amount = inZar(session.amount);
	if (session.intent === 'disbursement') return { disbursement: amount };
	const { cashback, captureMethod } = session;
	return {
		charge: {
			...amount,
			...(cashback && { cashback: inZar(cashback) }),
			...(captureMethod && { capture: { method: captureMethod } }),
		},
	};
}

function inZar(amount: Money) {
	return { amount: asNumber(amount), currency };
}

/** With cashback, the customer is charged amount plus cashback (companion spec 2.1). */
function total(session: TerminalSession): Money {
	const cashback = session.intent === 'charge' ? session.cashback : undefined;
	return { cents: session.amount.cents + (cashback?.cents ?? 0) };
}

function compare(session: TerminalSession, found: IDataObject): Comparison[] {
	const was = (found.intent ?? {}) as Record<string, IDataObject | null | undefined>;
	const type = ['charge', 'disbursement'].find((one) => was[one]);
	const values: Comparison[] = [
		{ label: 'Type', asked: session.intent, found: type },
		comparedAmount(inRand(session.amount), was[type ?? '']?.amount),
		{ label: 'Terminal ID', asked: session.terminal, found: idFound(found.terminal) },
	];
	if (session.intent === 'charge' && was.charge) {
		const cashback = was.charge.cashback as IDataObject | undefined;
		values.push({
			label: 'Cashback Amount',
			asked: inRand(session.cashback ?? { cents: 0 }),
			found: amountFound(cashback?.amount) ?? inRand({ cents: 0 }),
			name: amountShown,
		});
	}
	return values;
}
