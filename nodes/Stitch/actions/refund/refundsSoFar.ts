import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { lookUpOnce } from '../../idempotency/lookUp';
import type { PreparedPayment } from '../../idempotency/payment';
import type { Ready } from '../../idempotency/paymentKind';
import { ifAdded, textField } from '../../schemas/formFields';
import { only } from '../../schemas/formGroups';
import { reject } from '../../schemas/invalidInput';
import { formatRand, type Money } from '../../schemas/money';
import { ServiceFailure, type FailureDetails } from '../../transport/failure';
import { asFields, textOf } from '../../transport/json';
import { checkFirst, mayHaveGoneThrough } from '../../transport/messages';
import { matching, readList } from '../../transport/paging';
import type { Service } from '../../transport/service';
import { centsLeft, isGivenBack } from '../paymentRequest/givenBack';
import { paymentRequests } from '../paymentRequest/paymentRequests';

/** The refunds of a payment at one moment, by their IDs in a fixed order. */
interface RefundsSeen {
	all: string[];
	/** Without those that failed. */
	givenBack: string[];
}

/** With this option, what people have seen of a payment is checked again, and refunded once. */
export const refundsSoFar = only(
	{ '/refundOf': ['paymentRequest'] },
	ifAdded(
		textField(
			{
				displayName: 'Refunds So Far',
				placeholder: "e.g. {{ $('Find the Payment').item.json.refunds }}",
				description:
					'The <code>refunds</code> of the payment, as Payment Request → Get Many returned them with Simplify off before someone approved this refund. If they have changed since, or less is left, nothing is sent. By Content, only one refund is made after the same refunds, whatever its amount.',
			},
			(label) =>
				z.unknown().transform((value, context): RefundsSeen => {
					const fix =
						'Enter the field refunds of Payment Request → Get Many, with Simplify off, as an expression.';
					return seenIn(value) ?? reject(context, label, 'is not a list of refunds', fix);
				}),
		),
		'option',
	),
);

/** Undefined where it is not certain which refunds there are. */
function seenIn(refunds: unknown): RefundsSeen | undefined {
	if (!Array.isArray(refunds)) return undefined;
	const known = refunds.map(asFields);
	if (!known.every(({ id }) => textOf(id))) return undefined;
	const idsOf = (some: IDataObject[]) => some.map(({ id }) => String(id)).sort();
	return { all: idsOf(known), givenBack: idsOf(known.filter(isGivenBack)) };
}

interface Asked {
	paymentRequestId: string;
	amount: Money;
	refundsSoFar: RefundsSeen;
}

/**
 * Reads a payment before a refund of it is sent. What forbids the refund may be this very refund: a try
 * whose answer was lost, or an earlier run.
 */
export async function asSeen(service: Service, input: IDataObject, asked: Asked): Promise<Ready> {
	const { paymentRequestId: id, amount, refundsSoFar: seen } = asked;
	const known = await lookUpOnce(async () => {
		const listed = await readList(service, matching(paymentRequests.list, 'id', id), 1);
		return listed.find((one) => one.id === id);
	});
	if ('failure' in known) return { blocked: { ...known.failure, happened: 'no' } };
	const payment = 'found' in known ? known.found : {};
	if (isMade(payment, input)) return { blocked: made };
	const left = centsLeft(payment);
	const now = seenIn(payment.refunds);
	if (left === undefined || now === undefined) return { blocked: notKnown };
	if (String(now.givenBack) !== String(seen.givenBack)) return { blocked: changed };
	return amount.cents > left ? { failure: tooMuch(left) } : { input };
}

/** Without a nonce it is a dry run, which has looked the refund up. */
function isMade({ refunds }: IDataObject, { nonce }: IDataObject): boolean {
	const all = Array.isArray(refunds) ? refunds.map(asFields) : [];
	return nonce !== undefined && all.some((refund) => refund.nonce === nonce);
}

/** Whoever reads the refunds again after a lost answer finds this one among them, and would make another. */
export function advisingToCheckFirst(refund: PreparedPayment): PreparedPayment {
	return {
		...refund,
		async send(service, foundAhead) {
			return await refund.send(service, foundAhead).catch((cause: unknown) => {
				if (!(cause instanceof ServiceFailure) || cause.details.happened !== 'maybe') throw cause;
				const advice = `${mayHaveGoneThrough} ${checkFirst} If 'Refunds So Far' is read again, this may be one of them, and a further one is made.`;
				throw new ServiceFailure({ ...cause.details, advice });
			});
		},
	};
}

const notKnown: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: 'Stitch does not say what is left to give back of this payment',
	advice: 'Look the payment up in the Stitch dashboard.',
};

const made: FailureDetails = {
	kind: 'duplicate',
	happened: 'maybe',
	sentence: 'Stitch shows this refund with its payment, but not in the list of refunds so far',
};

const changed: FailureDetails = {
	kind: 'notSent',
	happened: 'no',
	sentence: "What was given back of this payment has changed since 'Refunds So Far' was read",
	advice: 'If the refund is still due, read the payment again, and have it approved again.',
};

const tooMuch = (left: number): FailureDetails => ({
	kind: 'notSent',
	happened: 'no',
	sentence:
		left > 0
			? `Only ${formatRand(left)} of this payment is left to give back`
			: 'Nothing of this payment is left to give back',
	advice: left > 0 ? 'Enter at most this amount.' : 'Look the payment up in the Stitch dashboard.',
});
