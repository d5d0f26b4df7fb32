import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isFinal } from '../../../run/lifecycle';
import { inWords } from '../../../run/nodeError';
import { resumeAddress } from '../../../run/resumeAddress';
import { isSimplified } from '../../../run/simplify';
import { asText } from '../../../schemas/field';
import { whyUnsafe } from '../../../transport/addresses';
import { realClock } from '../../../transport/clock';
import { connect } from '../../../transport/connect';
import { asFields } from '../../../transport/json';
import { readObject } from '../../../transport/object';
import { simplifyPaymentRequest } from '../paymentRequestColumns';
import { paymentRequests } from '../paymentRequests';
import { paymentUrl } from '../paymentUrl';
import { decide, isOfAnother } from './decide';
import { Looks } from './looks';
import { ended, passOn } from './outcome';
import { factsOf, lastPageHeaders, pageHeaders, pageOf, type Page } from './page';
import { wordsOf } from './pageOptions';
import type { PageName } from './texts';

/** The payer is waiting in front of the browser. */
const serviceOptions = { maxAttempts: 4, budgetMs: 15_000, timeoutMs: 10_000 };

/** Milliseconds before each further look at a payment that is said to have been made. */
const patience = [1000, 2000];

const clock = realClock(undefined);

/** Shorter than the pauses of patience, which it would lengthen otherwise. */
const looks = new Looks<IDataObject>(clock, 900);

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
	const row = asFields(context.evaluateExpression('{{ $json }}'));
	const { awaitedId, goesOnUnpaid } = readWait(row);
	if (isOfAnother(returnedId, awaitedId)) {
		show(context, 'other');
		return parked;
	}
	const isPayer = returnedId === awaitedId;
	// A workflow of the user's that calls this address does so after an event, and calls once.
	const isSaidToBePaid = status === 'complete' || !isPayer;
	const paymentRequest = await readSettled(context, awaitedId, isSaidToBePaid);
	const { page, resume } = decide({ paymentRequest, isPayer, goesOnUnpaid });
	const thankYouUrl = asText(optionsOf(context).thankYouUrl) ?? '';
	if (page === 'paid' && whyUnsafe(thankYouUrl) === undefined) {
		sendTo(context, new URL(thankYouUrl));
	} else {
		// The payer of an earlier payment must learn nothing of this one.
		const more = isPayer ? ofPayer(context, paymentRequest) : {};
		show(context, page, { ...more, isLast: resume });
	}
	const simplified = isSimplified(context.getNodeParameter('simplify', null));
	const json = passOn(
		row,
		ended(simplified ? simplifyPaymentRequest(paymentRequest) : paymentRequest),
	);
	return resume ? { ...parked, workflowData: [[{ json }]] } : parked;
}

/**
 * What the node has left in its input when it began to wait. Its parameters are not evaluated again:
 * what an expression reads may have changed since, and the workflow would go on by another rule.
 */
function readWait({ waitForPayment }: IDataObject) {
	const { paymentRequest, whenUnpaid } = asFields(waitForPayment);
	const awaitedId = asText(asFields(paymentRequest).id);
	if (awaitedId === undefined) throw new Error('The execution does not say what it waits for');
	return { awaitedId, goesOnUnpaid: whenUnpaid === 'goOn' };
}

/**
 * The payment request as it is now. The service may learn of a payment only a moment
 * after the payer has returned, so one that is said to have been made gets that moment. Whoever says
 * so is trusted no more than others.
 */
async function readSettled(
	context: IWebhookFunctions,
	id: string,
	isSaidToBePaid: boolean,
): Promise<IDataObject> {
	const look = async () => {
		const service = await connect(context, serviceOptions);
		return await readObject(service, paymentRequests, id);
	};
	const key = `${context.getExecutionId()} ${id}`;
	let paymentRequest = await looks.next(key, look);
	for (const pause of isSaidToBePaid ? patience : []) {
		if (isFinal(paymentRequest, paymentRequests)) break;
		await clock.pause(pause);
		paymentRequest = await looks.next(key, look);
	}
	return paymentRequest;
}

/** What only the payer may see: the payment, and its page, from which they come back here again. */
function ofPayer(context: IWebhookFunctions, paymentRequest: IDataObject): Partial<Page> {
	const here = resumeAddress(context);
	return {
		facts: factsOf(paymentRequest),
		paymentUrl: paymentUrl(paymentRequest, { redirectUrl: here, failureRedirectUrl: here }),
	};
}

/** @param isLast whether n8n answers whoever asks again, because the workflow has gone on */
function show(
	context: IWebhookFunctions,
	name: PageName,
	{ isLast = false, ...more }: Partial<Page> & { isLast?: boolean } = {},
): void {
	const accepted = String(context.getHeaderData()['accept-language'] ?? '');
	const words = wordsOf(name, optionsOf(context), accepted);
	context
		.getResponseObject()
		.status(name === 'unknown' ? 503 : 200)
		.set(isLast ? lastPageHeaders : pageHeaders)
		.end(pageOf({ name, ...words, ...more }));
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
