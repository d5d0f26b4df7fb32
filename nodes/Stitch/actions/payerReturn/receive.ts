import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isFinal } from '../../run/resource';
import { messageOf } from '../../run/nodeError';
import { nodeInWords } from '../../run/place';
import { recheck } from '../../run/recheck';
import { resumeAddress } from '../../run/execution';
import { isSimplified } from '../../run/simplify';
import { asText } from '../../schemas/asText';
import { whyUnsafe } from '../../transport/addresses';
import { realClock } from '../../transport/clock';
import { connect } from '../../transport/connect';
import { asFields } from '../../transport/json';
import { readObject } from '../../transport/object';
import { decide, isOtherPayment } from './decide';
import { lastPageHeaders, pageHeaders, payerPage, type PayerPage } from './page';
import { ended, simplifyResult, addResult, type PayerWait } from './payerWait';
import { languageOf, paymentLanguages, type PageName } from './texts';

/**
 * The address at which a payer comes back to a waiting execution. n8n refuses everyone without the
 * signature of that execution's own address, `$execution.resumeUrl`.
 */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'GET',
		responseMode: 'onReceived',
		path: '',
		restartWebhook: true,
	},
];

/** The payer is waiting in front of the browser. */
const serviceOptions = { maxTries: 4, budgetMs: 15_000, timeoutMs: 10_000 };

/**
 * How long Stitch gets to show a payment that the payer says they have made: two more readings within
 * three seconds.
 */
const patience = { maxWaitMs: 3500, firstPauseMs: 1000, longestPauseMs: 1500 };

/**
 * How many returns of one execution are answered at a time. n8n keeps memory for each until it is
 * answered, and anyone who has the address can load it as often as they like. A payer needs one, and a
 * few more if they cannot wait for it.
 */
const mostAtOnce = 4;

/** Milliseconds between two readings for one execution; shorter than the pauses in `patience`. */
const restMs = 900;

const clock = realClock();

const parked: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Answers a payer who comes back to a waiting execution: reads the object, lets the workflow continue
 * with it or keeps it waiting, and shows a page. Never throws: that would end the wait, and n8n would
 * finish the execution with the error.
 */
export async function receiveReturn(
	context: IWebhookFunctions,
	waits: readonly PayerWait[],
): Promise<IWebhookResponseData> {
	let wait: PayerWait | undefined;
	try {
		wait = waits.find((each) => isWaiting(context, each));
		if (wait !== undefined) return await answerUnlessTooMany(context, wait);
		context.getResponseObject().status(404).end();
	} catch (cause) {
		const { message: why } = messageOf(cause);
		const noun = wait?.lifecycle.noun ?? 'node';
		context.logger.warn(
			`A payer came back to ${nodeInWords(context)}, but the ${noun} could not be read: ${why}`,
		);
		show(context, wait ?? { languages: paymentLanguages }, 'unknown');
	}
	return parked;
}

/** n8n calls the node that ran last; if nothing is waiting here, that node has a different operation. */
function isWaiting(context: IWebhookFunctions, { resource, operation }: PayerWait): boolean {
	return (
		context.getNodeParameter('resource', '') === resource &&
		context.getNodeParameter('operation', '') === operation
	);
}

const underWay = new Set<{ execution: string }>();

/** @throws whatever prevents the awaited object from being read */
async function answerUnlessTooMany(
	context: IWebhookFunctions,
	wait: PayerWait,
): Promise<IWebhookResponseData> {
	const execution = context.getExecutionId();
	const others = [...underWay].filter((each) => each.execution === execution);
	if (others.length >= mostAtOnce) {
		show(context, wait, 'unknown');
		return parked;
	}
	const own = { execution };
	underWay.add(own);
	try {
		return await answerReturn(context, wait);
	} finally {
		underWay.delete(own);
	}
}

/** @throws whatever prevents the awaited object from being read */
async function answerReturn(
	context: IWebhookFunctions,
	wait: PayerWait,
): Promise<IWebhookResponseData> {
	const query = asFields(context.getQueryData());
	const returnedId = query[wait.parameter];
	const row = asFields(context.evaluateExpression('{{ $json }}'));
	const { awaitedId, continuesUnpaid } = readParked(wait, row);
	if (isOtherPayment(returnedId, awaitedId)) {
		show(context, wait, 'other');
		return parked;
	}
	const isPayer = returnedId === awaitedId;
	// Without the payment's ID, it may be a workflow of the user: that calls after an event, and only once.
	const isSaidToBeDone = wait.saysDone(query.status) || !isPayer;
	const object = await readSettled(context, wait, awaitedId, isSaidToBeDone);
	const { page, resume } = decide({ object, isPayer, continuesUnpaid }, wait);
	const thankYouUrl = asText(optionsOf(context).thankYouUrl) ?? '';
	if (page === 'paid' && whyUnsafe(thankYouUrl) === undefined) {
		sendTo(context, new URL(thankYouUrl));
	} else {
		// The payer of an earlier payment must learn nothing of this one.
		const more = isPayer ? payerDetails(context, wait, object) : {};
		show(context, wait, page, { ...more, isLast: resume });
	}
	if (!resume) return parked;
	const output = addResult(wait, row, ended(wait, object));
	const simplified = isSimplified(context.getNodeParameter('simplify', null));
	const json = simplified ? simplifyResult(wait, output) : output;
	return { ...parked, workflowData: [[{ json, ...filesOf(context), pairedItem: { item: 0 } }]] };
}

/**
 * What the node left in its input when it began to wait. Its parameters are not evaluated again: the
 * values that an expression reads may have changed since then, and the workflow would continue by a
 * different rule.
 */
function readParked({ operation, resource }: PayerWait, row: IDataObject) {
	const { [resource]: object, onEarlyReturn } = asFields(row[operation]);
	const awaitedId = asText(asFields(object).id);
	if (awaitedId === undefined) throw new Error('The execution does not say what it waits for');
	return { awaitedId, continuesUnpaid: onEarlyReturn === 'continue' };
}

/**
 * The files of the waiting item. n8n's `$binary` leaves out their contents. In a workflow that keeps its
 * files among the columns, `$input.item` is the columns, which pass the files on.
 */
function filesOf(context: IWebhookFunctions): Pick<INodeExecutionData, 'binary'> {
	const { json, binary } = asFields(context.evaluateExpression('{{ $input.item }}'));
	if (json === undefined || binary === undefined) return {};
	return { binary: binary as unknown as IBinaryKeyData };
}

/**
 * Reads the current state of the awaited object. Stitch may learn of a payment only a moment after the
 * payer has returned, so a payment that the payer says they have made gets that moment. Nothing that a
 * payer says is trusted beyond that.
 */
async function readSettled(
	context: IWebhookFunctions,
	{ lifecycle }: PayerWait,
	id: string,
	isSaidToBeDone: boolean,
): Promise<IDataObject> {
	const key = `${context.getExecutionId()} ${id}`;
	const readNext = async () =>
		await sharedReading(key, async () => {
			return await readObject(await connect(context, serviceOptions), lifecycle.one, id);
		});
	let object = await readNext();
	if (isSaidToBeDone && !isFinal(object, lifecycle)) {
		await recheck(clock, patience, async () => {
			object = await readNext();
			return isFinal(object, lifecycle);
		});
	}
	return object;
}

/** Per execution and object: the reading under way, and the pause after the last one. */
const readings = new Map<string, Promise<IDataObject>>();
const rests = new Map<string, Promise<void>>();

/**
 * A reading that has not ended yet: the one under way, or the next one. Anyone can load the address of a
 * return as often as they like, and that must not cause as many requests to Stitch. No answer is used
 * twice: people who ask again want to know the state now.
 * @throws whatever that reading has thrown
 */
async function sharedReading(key: string, read: () => Promise<IDataObject>): Promise<IDataObject> {
	const reading = readings.get(key) ?? readAfterRest(key, read);
	readings.set(key, reading);
	return await reading;
}

async function readAfterRest(key: string, read: () => Promise<IDataObject>): Promise<IDataObject> {
	await rests.get(key);
	try {
		return await read();
	} finally {
		readings.delete(key);
		rests.set(
			key,
			clock.pause(restMs).then(() => void rests.delete(key)),
		);
	}
}

/**
 * What only the payer may see: the details of the payment, and its page, from which they come back here
 * again.
 */
function payerDetails(
	context: IWebhookFunctions,
	{ facts, page }: PayerWait,
	object: IDataObject,
): Partial<PayerPage> {
	return { facts: facts(object), paymentUrl: page(object, resumeAddress(context)) };
}

/** @param isLast whether n8n answers any later request, because the workflow has continued */
function show(
	context: IWebhookFunctions,
	{ languages }: Pick<PayerWait, 'languages'>,
	name: PageName,
	{ isLast = false, ...more }: Partial<PayerPage> & { isLast?: boolean } = {},
): void {
	const language = languageOf(languages, String(context.getHeaderData()['accept-language'] ?? ''));
	const business = asText(optionsOf(context).businessName);
	context
		.getResponseObject()
		.status(name === 'unknown' ? 503 : 200)
		.set(isLast ? lastPageHeaders : pageHeaders)
		.end(payerPage({ name, language, business, ...more }));
}

function sendTo(context: IWebhookFunctions, { href }: URL): void {
	context
		.getResponseObject()
		.status(303)
		.set({ ...pageHeaders, Location: href })
		.end();
}

/** Empty if an expression in the options cannot be evaluated. */
function optionsOf(context: IWebhookFunctions): IDataObject {
	try {
		return asFields(context.getNodeParameter('options', {}));
	} catch {
		return {};
	}
}
