import { z } from 'zod/v4';

import { comparedAmount, idFound } from '../../idempotency/comparison';
import { firstByNonce, isUnder } from '../../idempotency/lookUp';
import type { PaymentKind } from '../../idempotency/payment';
import { text } from '../../schemas/field';
import { asNumber, currency, inRand, paymentAmount } from '../../schemas/money';
import { hasId } from '../../transport/object';
import { metadata, rawMetadata } from '../fields/metadata';
import { inPersonRefunds, refundReason } from './refunds';

const rest = {
	amount: paymentAmount('Amount'),
	reason: refundReason.rule,
	metadata: metadata({ nested: 'asIs' }),
};

/**
 * A refund (companion spec 2.2) without the nonce, which is derived from the checked values. The
 * specification does not say what both ids together would mean, so exactly one is sent.
 */
const refundSchemas = {
	charge: z.object({ charge: text('Charge ID'), ...rest }),
	terminalSession: z.object({ terminalSession: text('Terminal Session'), ...rest }),
};

type Refund = z.output<(typeof refundSchemas)[keyof typeof refundSchemas]>;

/** A refund of an in-person charge, to the card that paid (companion spec 2.2, 4.3). */
export const inPersonRefund = (of: 'charge' | 'terminalSession'): PaymentKind<Refund> => ({
	kind: 'refund.create',
	onlyByContent: true,

	read: (parameters) => ({
		raw: {
			[of]: parameters.get(of === 'charge' ? 'chargeId' : 'terminalSessionId'),
			amount: parameters.get('amount'),
			reason: parameters.get('reason'),
			metadata: rawMetadata(parameters.collection('additionalFields')),
		},
		schema: refundSchemas[of],
	}),

	body: ({ amount, ...rest }) => ({ ...rest, amount: asNumber(amount), currency }),

	identity: (refund) => ({
		...('charge' in refund
			? { charge: refund.charge }
			: { terminalSession: refund.terminalSession }),
		currency,
		amount: inRand(refund.amount),
	}),

	send: async (service, body, repeat) =>
		await service.tryCall({
			method: 'POST',
			path: inPersonRefunds.path,
			body,
			repeat,
			// The other fields of a refund are not specified (companion spec 3.2).
			isAnswer: isUnder(body.nonce, hasId),
		}),

	find: async (service, nonce) => await firstByNonce(service, inPersonRefunds, nonce, hasId),

	compare: (refund, found) => [
		comparedAmount(inRand(refund.amount), found.amount),
		'charge' in refund
			? { label: 'Charge ID', asked: refund.charge, found: idFound(found.charge) }
			: {
					label: 'Terminal Session',
					asked: refund.terminalSession,
					found: idFound(found.terminalSession),
				},
	],

	lookUpAdvice:
		'Find the nonce with Refund → Get Many and its filter Nonce, or the refund in the Stitch dashboard. Only where neither shows it after some minutes, refund it again.',
});
