import type { IPollFunctions, IRun } from 'n8n-workflow';

import { asNodeError, messageOf, type NodeError } from '../run/nodeError';
import { nodeInWords, placeOf } from '../run/place';
import { withAdvice } from '../run/tool';
import { connect, setupError } from '../transport/connect';
import {
	httpStatusOf,
	mayAnswerLater,
	ServiceFailure,
	type FailureFacts,
} from '../transport/failure';
import { explain } from '../transport/messages';
import { executionStarter, isBeingPublished, pollBudgetMs } from '../transport/n8nInternals';
import type { Service, ServiceOptions } from '../transport/service';
import { requireSavedFailures } from '../webhook/settings';
import { changeItem } from './changes';
import { keepPosition, positionOf } from './keptPosition';
import type { Position } from './position';
import { readSettings, type Settings } from './settings';
import { isOfGraphql, isOfRest, readPaged, readWindows } from './window';

/** n8n gives up a poll after 45 s or more, and the next one comes after a minute. */
const pollOptions: ServiceOptions = { maxTries: 4, budgetMs: 20_000, timeoutMs: 15_000 };

/** Milliseconds after which a poll leaves the rest to the next one. */
const pollMs = 20_000;

/**
 * As `pollMs`, when n8n publishes: it tries five times within 15 s, even where the workflow is unpublished
 * meanwhile, and ends that after 84 s without saying why. Once it says "failed", it polls no more (seen in
 * 2.41; "not published" is also what it says before it begins).
 */
const publishingMs = 12_000;

/** What a process knows of a trigger. */
interface Trigger {
	polling?: Promise<unknown> | undefined;
	failedPolls: FailedPolls;
	/** By client. */
	positions: Map<string, Position>;
	/** Why n8n did not take what an earlier poll found; the next poll fails with it. */
	notTaken?: NodeError;
}

/** The polls of one process of n8n. */
export class Poller {
	/** By workflow and node. */
	private readonly triggers = new Map<string, Trigger>();

	/**
	 * Polls Stitch for changes, when n8n says that it is time, and hands them to an execution.
	 * @returns null always: what is returned, n8n may discard (`position.ts`)
	 * @throws {NodeOperationError | NodeApiError} when the workflow is being published and the poll
	 * fails, and when polls have been failing for a while
	 */
	async poll(context: IPollFunctions): Promise<null> {
		const isPublishing = isBeingPublished(context);
		const trigger = this.triggerOf(context);
		// n8n does not wait for a poll that takes longer than the time between two.
		if (trigger.polling !== undefined && !isPublishing) return null;
		while (trigger.polling !== undefined) await trigger.polling;
		const polling = pollOnce(context, trigger, isPublishing);
		trigger.polling = polling.catch(() => undefined);
		try {
			await polling;
			if (trigger.failedPolls.end() > 0) {
				context.logger.info(`${nodeInWords(context)} can report changes again.`);
			}
		} catch (cause) {
			// n8n shows the message alone.
			if (isPublishing) throw withAdvice(asNodeError(context.getNode(), cause));
			const error = pollError(context, cause);
			const report = trigger.failedPolls.add(performance.now());
			if (report === 'byExecution') throw error;
			if (report === 'inLog') {
				context.logger.warn(`${nodeInWords(context)} could not report changes: ${error.message}`);
			}
		} finally {
			trigger.polling = undefined;
		}
		return null;
	}

	private triggerOf(context: IPollFunctions): Trigger {
		const key = placeOf(context);
		const trigger: Trigger = this.triggers.get(key) ?? {
			failedPolls: new FailedPolls(),
			positions: new Map(),
		};
		this.triggers.set(key, trigger);
		return trigger;
	}
}

export const poller: Poller = new Poller();

/** n8n polls again by itself, so the advice to try again is left out, but not that about a proxy. */
function pollError(context: IPollFunctions, cause: unknown): NodeError {
	const error = asNodeError(context.getNode(), cause);
	const passes =
		cause instanceof ServiceFailure &&
		cause.details.kind !== 'notTheService' &&
		mayAnswerLater(cause.details);
	const advice = passes ? '' : (error.description ?? '');
	error.description =
		`${advice} No change is lost: the next poll continues where the last one ended.`.trim();
	return error;
}

async function pollOnce(
	context: IPollFunctions,
	trigger: Trigger,
	isPublishing: boolean,
): Promise<void> {
	const settings = readSettings(context);
	if (isPublishing) requireSavedFailures(context);
	const start = executionStarter(context);
	const service = await connect(context, pollOptions);
	const position = positionOf(context, service, trigger.positions);
	const { clock } = service;
	const startedAt = clock.elapsed();
	position.begin(settings);
	const limitMs = isPublishing ? publishingMs : Math.min(pollMs, pollBudgetMs(context) / 2);
	const until = startedAt + limitMs;
	const failure = await readChanges(service, position, settings, until).then(
		() => undefined,
		(cause: unknown) => ({ cause }),
	);
	if (isPublishing) {
		// n8n would start executions even of a workflow that it does not publish.
		if (failure !== undefined) throw failure.cause;
		requireReadable(context, position, settings);
	}
	// The clock of n8n can be set while a poll runs.
	const began = service.timeThere(clock.now()) - (clock.elapsed() - startedAt);
	const begun = position.end(began);
	keepPosition(context, service, position);
	if (begun.length > 0) {
		const from = new Date(began).toISOString();
		context.logger.info(`${nodeInWords(context)} reports ${begun.join(', ')} from ${from} on.`);
	}
	handOver(context, trigger, position, settings, start);
	if (failure !== undefined) throw failure.cause;
	if (isPublishing) return;
	const { notTaken } = trigger;
	trigger.notTaken = undefined;
	if (notTaken !== undefined) throw notTaken;
	// A list that cannot be read has stopped only itself.
	const [unread] = position.unread.values();
	if (unread !== undefined) throw unread;
}

/**
 * Reads until nothing is left, or the time is up; the next poll then continues from there.
 * @param until milliseconds of the clock's `elapsed`
 * @throws {ServiceFailure} also if there was no answer in all that time
 */
async function readChanges(
	service: Service,
	position: Position,
	{ isWanted }: Settings,
	until: number,
): Promise<void> {
	const { clock } = service;
	const limited = async <Value>(reading: Promise<Value>) =>
		await clock.within(until - clock.elapsed(), reading);
	for (let answers = 0; ; answers++) {
		const asked = position.windows();
		if (asked.length === 0) return;
		const unread = new Set(position.unread.keys());
		const readings = await limited(readWindows(service, asked.filter(isOfGraphql), unread));
		if (readings === undefined) {
			if (answers > 0) return;
			throw notAnswered();
		}
		for (const each of asked.filter(isOfRest)) {
			const reading = await limited(readPaged(service, each, until));
			readings.set(each, reading ?? { failure: notAnswered() });
		}
		position.take(readings, isWanted, service.timeThere(clock.now()));
		if (clock.elapsed() >= until) return;
	}
}

function notAnswered(): ServiceFailure {
	return new ServiceFailure({
		kind: 'answerLost',
		happened: 'no',
		sentence: 'Stitch did not send what has changed within the time that one poll has',
	});
}

/** Starts the workflow with the next changes, and records the outcome. */
function handOver(
	context: IPollFunctions,
	trigger: Trigger,
	position: Position,
	{ isWanted }: Settings,
	start: ReturnType<typeof executionStarter>,
): void {
	const batch = position.next(isWanted, performance.now());
	if (batch.length === 0) return;
	const { name } = context.getNode();
	void start(batch.map((change) => changeItem(change, Date.now())))
		.then((run) => hasPassed(run, name))
		.catch((cause: unknown) => {
			trigger.notTaken = notTakenError(context, cause);
			return false;
		})
		.then((isDelivered) => position.ended(batch, isDelivered));
}

/** If n8n does not store an execution, nothing in n8n shows that. */
function notTakenError(context: IPollFunctions, cause: unknown): NodeError {
	const what = 'n8n did not take the changes that were found, or lost the execution with them';
	const advice = 'The person who runs n8n finds more in its log.';
	return setupError(context, `${what}: ${messageOf(cause).message}`, advice);
}

/** Whether an execution that has ended, or waits, has passed this trigger. */
function hasPassed(run: IRun | undefined, trigger: string): boolean {
	// If everything was known already, it ends at this trigger.
	if (run?.status === 'success') return true;
	const last = run?.data.resultData.lastNodeExecuted;
	return last !== undefined && last !== trigger;
}

/**
 * For the person who publishes: if this version of the node asks for something that Stitch does not offer,
 * the workflow can still be published, as long as another list can be read.
 * @throws {ServiceFailure}
 */
function requireReadable(context: IPollFunctions, { unread }: Position, { lists }: Settings): void {
	const [first] = unread;
	if (first === undefined) return;
	const [key, failure] = first;
	const { kind, detail = '' }: FailureFacts = failure.details;
	if (httpStatusOf(failure.details) === 403) throw orFewerEvents(failure);
	if (kind !== 'notOffered' || unread.size >= lists.length) throw failure;
	context.logger.warn(`${nodeInWords(context)} cannot read ${key}: ${detail}`);
}

/** Every Event asks for lists that few clients have. */
function orFewerEvents({ details }: ServiceFailure): ServiceFailure {
	const { description } = explain(details);
	const advice = `${description} Or choose fewer events under 'Events'.`;
	return new ServiceFailure({ ...details, advice });
}

/** After so many failed polls in a row, or after so long, an execution that fails shows it. */
const toleratedPolls = 3;
const toleratedMs = 15 * 60_000;

/** How long after such an execution the next one shows that polls still fail. */
const showAgainMs = 60 * 60_000;

type Report = 'inLog' | 'byExecution' | 'nowhere';

/** How often the polls of one trigger have failed in a row. Times are of a clock that never goes back. */
export class FailedPolls {
	private count = 0;

	private since = 0;

	private shownAt: number | undefined;

	/** The first of several is reported in n8n's log, and if more follow, by an execution that fails. */
	add(elapsedMs: number): Report {
		if (this.count === 0) this.since = elapsedMs;
		this.count++;
		const lasts = this.count >= toleratedPolls || elapsedMs - this.since >= toleratedMs;
		const isDue = this.shownAt === undefined || elapsedMs - this.shownAt >= showAgainMs;
		if (lasts && isDue) {
			this.shownAt = elapsedMs;
			return 'byExecution';
		}
		return this.count === 1 ? 'inLog' : 'nowhere';
	}

	/** A poll has succeeded. @returns how many had failed before it */
	end(): number {
		const { count } = this;
		this.count = 0;
		this.shownAt = undefined;
		return count;
	}
}
