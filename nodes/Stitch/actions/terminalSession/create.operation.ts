import type { IDataObject } from 'n8n-workflow';

import { amountFound, idFound } from '../../idempotency/comparison';
import { firstByNonce } from '../../idempotency/firstByNonce';
import { missingNonceSource, nonceFields, nonceFor } from '../../idempotency/nonce';
import {
	onDuplicateOption,
	readOnDuplicate,
	sendOnce,
	type Comparison,
	type OnDuplicate,
} from '../../idempotency/sendOnce';
import { check } from '../../schemas/field';
import { asNumber, currency, inRand, type Money } from '../../schemas/money';
import { intent, terminalSessionSchemas, type TerminalSession } from './terminalSession.schema';
import { metadataFields, rawMetadata } from '../fields/metadata';
import { amountField, externalReferenceFields } from '../fields/payment';
import { defineOperation } from '../../run/operation';
import { follow, terminalSessions } from './terminalSessions';

interface Plan {
	session: TerminalSession;
	nonce: string;
	onDuplicate: OnDuplicate;
}

/** Starts a payment on a terminal (companion spec 2.1, 4.2). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create terminal session',
	description: 'Start a card payment or a disbursement on a terminal',
	fields: [
		{
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
		},
		amountField,
		{
			displayName: 'Terminal ID',
			name: 'terminalId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. dGVybWluYWw6MQ==',
			description: 'The ID of the terminal device, from the Stitch dashboard',
		},
		...externalReferenceFields('e.g. till-3-receipt-1234'),
		...nonceFields('externalReference'),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Capture Method',
					name: 'captureMethod',
					type: 'options',
					options: [
						{ name: 'Automatic', value: 'automatic', description: 'Settles on authorization' },
						{
							name: 'Manual',
							value: 'manual',
							description: 'Only authorizes; the charge has to be captured separately to settle',
						},
					],
					default: 'automatic',
					description: 'When the charge is settled',
					displayOptions: { show: { '/intent': ['charge'] } },
				},
				{
					displayName: 'Cashback Amount',
					name: 'cashbackAmount',
					type: 'string',
					default: '',
					placeholder: 'e.g. 100',
					description: 'In rand. The customer is charged Amount plus this, and gets it in cash.',
					displayOptions: { show: { '/intent': ['charge'] } },
				},
				...metadataFields,
			],
		},
	],
	options: [onDuplicateOption],
	follow,

	prepare(item, { clientId }) {
		const type = check(intent, item.get('intent'));
		const { captureMethod, cashbackAmount, ...more } = item.collection('additionalFields');
		const raw = {
			intent: type,
			amount: item.get('amount'),
			terminal: item.get('terminalId'),
			externalReference: item.get('externalReference'),
			metadata: rawMetadata(more),
			...(type === 'charge' && { captureMethod, cashback: cashbackAmount }),
		};
		const session = check(
			terminalSessionSchemas[type],
			raw,
			missingNonceSource(item, raw.externalReference),
		);
		const nonce = nonceFor(item, {
			clientId,
			operation: 'terminalSession.create',
			body: bodyOf(session),
			externalReference: session.externalReference,
		});
		return { session, nonce, onDuplicate: readOnDuplicate(item.collection('options')) };
	},

	movement: ({ session, nonce }) => ({
		amount: total(session),
		nonce,
		preview: { ...bodyOf(session), nonce },
	}),

	async send({ session, nonce, onDuplicate }, service) {
		const body = { ...bodyOf(session), nonce };
		return await sendOnce(service, {
			request: {
				method: 'POST',
				path: '/terminal-sessions',
				body,
				repeat: 'always',
				mustHold: 'id',
			},
			nonce,
			onDuplicate,
			find: async () => await firstByNonce(service, terminalSessions, nonce),
			compare: (found) => compare(session, found),
			lookUpAdvice:
				'Look for the nonce with Terminal Session → Get Many and its filter Nonce, or in the Stitch dashboard.',
		});
	},
});

function bodyOf(session: TerminalSession): IDataObject {
	const { terminal, externalReference, metadata } = session;
	return { intent: intentOf(session), terminal, externalReference, metadata };
}

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
		{
			label: 'Amount',
			asked: inRand(session.amount),
			found: amountFound(was[type ?? '']?.amount),
		},
		{ label: 'Terminal ID', asked: session.terminal, found: idFound(found.terminal) },
	];
	if (session.intent === 'charge' && was.charge) {
		const cashback = was.charge.cashback as IDataObject | undefined;
		values.push({
			label: 'Cashback Amount',
			asked: inRand(session.cashback ?? { cents: 0 }),
			found: amountFound(cashback?.amount) ?? inRand({ cents: 0 }),
		});
	}
	return values;
}
