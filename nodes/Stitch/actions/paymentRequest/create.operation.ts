import type { IDataObject } from 'n8n-workflow';

import { asText, check, oneOf } from '../../schemas/field';
import { asNumber, currency } from '../../schemas/money';
import type { PaymentMethod } from './paymentMethods.schema';
import {
	paymentRequestSchema,
	type PaymentRequest,
	type RedirectAddresses,
} from './paymentRequest.schema';
import { rawMetadata } from '../fields/metadata';
import type { Item } from '../../run/item';
import { defineOperation } from '../../run/operation';
import { whyNotRetried } from '../../run/retryOnFail';
import { createFields } from './createFields';
import { paymentRequests } from './paymentRequests';
import { simplifyPaymentRequest } from './paymentRequestColumns';
import { hasIdAndStatus } from '../../transport/object';
import { withPaymentUrl } from './paymentUrl';
import { readReturn } from '../payerReturn/returnAddress';

const settleTo = oneOf('Settle To', ['bankAccount', 'merchant']);
const oneDayMs = 24 * 60 * 60 * 1000;

interface Plan {
	body: ReturnType<typeof bodyOf>;
	redirect: RedirectAddresses;
}

/** Asks a payer for money: they pay on a page of the service (spec 2.1 to 2.3, 4.1, 4.2). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Ask for a payment (create payment request)',
	description: 'Ask somebody to pay, and get the link for it',
	fields: createFields,
	lifecycle: paymentRequests,
	simplify: simplifyPaymentRequest,

	prepare(item, { clock }) {
		const { redirect, ...request } = readRequest(item, clock.now());
		return { body: bodyOf(request), redirect };
	},

	/** The external reference is the caller's unique identifier (spec 2.1); there is no nonce. */
	unique: ({ body }) =>
		body.externalReference === undefined
			? undefined
			: { label: 'External Reference', key: body.externalReference, content: body },

	async send({ body, redirect }, service) {
		const inOneDay = new Date(service.clock.now() + oneDayMs).toISOString();
		const paymentRequest = await service.call({
			method: 'POST',
			path: paymentRequests.path,
			body: { ...body, expireAt: body.expireAt ?? inOneDay },
			// No nonce protects it: a blind repeat could ask the payer twice.
			repeat: 'ifNotProcessed',
			isAnswer: hasIdAndStatus,
		});
		return withPaymentUrl(paymentRequest, redirect);
	},
});

/** The item's fields, checked. Fields that the editor hides cannot be read. */
function readRequest(item: Item, now: number): PaymentRequest {
	const methods = [item.get('paymentMethods')].flat();
	const byBank = methods.includes('eft' satisfies PaymentMethod);
	const to = check(settleTo, item.get('settleTo'));
	const more = item.collection('additionalFields');
	const rules = {
		payByBank: byBank,
		settleTo: to,
		payerIdRequired: !item.isOfFirstVersion,
		zone: item.timezone,
		now,
	};
	const back = readReturn(item, item.get('returnToThisWorkflow'));
	const mistakes = [...whyNotRetried(item, 'ask payers twice'), ...(back?.mistakes ?? [])];
	const raw = {
		amount: item.get('amount'),
		externalReference: item.get('externalReference'),
		methods,
		payByBank: byBank ? rawPayByBank(item, to, more) : undefined,
		merchantId: to === 'merchant' ? item.get('merchantId') : undefined,
		expireAt: more.expireAt,
		payer: {
			identifier: item.get('payerId'),
			identifyingDocument: (more.payerIdentifyingDocument as IDataObject | undefined)?.document,
			mobileNumber: more.payerMobileNumber,
			email: more.payerEmail,
			fullName: more.payerFullName,
			accountCreatedDate: more.payerAccountCreatedDate,
		},
		restrictPayerBank: more.restrictPayerBank,
		metadata: rawMetadata(more),
		split: (more.splitSettlement as IDataObject | undefined)?.part,
		redirect: {
			redirectUrl: back ? back.address : item.get('redirectUrl'),
			failureRedirectUrl: asText(more.failureRedirectUrl) ?? back?.address,
		},
	};
	return check(paymentRequestSchema(rules), raw, mistakes);
}

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
