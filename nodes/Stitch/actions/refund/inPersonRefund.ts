import { comparedAmount, idFound } from '../../idempotency/comparison';
import { firstByNonce, isUnder } from '../../idempotency/lookUp';
import type { PaymentKind } from '../../idempotency/paymentKind';
import { currency, randText, randOf } from '../../schemas/money';
import { hasId } from '../../transport/object';
import { readRefundOf, type RefundOfA } from './refundForm';
import { inPersonRefunds } from './refunds';

type InPersonRefund = RefundOfA<'charge' | 'terminalSession'>;

const refunded = ({ of }: InPersonRefund) =>
	of.type === 'charge' ? { charge: of.chargeId } : { terminalSession: of.terminalSessionId };

/** A refund of an in-person charge, to the card that paid (companion spec 2.2, 4.3). */
export const inPersonRefund: PaymentKind<InPersonRefund> = {
	kind: 'refund.create',

	read: readRefundOf<'charge' | 'terminalSession'>,

	body: (refund) => ({
		...refunded(refund),
		reason: refund.reason,
		metadata: refund.additionalFields?.metadata,
		amount: randOf(refund.amount.cents),
		currency,
	}),

	identity: (refund) => ({ ...refunded(refund), currency, amount: randText(refund.amount) }),

	async send(service, body, repeat) {
		const { path, asOutput } = inPersonRefunds;
		// The other fields of a refund are not specified (companion spec 3.2).
		const isAnswer = isUnder(body.nonce, hasId);
		return await service.tryCall({ method: 'POST', path, body, repeat, asOutput, isAnswer });
	},

	find: async (service, nonce) => await firstByNonce(service, inPersonRefunds, nonce, hasId),

	compare: ({ of, amount }, found) => [
		comparedAmount(randText(amount), found.amount),
		of.type === 'charge'
			? { label: 'Charge ID', asked: of.chargeId, found: idFound(found.charge) }
			: {
					label: 'Terminal Session',
					asked: of.terminalSessionId,
					found: idFound(found.terminalSession),
				},
	],

	lookUpAdvice:
		'Find the nonce with Refund → Get Many and its filter Nonce, or the refund in the Stitch dashboard. Only if neither shows it after a few minutes, refund it again.',
};
