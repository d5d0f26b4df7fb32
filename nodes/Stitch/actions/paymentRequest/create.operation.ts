import { whyIncomplete } from '../../idempotency/payment';
import { asText } from '../../schemas/asText';
import type { Mistake } from '../../schemas/invalidInput';
import { currency, randText, randOf } from '../../schemas/money';
import type { Item } from '../../run/item';
import { whyNotRetried } from '../../run/retryOnFail';
import { defineOperation } from '../../run/operation';
import { earlierLink, requireNewLink } from './earlierLink';
import {
	linkOptions,
	payerOf,
	paymentRequestForm,
	type PaymentRequest,
} from './paymentRequestForm';
import { paymentRequests, withPaymentUrl, type RedirectAddresses } from './paymentRequests';
import { simplifyCreated } from './paymentRequestColumns';
import { hasIdAndStatus } from '../../transport/object';
import { clientKind } from '../../transport/client';
import { shortNames } from '../fields/payment';
import { readReturn } from '../payerReturn/returnAddress';
import { form } from '../../schemas/form';

const oneDayMs = 24 * 60 * 60 * 1000;

/** Asks a payer for money: they pay on a page of the service (spec 2.1 to 2.3, 4.1, 4.2). */
export const create = defineOperation({
	value: 'create',
	name: 'Create',
	action: 'Create payment request (payment link)',
	description: 'Ask someone to pay, and get the link for it',
	form: paymentRequestForm,
	simplify: simplifyCreated,

	prepare(item, { clock }) {
		const { oneLinkPerReference: chosen } = optionsForm.read(item).options;
		const isOnce = chosen !== false;
		const back = readReturn(item, item.get('returnToThisWorkflow'));
		const mistakes = [
			...whyNotRetried(item, 'ask payers twice'),
			...whyIncomplete(item),
			...(back?.mistakes ?? []),
			...(isOnce ? whyNotFound(item, chosen !== undefined) : []),
		];
		const request = paymentRequestForm.read(item, {
			now: clock.now(),
			mistakes,
			instead: shortNames(item),
		});
		const body = bodyOf(request);
		const { externalReference, merchantId } = body;
		const amount = randText(request.amount);
		return {
			amount,
			body,
			redirect: returnsTo(request, back?.address),
			oneLink:
				isOnce && externalReference !== undefined
					? {
							externalReference,
							amount,
							merchantId,
							mayBePaid: item.isRetry,
							timezone: item.timezone,
						}
					: undefined,
		};
	},

	/** The external reference is the caller's unique identifier (spec 2.1); there is no nonce. */
	unique: ({ body }) =>
		body.externalReference === undefined
			? undefined
			: { label: 'External Reference', key: body.externalReference, content: body },

	async send({ amount, body, redirect, oneLink }, service) {
		const client = clientKind(service.clientId);
		const earlier = oneLink && (await earlierLink(service, oneLink));
		if (earlier) return { ...withPaymentUrl(earlier, redirect), client, alreadyExisted: true };
		const tomorrow = new Date(service.clock.now() + oneDayMs).toISOString();
		const paymentRequest = await service.call({
			method: 'POST',
			path: paymentRequests.one.path,
			asOutput: paymentRequests.one.asOutput,
			body: { ...body, expireAt: body.expireAt ?? tomorrow },
			// No nonce protects it: a blind repeat could ask the payer twice.
			repeat: 'ifNotProcessed',
			isAnswer: hasIdAndStatus,
		});
		requireNewLink(paymentRequest, { amount, externalReference: body.externalReference });
		return {
			...withPaymentUrl(paymentRequest, redirect),
			client,
			...(oneLink && { alreadyExisted: false }),
		};
	},
});

/** Read first, because they decide how the whole form is checked. */
const optionsForm = form({ options: linkOptions });

/** @param here this execution's address, if the payer is to come back to it */
function returnsTo({ additionalFields }: PaymentRequest, here?: string): RedirectAddresses {
	const { redirectUrl = here, failureRedirectUrl = here } = additionalFields.redirect ?? {};
	return { redirectUrl, failureRedirectUrl };
}

/**
 * Why an earlier link could not be found by the item's reference.
 * @param isChosen whether the user has asked for it: without a reference, it is off otherwise
 */
function whyNotFound(item: Item, isChosen: boolean): Mistake[] {
	if (asText(item.get('externalReference')) === undefined) {
		if (item.isRetry) return [retriedWith('empty')];
		return isChosen ? [withoutReference] : [];
	}
	if (!item.hasChangedInRetry('externalReference')) return [];
	return [retriedWith('made from the execution or the clock')];
}

const withoutReference: Mistake = {
	field: 'External Reference',
	what: "is empty, and 'One Link per Reference' is on",
	fix: 'Enter a reference: the node finds an earlier link by it.',
};

const retriedWith = (reference: string): Mistake => ({
	field: 'External Reference',
	what: `is ${reference}, and this is a retry: the node could not find a link of the first execution`,
	fix: 'Check in Stitch which links the first execution created. Then run only the rows without a link, in a new execution.',
});

/** The body of spec 2.1; amounts are JSON numbers here. */
function bodyOf(request: PaymentRequest) {
	const { amount, externalReference, settleTo, additionalFields } = request;
	const { expireAt, metadata, restrictPayerBank, splitSettlement: part } = additionalFields;
	return {
		amount: { currency, quantity: randOf(amount.cents) },
		externalReference,
		merchantId: settleTo.type === 'merchant' ? settleTo.merchantId : undefined,
		expireAt,
		payer: payerOf(request),
		restrictPayerBank,
		metadata,
		paymentMethods: paymentMethods(request),
		...(part && {
			splitSettlements: [
				{ merchantId: part.merchantId, amount: { currency, quantity: randOf(part.amount.cents) } },
			],
		}),
	};
}

/** By default Pay by Bank is on and the other methods are off (spec 2.3). */
function paymentMethods({ paymentMethods: methods, ...request }: PaymentRequest) {
	const enabled = { enabled: true };
	return {
		eft: methods.includes('eft')
			? {
					...enabled,
					payerReference: request.payerReference,
					beneficiaryReference: request.additionalFields.beneficiaryReference,
					beneficiary: beneficiaryOf(request),
					...(methods.includes('capitecPay') && { capitecPay: enabled }),
					...(methods.includes('absaEft') && { absaEft: enabled }),
				}
			: { enabled: false },
		...(methods.includes('card') && { card: enabled }),
		...(methods.includes('crypto') && { crypto: enabled }),
	};
}

function beneficiaryOf({ settleTo }: Pick<PaymentRequest, 'settleTo'>) {
	if (settleTo.type === 'merchant') return undefined;
	const { beneficiaryName: name, bank, accountNumber } = settleTo;
	return { name, bank, accountNumber };
}
