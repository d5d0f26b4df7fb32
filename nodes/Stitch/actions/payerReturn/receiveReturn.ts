import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { isFinal } from '../../run/lifecycle';
import { inWords } from '../../run/nodeError';
import { resumeAddress } from '../../run/resumeAddress';
import { isSimplified } from '../../run/simplify';
import { asText } from '../../schemas/field';
import { whyUnsafe } from '../../transport/addresses';
import { realClock } from '../../transport/clock';
import { connect } from '../../transport/connect';
import { asFields } from '../../transport/json';
import type { Awaited } from './awaited';
import { decide, isOfAnother } from './decide';
import { Looks } from './looks';
import { ended, inColumns, passOn } from './outcome';
import { lastPageHeaders, pageHeaders, pageOf, type Page } from './page';
import { wordsOf } from './pageOptions';
import { paymentLanguages, type PageName } from './texts';

/** The payer is waiting in front of the browser. */
const serviceOptions = { maxAttempts: 4, budgetMs: 15_000, timeoutMs: 10_000 };

/** Milliseconds before each further look at a payment that is said to have been made. */
const patience = [1000, 2000];

const clock = realClock(undefined);

/** Shorter than the pauses of patience, which it would lengthen otherwise. */
const looks = new Looks<IDataObject>(clock, 900);

const parked: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Answers a payer who comes back to a waiting execution: reads what is awaited, lets the workflow
 * continue with it or keeps it waiting, and shows a page.
 *
 * Never throws: that would end the wait, and n8n would finish the execution with the error.
 */
export async function receiveReturn(
	context: IWebhookFunctions,
	waits: readonly Awaited[],
): Promise<IWebhookResponseData> {
	let awaited: Awaited | undefined;
	try {
		awaited = waits.find((each) => isWaiting(context, each));
		if (awaited !== undefined) return await answerReturn(context, awaited);
		context.getResponseObject().status(404).end();
	} catch (cause) {
		const { message: why } = inWords(cause);
		const noun = awaited?.lifecycle.noun ?? 'node';
		context.logger.warn(`A payer came back, but the ${noun} could not be read: ${why}`, {
			node: context.getNode().name,
		});
		show(context, awaited ?? { languages: paymentLanguages }, 'unknown');
	}
	return parked;
}

/** n8n calls the node that ran last; if nothing is waiting here, that is another operation. */
function isWaiting(context: IWebhookFunctions, { resource, operation }: Awaited): boolean {
	return (
		context.getNodeParameter('resource', '') === resource &&
		context.getNodeParameter('operation', '') === operation
	);
}

/** @throws whatever prevents what is awaited from being read */
async function answerReturn(
	context: IWebhookFunctions,
	awaited: Awaited,
): Promise<IWebhookResponseData> {
	const query = asFields(context.getQueryData());
	const returnedId = query[awaited.parameter];
	const row = asFields(context.evaluateExpression('{{ $json }}'));
	const { awaitedId, goesOnOpen } = readWait(awaited, row);
	if (isOfAnother(returnedId, awaitedId)) {
		show(context, awaited, 'other');
		return parked;
	}
	const isPayer = returnedId === awaitedId;
	// A workflow of the user's that calls this address does so after an event, and calls once.
	const isSaidToBeDone = awaited.saysDone(query.status) || !isPayer;
	const object = await readSettled(context, awaited, awaitedId, isSaidToBeDone);
	const { page, resume } = decide({ object, isPayer, goesOnOpen }, awaited);
	const thankYouUrl = asText(optionsOf(context).thankYouUrl) ?? '';
	if (page === 'paid' && whyUnsafe(thankYouUrl) === undefined) {
		sendTo(context, new URL(thankYouUrl));
	} else {
		// The payer of an earlier payment must learn nothing of this one.
		const more = isPayer ? ofPayer(context, awaited, object) : {};
		show(context, awaited, page, { ...more, isLast: resume });
	}
	if (!resume) return parked;
	const output = passOn(awaited, row, ended(awaited, object));
	const simplified = isSimplified(context.getNodeParameter('simplify', null));
	const json = simplified ? inColumns(awaited, output) : output;
	return { ...parked, workflowData: [[{ json, ...filesOf(context), pairedItem: { item: 0 } }]] };
}

/**
 * The files of the item that waits. n8n's `$binary` leaves out what is in them; where a workflow
 * keeps its files among the columns, `$input.item` is the columns, which pass them on.
 */
function filesOf(context: IWebhookFunctions): Pick<INodeExecutionData, 'binary'> {
	const { json, binary } = asFields(context.evaluateExpression('{{ $input.item }}'));
	if (json === undefined || binary === undefined) return {};
	return { binary: binary as unknown as IBinaryKeyData };
}

/**
 * What the node has left in its input when it began to wait. Its parameters are not evaluated again:
 * what an expression reads may have changed since, and the workflow would go on by another rule.
 */
function readWait(awaited: Awaited, row: IDataObject) {
	const { result, object, choice } = awaited;
	const wait = asFields(row[result]);
	const awaitedId = asText(asFields(wait[object]).id);
	if (awaitedId === undefined) throw new Error('The execution does not say what it waits for');
	return { awaitedId, goesOnOpen: wait[choice] === 'goOn' };
}

/**
 * What is awaited, as it is now. Stitch may learn of a payment only a moment after the payer has
 * returned, so one that is said to have been made gets that moment. Whoever says so is trusted no more
 * than others.
 */
async function readSettled(
	context: IWebhookFunctions,
	{ read, lifecycle }: Awaited,
	id: string,
	isSaidToBeDone: boolean,
): Promise<IDataObject> {
	const look = async () => {
		const service = await connect(context, serviceOptions);
		return await read(service, id);
	};
	const key = `${context.getExecutionId()} ${id}`;
	let object = await looks.next(key, look);
	for (const pause of isSaidToBeDone ? patience : []) {
		if (isFinal(object, lifecycle)) break;
		await clock.pause(pause);
		object = await looks.next(key, look);
	}
	return object;
}

/** What only the payer may see: what it is about, and its page, from which they come back here again. */
function ofPayer(
	context: IWebhookFunctions,
	{ facts, page }: Awaited,
	object: IDataObject,
): Partial<Page> {
	return { facts: facts(object), paymentUrl: page(object, resumeAddress(context)) };
}

/** @param isLast whether n8n answers whoever asks again, because the workflow has gone on */
function show(
	context: IWebhookFunctions,
	{ languages }: Pick<Awaited, 'languages'>,
	name: PageName,
	{ isLast = false, ...more }: Partial<Page> & { isLast?: boolean } = {},
): void {
	const accepted = String(context.getHeaderData()['accept-language'] ?? '');
	const words = wordsOf(name, languages, optionsOf(context), accepted);
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
