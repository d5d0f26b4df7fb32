import type { IDataObject } from 'n8n-workflow';

import { asText, check, yesNo, type Mistake } from '../../schemas/field';
import { asNumber, currency, inRand } from '../../schemas/money';
import {
	type PaymentMethod,
	paymentRequestSchema,
	type PaymentRequest,
	type RedirectAddresses,
} from './paymentRequest.schema';
import { rawMetadata } from '../fields/metadata';
import { rawPayer } from '../fields/payer';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { whyNotRetried } from '../../run/retryOnFail';
import { paymentRequestFields, settleTo } from './createFields';
import { earlierLink, type OneLink } from './earlierLink';
import { paymentRequests, withPaymentUrl } from './paymentRequests';
import { simplifyCreated } from './paymentRequestColumns';
import { asFields } from '../../transport/json';
import { hasIdAndStatus } from '../../transport/object';
import { clientKind } from '../../transport/clientToken';
import { readReturn } from '../payerReturn/returnAddress';

const oneDayMs = 24 * 60 * 60 * 1000;

interface Plan {
	body: ReturnType<typeof bodyOf>;
	redirect: RedirectAddresses;
	/** Undefined if a link is made in any case. */
	oneLink: OneLink | undefined;
}

/** Asks a payer for money: they pay on a page of the service (spec 2.1 to 2.3, 4.1, 4.2). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create payment request (payment link)',
	description: 'Ask someone to pay, and get the link for it',
	fields: paymentRequestFields,
	options: [
		{
			displayName: 'One Link per Reference',
			name: 'oneLinkPerReference',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the payment request that is open or paid under this External Reference instead of creating another. A retry does so unless you turn this off. Two runs at the same moment can still create two, which Stitch does not prevent.',
		},
	],
	simplify: simplifyCreated,

	prepare(item, { clock }) {
		const chosen = item.collection('options').oneLinkPerReference;
		// Added and left empty, it may have been meant: a second link could be paid, too.
		const isOnce = chosen === undefined ? item.isRetry : yesNo('One Link per Reference', chosen);
		const { redirect, ...request } = readRequest(item, clock.now(), isOnce);
		const { externalReference = '', amount, merchantId } = request;
		const oneLink = isOnce ? { externalReference, amount: inRand(amount), merchantId } : undefined;
		return { body: bodyOf(request), redirect, oneLink };
	},

	/** The external reference is the caller's unique identifier (spec 2.1); there is no nonce. */
	unique: ({ body }) =>
		body.externalReference === undefined
			? undefined
			: { label: 'External Reference', key: body.externalReference, content: body },

	async send({ body, redirect, oneLink }, service) {
		const client = clientKind(service.clientId);
		const earlier = oneLink && (await earlierLink(service, oneLink));
		if (earlier) return { ...withPaymentUrl(earlier, redirect), client, alreadyExisted: true };
		const inOneDay = new Date(service.clock.now() + oneDayMs).toISOString();
		const paymentRequest = await service.call({
			method: 'POST',
			path: paymentRequests.one.path,
			body: { ...body, expireAt: body.expireAt ?? inOneDay },
			// No nonce protects it: a blind repeat could ask the payer twice.
			repeat: 'ifNotProcessed',
			isAnswer: hasIdAndStatus,
		});
		return {
			...withPaymentUrl(paymentRequest, redirect),
			client,
			...(oneLink && { alreadyExisted: false }),
		};
	},
});

/** The item's fields, checked. Fields that the editor hides cannot be read. */
function readRequest(item: Item, now: number, isOnce: boolean): PaymentRequest {
	const methods = [item.get('paymentMethods')].flat();
	const byBank = methods.includes('eft' satisfies PaymentMethod);
	const to = check(settleTo.rule, item.get('settleTo'));
	const more = item.collection('additionalFields');
	const addresses = asFields(asFields(more.redirect).addresses);
	const rules = {
		payByBank: byBank,
		settleTo: to,
		zone: item.timezone,
		now,
	};
	const back = readReturn(item, item.get('returnToThisWorkflow'));
	const mistakes = [
		...whyNotRetried(item, 'ask payers twice'),
		...(back?.mistakes ?? []),
		...(isOnce ? whyNotFound(item) : []),
	];
	const raw = {
		amount: item.get('amount'),
		externalReference: item.get('externalReference'),
		methods,
		payByBank: byBank ? rawPayByBank(item, to, more) : undefined,
		merchantId: to === 'merchant' ? item.get('merchantId') : undefined,
		expireAt: more.expireAt,
		payer: rawPayer(more),
		restrictPayerBank: more.restrictPayerBank,
		metadata: rawMetadata(more),
		split: (more.splitSettlement as IDataObject | undefined)?.part,
		redirect: {
			redirectUrl: back ? back.address : addresses.redirectUrl,
			failureRedirectUrl: asText(addresses.failureRedirectUrl) ?? back?.address,
		},
	};
	return check(paymentRequestSchema(rules), raw, mistakes);
}

/** Why an earlier link could not be found by the item's reference. */
function whyNotFound(item: Item): Mistake[] {
	if (asText(item.get('externalReference')) === undefined) {
		return [item.isRetry ? retriedWith('empty') : withoutReference];
	}
	if (!item.hasChangedInRetry('externalReference')) return [];
	return [retriedWith('made from the execution or the clock')];
}

const withoutReference: Mistake = {
	field: 'External Reference',
	what: "is empty, and 'One Link per Reference' is on",
	fix: 'Enter a reference: an earlier link is found by it.',
};

const retriedWith = (reference: string): Mistake => ({
	field: 'External Reference',
	what: `is ${reference}, and this is a retry: a link of the execution before could not be found`,
	fix: "Look in Stitch whether it exists. If it does not, turn the option 'One Link per Reference' off and retry.",
});

function rawPayByBank(item: Item, to: string, { beneficiaryReference }: IDataObject) {
	return {
		payerReference: item.get('payerReference'),
		beneficiaryReference,
		beneficiary:
			to === 'bankAccount'
				? {
						name: item.get('beneficiaryName'),
						bank: item.get('bank'),
						accountNumber: item.get('accountNumber'),
					}
				: undefined,
	};
}

/** The body of spec 2.1; amounts are JSON numbers here. */
function bodyOf(request: Omit<PaymentRequest, 'redirect'>) {
	const { amount, methods, payByBank, split, ...rest } = request;
	return {
		...rest,
		amount: { currency, quantity: asNumber(amount) },
		paymentMethods: paymentMethods(methods, payByBank),
		...(split && {
			splitSettlements: [
				{ merchantId: split.merchantId, amount: { currency, quantity: asNumber(split.amount) } },
			],
		}),
	};
}

/** By default Pay by Bank is on and the others are off (spec 2.3). */
function paymentMethods(methods: PaymentMethod[], payByBank: PaymentRequest['payByBank']) {
	const enabled = { enabled: true };
	return {
		eft: payByBank
			? {
					...enabled,
					...payByBank,
					...(methods.includes('capitecPay') && { capitecPay: enabled }),
					...(methods.includes('absaEft') && { absaEft: enabled }),
				}
			: { enabled: false },
		...(methods.includes('card') && { card: enabled }),
		...(methods.includes('crypto') && { crypto: enabled }),
	};
}
