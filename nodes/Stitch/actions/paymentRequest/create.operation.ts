import type { IDataObject } from 'n8n-workflow';

import { asText, check, oneOf, yesNo, type Mistake } from '../../schemas/field';
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
import { createFields } from './createFields';
import { paymentRequests } from './paymentRequests';
import { whyUnsafe } from '../../transport/addresses';
import { paymentUrl } from './paymentUrl';

const settleTo = oneOf('Settle To', ['bankAccount', 'merchant']);
const oneDayMs = 24 * 60 * 60 * 1000;

interface Plan {
	body: object;
	redirect: RedirectAddresses;
}

/** Asks a payer for money: they pay on a page of the service (spec 2.1 to 2.3, 4.1, 4.2). */
export const create = defineOperation<Plan>({
	value: 'create',
	name: 'Create',
	action: 'Create payment request',
	description: 'Ask somebody for a payment; gives the address of the page to pay on',
	fields: createFields,
	lifecycle: paymentRequests,

	prepare(item, { clock }) {
		const now = clock.now();
		const { redirect, ...request } = readRequest(item, now);
		const inOneDay = new Date(now + oneDayMs).toISOString();
		return { body: bodyOf({ ...request, expireAt: request.expireAt ?? inOneDay }), redirect };
	},

	async send({ body, redirect }, service) {
		const paymentRequest = await service.call({
			method: 'POST',
			path: paymentRequests.path,
			body,
			// No nonce protects it: a blind repeat could ask the payer twice.
			repeat: 'ifNotProcessed',
			mustHold: 'id',
		});
		return { ...paymentRequest, paymentUrl: paymentUrl(paymentRequest, redirect) };
	},
});

/** The item's fields, checked. Fields that the editor hides are not there to be read. */
function readRequest(item: Item, now: number): PaymentRequest {
	const methods = [item.get('paymentMethods')].flat();
	const byBank = methods.includes('eft' satisfies PaymentMethod);
	const to = check(settleTo, item.get('settleTo'));
	const more = item.collection('additionalFields');
	const rules = { payByBank: byBank, settleTo: to, zone: item.timezone, now };
	const back = readReturn(item);
	const mistakes = [...whyNotRepeated(item), ...(back?.mistakes ?? [])];
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

/** n8n would run all items again, those that were asked for included. */
function whyNotRepeated(item: Item): Mistake[] {
	if (!item.isRetriedOnFail) return [];
	const what = 'Retry On Fail would ask payers twice: no nonce protects a payment request';
	return [{ what, fix: 'Turn it off under Settings. What is safe to repeat is repeated anyway.' }];
}

/** "Return to This Workflow": the address of this execution, or why the payer cannot come back to it. */
function readReturn(item: Item): { address?: string; mistakes: Mistake[] } | undefined {
	if (!yesNo('Return to This Workflow', item.get('returnToThisWorkflow'), false)) return undefined;
	if (item.count > 1) {
		const what = `Return to This Workflow takes one payment per execution, and ${item.count} items came`;
		const fix =
			'Create and wait in a sub-workflow that runs once for each item (Execute Sub-workflow).';
		return { mistakes: [{ what, fix }] };
	}
	const address = item.resumeUrl;
	if (whyUnsafe(address) === undefined) return { address, mistakes: [] };
	const what = 'Return to This Workflow needs an n8n whose public address starts with https://';
	const fix = 'Have that address set up (WEBHOOK_URL of n8n), or give Redirect URL instead.';
	return { mistakes: [{ what, fix }] };
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

/** Pay by Bank is on unless said otherwise, the others are off (spec 2.3). */
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
