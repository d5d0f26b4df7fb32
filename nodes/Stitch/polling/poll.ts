import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asNodeError, type NodeError } from '../run/nodeError';
import { connect } from '../transport/connect';
import { ServiceFailure } from '../transport/failure';
import type { ServiceOptions } from '../transport/service';
import { cursorFor, whyItBegins } from './beginning';
import { asItem } from './change';
import { forgetOld } from './cursor';
import { FailedLooks } from './failedLooks';
import { handOvers, triggerKey } from './handOvers';
import { keep, ownerOf, readKept } from './keptCursor';
import { look } from './look';
import { windowReader } from './readWindow';
import { readSettings } from './settings';

/** n8n gives up a poll after 45 s or more, and the next one comes after a minute. */
const lookOptions: ServiceOptions = { maxAttempts: 4, budgetMs: 20_000, timeoutMs: 15_000 };

/** Milliseconds after which a look leaves the rest to the next one. */
const lookMs = 20_000;

/** Changes in one execution. */
const mostInBatch = 500;

/** The triggers of this process, by workflow and node. */
const triggers = new Map<string, { isLooking: boolean; failed: FailedLooks }>();

/** Contexts that n8n made when it published a workflow and that have been used once. */
const published = new WeakSet<IPollFunctions>();

/**
 * Looks once for what has changed, when n8n says that it is time.
 * @returns null if nothing has changed
 * @throws {NodeOperationError | NodeApiError} when the workflow is being published and the look
 * fails, and when looks have been failing for a while
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isPublishing = isBeingPublished(context);
	const trigger = triggerOf(context);
	// n8n does not wait for a look that takes longer than the time between two.
	if (trigger.isLooking) return null;
	if (handOvers.latestOf(triggerKey(context), performance.now()) === 'onItsWay') return null;
	trigger.isLooking = true;
	try {
		const changes = await lookOnce(context);
		if (trigger.failed.succeeded() > 0) context.logger.info(`${nameOf(context)} can look again.`);
		return changes.length === 0 ? null : [changes];
	} catch (cause) {
		const error = asLookError(context, cause);
		if (isPublishing) throw error;
		const telling = trigger.failed.failed(performance.now());
		if (telling === 'byExecution') throw error;
		if (telling === 'inLog') {
			context.logger.warn(`${nameOf(context)} could not look for changes: ${error.message}`);
		}
		return null;
	} finally {
		trigger.isLooking = false;
	}
}

function triggerOf(context: IPollFunctions) {
	const key = triggerKey(context);
	const known = triggers.get(key) ?? { isLooking: false, failed: new FailedLooks() };
	triggers.set(key, known);
	return known;
}

/** n8n looks once when it publishes a workflow, and shows the person what that throws. */
function isBeingPublished(context: IPollFunctions): boolean {
	const isFirst = !published.has(context);
	published.add(context);
	return isFirst && ['activate', 'update'].includes(context.getActivationMode());
}

function nameOf(context: IPollFunctions): string {
	return `"${context.getNode().name}" in the workflow "${context.getWorkflow().name}"`;
}

/** n8n looks again by itself, so the advice that is meant for a run is left out. */
function asLookError(context: IPollFunctions, cause: unknown): NodeError {
	const isFailure = cause instanceof ServiceFailure;
	const looked = isFailure ? new ServiceFailure({ ...cause.details, onlyRead: true }) : cause;
	const error = asNodeError({ ...context.getNode(), parameters: {} }, looked);
	const advice = (error.description ?? '').replace(/(,? then)? ?run the workflow again[^.]*/i, '');
	error.description =
		`${advice.replace(/\.\.$/, '.')} No change is lost: the next look continues where the last one ended.`.trim();
	return error;
}

async function lookOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const { lists, startFrom, isWanted } = readSettings(context);
	const service = await connect(context, lookOptions);
	const { clock } = service;
	const until = clock.elapsed() + timeFor(context);
	const owner = ownerOf(context, service, startFrom);
	const isLost = handOvers.latestOf(triggerKey(context), performance.now()) === 'lost';
	const known = readKept(context, owner, isLost);
	const before = await cursorFor(service, lists, known, startFrom);
	const why = whyItBegins(known);
	if (why !== undefined) context.logger.warn(`${nameOf(context)} starts afresh: ${why}.`);
	const { told, cursor } = await look(before, windowReader(service, lists, before.starts), {
		now: () => clock.now(),
		most: mostInBatch,
		isWanted,
		isTimeUp: () => clock.elapsed() > until,
	});
	forgetOld(cursor);
	const items = told.map((change) => asItem(change, clock.now()));
	const last = items.at(-1);
	if (last === undefined) {
		keep(context, owner, cursor);
		return [];
	}
	keep(context, owner, before, cursor);
	handOvers.handedOver(triggerKey(context), String(last.json.eventId), performance.now());
	return items;
}

/** Milliseconds; an older n8n does not say how long a look may take. */
function timeFor(context: IPollFunctions): number {
	const { getPollBudgetMs } = context as Partial<IPollFunctions>;
	return Math.min(lookMs, (getPollBudgetMs?.() ?? Infinity) / 2);
}
