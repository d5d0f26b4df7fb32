import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { messageOf } from '../run/nodeError';
import { nodeInWords, placeOf } from '../run/place';
import { filterTypesOf } from './catalogue';
import { readEvent, stitchEvent, type StitchEvent } from './event';
import { asJsonObject } from '../transport/json';
import { isChosen, objectToRead, passesFilter, wouldBeMissed } from './filter';
import { isAutomatic, readPanel, triggerPanel, type TriggerOptions } from './settings';
import { alertItem, alertNamed, type Rejection } from './rejections';
import { repairSubscription } from './repair';
import { hasSignature, verify, type Delivery, type Verification } from './signature';
import { signingKeys } from './signingKeys';
import { Throttle } from './throttle';

/** Events are a few kilobytes; anything larger is not an event. */
const largestBody = 1024 * 1024;

const ok = 200;
const badRequest = 400;
const unauthorized = 401;
const tooLarge = 413;

/** Anyone can send requests that are refused, so anything that follows from them is rare. */
const logLines = new Throttle(60_000);
const alerts = new Throttle(60 * 60_000);

/** What cannot become an event arrives again and again. */
const noEvents = new Throttle(24 * 60 * 60_000);

/**
 * Answers one request: 401 without an explanation unless the service signed it just now, 400 or 413
 * where the body cannot be read, otherwise 2xx. A wanted event starts an execution, and n8n answers
 * only after that is stored: what was acknowledged is among the executions.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const now = Date.now();
	const body = await readBody(context);
	const headers = context.getHeaderData();
	const verified = await judge(context, { headers, body, now });
	if ('rejection' in verified) {
		log(context, verified.rejection.kind, `rejected an event: ${verified.rejection.reason}`);
		answer(context, unauthorized);
		return await alertOrRepair(context, verified.rejection);
	}
	const bytes = body as Buffer;
	if (bytes.length > largestBody) {
		return noEvent(context, tooLarge, `its body has ${bytes.length} bytes, more than 1 MiB`);
	}
	const content = parse(bytes);
	if (content === undefined) return noEvent(context, badRequest, 'its body is not a JSON object');
	const { filterTypes } = verified.signedWith;
	const event = stitchEvent(readEvent(content, filterTypes), {
		eventId: verified.eventId,
		receivedAt: new Date(now).toISOString(),
		raw: content,
	});
	const { events, options } = readPanel(context, triggerPanel);
	const isMissed = wouldBeMissed(event, events, options);
	const isAwaited = filterTypes.length > 0 || mayBeChosen(content.type, events);
	// The execution of an event that cannot be read fails, so that it can be retried.
	if (isWanted(event, events, options) || (isMissed && isAwaited)) {
		return { workflowData: [[{ json: event as unknown as IDataObject }]] };
	}
	return isMissed ? noEvent(context, ok, 'its type is not chosen') : answer(context, ok);
}

/** A subscription that somebody else manages can bring types that are not chosen here. */
function mayBeChosen(type: unknown, events: readonly string[]): boolean {
	return typeof type !== 'string' || filterTypesOf(events).includes(type);
}

async function judge(
	context: IWebhookFunctions,
	request: Omit<Delivery, 'keys'>,
): Promise<Verification> {
	// Most forged requests are not signed at all, and cost no reading of the credential.
	const signing = hasSignature(request.headers) ? await signingKeys(context) : { keys: [] };
	return 'rejection' in signing ? signing : verify({ ...request, keys: signing.keys });
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

/** Numbers and texts are valid JSON, but not events. */
function parse(body: Buffer): IDataObject | undefined {
	try {
		return asJsonObject(JSON.parse(body.toString('utf8')));
	} catch {
		return undefined;
	}
}

function isWanted(event: StitchEvent, events: readonly string[], options: TriggerOptions): boolean {
	if (!isChosen(event, events)) return false;
	// The object that is read first may have values that the event lacks, so filtering happens later.
	return objectToRead(event, options) !== undefined || passesFilter(event, options);
}

/** For each kind, so that forged requests neither fill the log nor hide in it why genuine ones fail. */
function log(context: IWebhookFunctions, kind: string, text: string): void {
	if (!logLines.passes(`${placeOf(context)}/${kind}`, performance.now())) return;
	context.logger.warn(`${nodeInWords(context)} ${text}`);
}

/**
 * Answers a genuine message that cannot become an event. An execution that fails shows the first of a day,
 * and each in a test in the editor, where somebody waits for it.
 */
function noEvent(context: IWebhookFunctions, status: number, reason: string): IWebhookResponseData {
	log(context, 'noEvent', `could not read a message from Stitch: ${reason}`);
	const answered = answer(context, status);
	const isTest = context.getMode() === 'manual';
	if (!isTest && !noEvents.passes(placeOf(context), performance.now())) return answered;
	return { ...answered, workflowData: [[{ json: alertItem('noEvent') }]] };
}

/**
 * If no genuine event can be accepted, a person is alerted: by an execution that fails, once an hour
 * at most. Before that, a lost secret is replaced.
 */
async function alertOrRepair(
	context: IWebhookFunctions,
	{ kind }: Rejection,
): Promise<IWebhookResponseData> {
	const refused: IWebhookResponseData = { noWebhookResponse: true };
	// A test ends with the first execution, and its subscription is a minute old.
	if (context.getMode() === 'manual') return refused;
	const became = mayBeLost(context, kind) ? await repairOrLog(context) : undefined;
	if (became === 'later') return refused;
	const alert = became ?? alertNamed(kind);
	if (alert === undefined) return refused;
	const isRare = alerts.passes(placeOf(context), performance.now());
	// If nothing is subscribed any more, perhaps no later request arrives that could say so.
	if (!isRare && alert !== 'gone') return refused;
	return { ...refused, workflowData: [[{ json: alertItem(alert) }]] };
}

/** Whether the service may sign with a different secret than the one that this node has kept. */
function mayBeLost(context: IWebhookFunctions, kind: Rejection['kind']): boolean {
	return kind === 'lost' || (kind === 'forged' && isAutomatic(context));
}

/** As `repairSubscription`; undefined, with a line in the log, where the service cannot be asked. */
async function repairOrLog(context: IWebhookFunctions): ReturnType<typeof repairSubscription> {
	try {
		return await repairSubscription(context);
	} catch (cause) {
		const { message } = messageOf(cause);
		context.logger.warn(
			`${nodeInWords(context)} could not check its event subscription: ${message}`,
		);
		return undefined;
	}
}

/** Answers without a body and without an execution. */
function answer(context: IWebhookFunctions, status: number): IWebhookResponseData {
	context.getResponseObject().status(status).end();
	return { noWebhookResponse: true };
}
