import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { inWords } from '../../../run/nodeError';
import { resumeAddress } from '../../../run/resumeAddress';
import { asText } from '../../../schemas/field';
import { whyUnsafe } from '../../../transport/addresses';
import { connect } from '../../../transport/connect';
import { asFields } from '../../../transport/json';
import { readObject } from '../../../transport/object';
import { paymentRequests } from '../paymentRequests';
import { paymentUrl } from '../paymentUrl';
import { decide, isOfAnother } from './decide';
import { ended } from './outcome';
import { pageHeaders, pageOf } from './page';
import { wordsOf } from './pageOptions';
import type { PageName } from './texts';

/** The payer is waiting in front of the browser. */
const serviceOptions = { maxAttempts: 4, budgetMs: 15_000, timeoutMs: 10_000 };

/** Milliseconds before each further reading of a payment that the payer claims to have made. */
const patience = [1000, 2000];

const parked: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Answers a payer who comes back to a waiting execution: reads the payment request, lets the workflow
 * continue with it or keeps it waiting, and shows a page.
 *
 * Never throws: that would end the wait, and n8n would finish the execution with the error.
 */
export async function receiveReturn(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		if (waitsForPayment(context)) return await answerReturn(context);
		context.getResponseObject().status(404).end();
		return parked;
	} catch (cause) {
		const { message: why } = inWords(cause);
		context.logger.warn(`A payer came back, but the payment request could not be read: ${why}`, {
			node: context.getNode().name,
		});
		show(context, 'unknown');
		return parked;
	}
}

/** n8n calls the node that ran last; if nothing is waiting here, that is another operation. */
function waitsForPayment(context: IWebhookFunctions): boolean {
	return (
		context.getNodeParameter('resource', '') === 'paymentRequest' &&
		context.getNodeParameter('operation', '') === 'waitForPayment'
	);
}

/** @throws whatever prevents the payment request from being read */
async function answerReturn(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { id: returnedId, status } = asFields(context.getQueryData());
	const awaitedId = asText(context.getNodeParameter('id', '')) ?? '';
	if (isOfAnother(returnedId, awaitedId)) {
		show(context, 'other');
		return parked;
	}
	const paymentRequest = await readSettled(context, awaitedId, status === 'complete');
	const { page, resume } = decide({
		paymentRequest,
		isPayer: returnedId === awaitedId,
		goesOnUnpaid: context.getNodeParameter('whenUnpaid', '') === 'goOn',
	});
	const thankYouUrl = asText(optionsOf(context).thankYouUrl) ?? '';
	if (page === 'paid' && whyUnsafe(thankYouUrl) === undefined) {
		sendTo(context, new URL(thankYouUrl));
	} else {
		show(context, page, page === 'pending' ? wayBack(context, paymentRequest) : undefined);
	}
	return resume ? { ...parked, workflowData: [[{ json: ended(paymentRequest) }]] } : parked;
}

/**
 * Reads the payment request. The service may learn of a payment only a moment after the payer has
 * returned, so payers who claim to have paid get that moment; they are trusted no more than others.
 */
async function readSettled(
	context: IWebhookFunctions,
	id: string,
	claimsPaid: boolean,
): Promise<IDataObject> {
	const service = await connect(context, serviceOptions);
	let paymentRequest = await readObject(service, paymentRequests, id);
	for (const pause of claimsPaid ? patience : []) {
		if (isFinal(paymentRequest, paymentRequests)) break;
		await service.clock.pause(pause);
		paymentRequest = await readObject(service, paymentRequests, id);
	}
	return paymentRequest;
}

/** The payment page, from which the payer comes back here again. */
function wayBack(context: IWebhookFunctions, paymentRequest: IDataObject): string | undefined {
	const here = resumeAddress(context);
	return paymentUrl(paymentRequest, { redirectUrl: here, failureRedirectUrl: here });
}

function show(context: IWebhookFunctions, name: PageName, address?: string): void {
	const accepted = String(context.getHeaderData()['accept-language'] ?? '');
	const words = wordsOf(name, optionsOf(context), accepted);
	context
		.getResponseObject()
		.status(name === 'unknown' ? 503 : 200)
		.set(pageHeaders)
		.end(pageOf({ name, ...words, paymentUrl: address }));
}

function sendTo(context: IWebhookFunctions, { href }: URL): void {
	context
		.getResponseObject()
		.status(303)
		.set({ ...pageHeaders, Location: href })
		.end();
}

/** The node's options; empty if an expression in them cannot be evaluated. */
function optionsOf(context: IWebhookFunctions): IDataObject {
	try {
		return asFields(context.getNodeParameter('options', {}));
	} catch {
		return {};
	}
}
