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
import type { PaymentKind } from '../../idempotency/paymentKind';
import { protectedBy } from '../../idempotency/duplicateProtection';
import { asText } from '../../schemas/asText';
import { form, type ReadBy } from '../../schemas/form';
import { choice, choiceOrNone, ifAdded, textField } from '../../schemas/formFields';
import { only } from '../../schemas/formGroups';
import { currency, randText, paymentAmount, randOf, type Money } from '../../schemas/money';
import { metadataField } from '../fields/metadata';
import { additionalFields, amountField, identifyingReference } from '../fields/payment';
import { visibleText } from '../../schemas/visibleText';
import { terminalSessions } from './terminalSessions';

/** What happens on the terminal: exactly one of the two (companion spec 2.1). */
const intent = choice({
	displayName: 'Type',
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
const captureMethod = choiceOrNone({
	displayName: 'Capture Method',
	options: [
		{ name: 'Automatic', value: 'automatic', description: 'Settles on authorization' },
		{
			name: 'Manual',
			value: 'manual',
			description:
				'Only authorises, even if the status is success. You are paid once the charge is captured, which this node cannot do: ask Stitch how.',
		},
	],
	default: 'automatic',
	description: 'When the charge is settled: automatically, unless you choose Manual',
	at: 'capture.method',
});

const chargeOnly = { '/intent': ['charge'] };

/** A terminal session (companion spec 2.1, 4.2), besides its nonce. */
export const terminalSessionForm = form({
	intent,
	amount: amountField,
	terminalId: textField(
		{
			displayName: 'Terminal ID',
			required: true,
			placeholder: 'e.g. dGVybWluYWw6MQ==',
			description: 'The ID of the terminal device, from the Stitch dashboard',
			at: 'terminal',
		},
		visibleText,
	),
	externalReference: identifyingReference('e.g. till-3-receipt-1234'),
	protection: protectedBy('externalReference'),
	additionalFields: additionalFields({
		captureMethod: only(chargeOnly, ifAdded(captureMethod, 'field')),
		cashbackAmount: only(
			chargeOnly,
			textField(
				{
					displayName: 'Cashback Amount in Rand',
					placeholder: 'e.g. 100',
					description: 'In rand. The customer is charged Amount plus this, and gets it in cash.',
					at: 'cashback.amount',
				},
				(label) => z.preprocess(withoutZero, paymentAmount(label).optional()),
			),
		),
		metadata: metadataField({ nested: 'asIs' }),
	}),
});

/** A till may send 0 for a sale without cashback. */
function withoutZero(cashback: unknown): string | undefined {
	const given = asText(cashback);
	return Number(given) === 0 ? undefined : given;
}

type TerminalSession = ReadBy<typeof terminalSessionForm>;

/**
 * A payment on a terminal: the customer pays by card, or is paid (companion spec 2.1, 4.2). Two customers
 * of one till often pay the same amount, so its content does not identify it.
 */
export const terminalSessionPayment: PaymentKind<TerminalSession> = {
	kind: 'terminalSession.create',

	read: (parameters, mistakes) => terminalSessionForm.read(parameters, { mistakes }),

	body: (session) => ({
		intent: intentOf(session),
		terminal: session.terminalId,
		externalReference: session.externalReference,
		metadata: session.additionalFields.metadata,
	}),

	total,

	send: async (service, body, repeat) =>
		await service.tryCall({
			method: 'POST',
			path: terminalSessions.one.path,
			asOutput: terminalSessions.one.asOutput,
			body,
			repeat,
			isAnswer: isUnder(body.nonce),
		}),

	find: async (service, nonce) => await firstByNonce(service, terminalSessions.list, nonce),
	compare: compareSession,
	lookUpAdvice:
		'Look at the terminal and its slips, or find the nonce with Terminal Session → Get Many and its filter Nonce. Only if neither shows this payment after a few minutes, start it again.',
};

/** Exactly one of the two (companion spec 2.1). */
function intentOf({ intent, amount, additionalFields }: TerminalSession): IDataObject {
	if (intent === 'disbursement') return { disbursement: zarAmount(amount) };
	// What the service does without one is not specified: a charge might only be authorised.
	const { cashbackAmount, captureMethod: method = 'automatic' } = additionalFields;
	return {
		charge: {
			...zarAmount(amount),
			...(cashbackAmount && { cashback: zarAmount(cashbackAmount) }),
			capture: { method },
		},
	};
}

function zarAmount(amount: Money) {
	return { amount: randOf(amount.cents), currency };
}

/** With cashback, the customer is charged amount plus cashback (companion spec 2.1). */
function total({ amount, additionalFields }: TerminalSession): Money {
	return { cents: amount.cents + (additionalFields.cashbackAmount?.cents ?? 0) };
}

function compareSession(session: TerminalSession, found: IDataObject): Comparison[] {
	const was = (found.intent ?? {}) as Record<string, IDataObject | null | undefined>;
	const type = ['charge', 'disbursement'].find((one) => was[one]);
	const values: Comparison[] = [
		{ label: 'Type', asked: session.intent, found: type },
		comparedAmount(randText(session.amount), was[type ?? '']?.amount),
		{ label: 'Terminal ID', asked: session.terminalId, found: idFound(found.terminal) },
	];
	if (session.intent === 'charge' && was.charge) {
		const cashback = was.charge.cashback as IDataObject | undefined;
		values.push({
			label: 'Cashback Amount',
			asked: randText(session.additionalFields.cashbackAmount ?? { cents: 0 }),
			found: amountFound(cashback?.amount) ?? randText({ cents: 0 }),
			name: amountShown,
		});
	}
	return values;
}
