import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readEvent, type StitchEvent } from './event';
import { asJsonObject } from '../transport/json';
import { passesClientType, passesFilters } from './filters';
import { allKept } from './keptSubscriptions';
import { readOptions } from './options';
import { refusalLine } from './refusalLog';
import { keysOf, splitSecrets } from './secrets';
import { verify } from './signature';

/** Events are a few kilobytes; anything larger is not an event. */
const largestBody = 1024 * 1024;

const ok = 200;
const badRequest = 400;
const unauthorized = 401;
const tooLarge = 413;

/**
 * Answers one request: 401 without an explanation unless the service signed it, otherwise 2xx. A
 * wanted event starts an execution. n8n answers only after that is stored, so an acknowledged event
 * is never lost.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const now = Date.now();
	const body = await readBody(context);
	const verdict = verify({
		headers: context.getHeaderData(),
		body,
		keys: keysOf(await secretsOf(context)),
		now,
	});
	if (!verdict.genuine) return refuse(context, unauthorized, verdict.reason, now);
	const bytes = body as Buffer;
	if (bytes.length > largestBody) {
		return refuse(context, tooLarge, `its body has ${bytes.length} bytes, more than 1 MiB`, now);
	}
	const content = parse(bytes);
	if (content === undefined)
		return refuse(context, badRequest, 'its body is not a JSON object', now);
	const event: StitchEvent = {
		...readEvent(content),
		eventId: verdict.eventId,
		receivedAt: new Date(now).toISOString(),
		raw: content,
	};
	if (!(await isWanted(context, event))) return answer(context, ok);
	return { workflowData: [[{ json: event as unknown as IDataObject }]] };
}

/** The bytes as received: n8n has already read a JSON body; any other body is read here. */
async function readBody(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject();
	try {
		await request.readRawBody();
		return request.rawBody;
	} catch {
		// It was cut off, or n8n has already parsed it as a form.
		return undefined;
	}
}

/** The secrets that may have signed; none if they cannot be read, so that everything is refused. */
async function secretsOf(context: IWebhookFunctions): Promise<string[]> {
	if (context.getNodeParameter('subscription', 'automatic') !== 'manual') {
		return Object.values(allKept(context)).map(({ secret }) => secret);
	}
	try {
		return splitSecrets((await context.getCredentials('stitchApi')).webhookSecret);
	} catch {
		// If this were thrown, anybody's request would get a 500 and leave a stored execution.
		return [];
	}
}

/** Numbers and texts are valid JSON, but not events. */
function parse(body: Buffer): IDataObject | undefined {
	try {
		return asJsonObject(JSON.parse(body.toString('utf8')));
	} catch {
		return undefined;
	}
}

async function isWanted(context: IWebhookFunctions, event: StitchEvent): Promise<boolean> {
	const events = context.getNodeParameter('events', []) as string[];
	if (!events.includes(event.event)) return false;
	const options = readOptions(context.getNodeParameter('options', {}) as IDataObject);
	if (options.clientType !== 'any') {
		const { clientId } = await context.getCredentials('stitchApi');
		if (!passesClientType(clientId, options.clientType)) return false;
	}
	// The fetched resource may have values that the event lacks, so filtering then happens later.
	return options.fetchCurrentResource || passesFilters(event, options);
}

function refuse(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	now: number,
): IWebhookResponseData {
	const line = refusalLine(`${context.getWorkflow().id}/${context.getNode().id}`, reason, now);
	if (line !== undefined) context.logger.warn(line, { node: context.getNode().name });
	return answer(context, status);
}

/** Answers without a body and without an execution. */
function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	context.getResponseObject().status(status).end();
	return { noWebhookResponse: true };
}
