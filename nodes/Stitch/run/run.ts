import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect, credentialTypeOf, setupError } from '../transport/connect';
import { ServiceFailure } from '../transport/failure';
import { isBefore235 } from '../transport/n8nInternals';
import type { Service } from '../transport/service';
import { tokenFor } from './authentication';
import { inParallel, inTurns, type WaitOutsideTheLimit } from './concurrency';
import { guardDay, type Reservation } from './dailyLimit';
import { tryAll } from './dryRun';
import { requireAllItems, showExecuteOnce } from './executeOnce';
import { fail, throwFirst, type Entry, failedItem, finish } from './entry';
import {
	guardDuplicates,
	guardLimits,
	type ReadyPayment,
	type RejectedItems,
	type UniqueRequest,
} from './guard';
import type { Files } from './files';
import { Item } from './item';
import { locate } from './locate';
import { asNodeError } from './nodeError';
import { LookAhead } from './lookAhead';
import { showNotAsAsked } from './notAsAsked';
import { showOnHold } from './onHold';
import type { FindOperation, Operation, Output, Sending } from './operation';
import { readRunOptions, type RunOptions } from './options';
import { requireLastingReference } from './reference';
import { requireSameClient } from './sameClient';
import { showSentBefore, wasSentBefore } from './sentBefore';
import { isSimplified } from './simplify';
import { isTool, withAdvice } from './tool';
import { waitUntilFinal } from './waitUntilFinal';

/** The state that all steps of a run share. */
interface Run {
	operation: Operation;
	service: Service;
	options: RunOptions;
	entries: Entry[];
	/** Whether the items after a failed one are still sent. */
	continueOnFail: boolean;
	/** The workflow's, as its IANA name. */
	timezone: string;
	/** Whether the user wants columns instead of what the service sent. */
	simplified: boolean;
	/** The part of the daily limit that is set aside for it. */
	reservation?: Reservation;
}

/**
 * The item loop of the action node: prepares and checks all items, then sends them with bounded
 * concurrency, and returns the results in the order of the items, each linked to its own.
 * @param findOperation looks an operation up in the catalogue
 * @throws {NodeOperationError | NodeApiError} for the first item that failed, unless the node is
 * set to continue; then each failed item becomes an output item of its own
 */
export async function run(
	context: IExecuteFunctions,
	findOperation: FindOperation,
): Promise<INodeExecutionData[][]> {
	try {
		return await runAll(context, findOperation);
	} catch (cause) {
		throw isTool(context.getNode()) ? withAdvice(cause) : cause;
	}
}

async function runAll(
	context: IExecuteFunctions,
	findOperation: FindOperation,
): Promise<INodeExecutionData[][]> {
	const entries: Entry[] = context
		.getInputData()
		.map((_, index) => ({ item: new Item(context, index), happened: 'no' }));
	if (entries.length === 0) return [[]];
	const continueOnFail = context.continueOnFail();
	if (isBefore235()) return [refuseOldN8n(context, entries, continueOnFail)];
	let started: Run;
	try {
		started = { entries, continueOnFail, ...(await setUp(context, findOperation)) };
	} catch (cause) {
		const error = asNodeError(context.getNode(), cause, 0);
		if (!continueOnFail) throw error;
		// If this were thrown, n8n would pass the input on as if all of it had been processed.
		return [entries.map(({ item }) => failedItem(error, item))];
	}

	for (const step of [
		locateAll,
		prepareAll,
		guardAll,
		guardTheDay,
		sendAll,
		waitForAll,
		finishAll,
	]) {
		await step(started);
		if (!continueOnFail) throwFirst(entries);
	}
	const { payment, lifecycle } = started.operation;
	if (payment && !started.options.dryRun) {
		showExecuteOnce(context);
		showSentBefore(context, entries, started.service.clock.now());
		showNotAsAsked(context, entries);
		if (lifecycle) showOnHold(context, entries, lifecycle);
	}
	return [entries.flatMap(outputOf)];
}

/**
 * The items of a run in which nothing is sent. An n8n that is too old sends a failed item to the error
 * output only if it has nothing but `error`.
 * @throws {NodeOperationError} unless the node is set to continue
 */
function refuseOldN8n(
	context: IExecuteFunctions,
	entries: readonly Entry[],
	continueOnFail: boolean,
): INodeExecutionData[] {
	const what =
		'This package needs n8n 2.35 or newer: this n8n would send failed items to the wrong output';
	const fix = 'Nothing was sent. Update n8n.';
	if (!continueOnFail) throw setupError(context, what, fix);
	return entries.map(({ item }) => ({
		json: { error: `${what}. ${fix}` },
		pairedItem: { item: item.index },
	}));
}

async function setUp(context: IExecuteFunctions, findOperation: FindOperation) {
	const operation = chosenOperation(context, findOperation);
	const options = await readRunOptions(context, operation);
	if (operation.sendTogether) requireAllItems(context.getNode(), 'row but the first');
	const tokenOf = tokenFor(operation, context);
	const simplified = isSimplified(context.getNodeParameter('simplify', 0, null));
	const service = await connect(context, options, tokenOf);
	await requireSameClient(context, credentialTypeOf(tokenOf));
	await requireLastingReference(context, service.clock, operation, options.dryRun);
	return { operation, options, service, simplified, timezone: context.getTimezone() };
}

function chosenOperation(context: IExecuteFunctions, findOperation: FindOperation): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, value);
	if (operation !== undefined) return operation;
	throw setupError(
		context,
		`The operation "${value}" does not exist for the resource "${resource}"`,
		'Choose Resource and Operation from the lists.',
	);
}

/** Finds the objects that the items name by an external reference; it only reads. */
async function locateAll(run: Run): Promise<void> {
	const { locators } = run.operation;
	if (locators === undefined) return;
	const locateOne = async (entry: Entry) => {
		await locate(entry.item, locators, run.service).catch((cause: unknown) => fail(entry, cause));
		return true;
	};
	await inParallel(inTurns(run.entries), () => run.service.atOnce, locateOne);
}

async function prepareAll(run: Run): Promise<void> {
	const { operation, service } = run;
	for await (const entry of inTurns(readyEntries(run))) {
		try {
			const passed = operation.passesBy?.(entry.item);
			if (passed !== undefined) {
				Object.assign(entry, { isPassedBy: true, output: outputItems(passed, entry.item) });
				continue;
			}
			entry.plan = operation.prepare(entry.item, service);
			const payment = operation.payment?.(entry.plan);
			if (payment) Object.assign(entry, { payment, nonce: payment.nonce });
		} catch (cause) {
			fail(entry, cause);
		}
	}
}

function guardAll(run: Run): void {
	rejectItems(run, guardLimits(paymentsOf(run), run.options));
	rejectItems(run, guardDuplicates(uniqueRequestsOf(run)));
}

async function guardTheDay(run: Run): Promise<void> {
	const { operation, options, service, timezone } = run;
	const { paidSince } = operation;
	if (paidSince === undefined) return;
	const { maxCentsPerDay, dryRun } = options;
	const day = { maxCentsPerDay, timezone, service, paidSince, dryRun };
	run.reservation = await guardDay(paymentsOf(run), day);
	rejectItems(run, run.reservation.rejected);
}

/** The entries that have not failed so far, and are to be processed. */
function readyEntries({ entries }: Run): Entry[] {
	return entries.filter(({ error, isPassedBy }) => error === undefined && !isPassedBy);
}

function paymentsOf(run: Run): ReadyPayment[] {
	return readyEntries(run).flatMap(({ item, payment }) =>
		payment ? [{ itemIndex: item.index, payment }] : [],
	);
}

function uniqueRequestsOf(run: Run): UniqueRequest[] {
	return readyEntries(run).flatMap(({ item, plan, payment }) => {
		const unique = payment
			? { label: payment.shared, key: payment.nonce, content: payment.body }
			: run.operation.unique?.(plan);
		return unique ? [{ itemIndex: item.index, unique }] : [];
	});
}

function rejectItems({ entries }: Run, rejected: RejectedItems): void {
	for (const [itemIndex, cause] of rejected) {
		const entry = entries[itemIndex];
		if (entry) fail(entry, cause);
	}
}

async function sendAll(run: Run): Promise<void> {
	if (run.options.dryRun && run.operation.payment) return await tryAll(readyEntries(run), run);
	if (run.operation.sendTogether) return await sendTogether(run);
	const atOnce = () => run.service.atOnce;
	const lookAhead = new LookAhead(run.entries, run.service);
	const sendNext = async (entry: Entry, waitOutsideTheLimit: WaitOutsideTheLimit) => {
		const foundAhead = await lookAhead.find(entry);
		const toContinue = await sendOne(run, entry, { waitOutsideTheLimit, foundAhead });
		if (foundAhead === undefined) lookAhead.learn(entry);
		// A run of many thousand rows keeps no more of each than its result.
		entry.plan = undefined;
		entry.payment = undefined;
		return toContinue;
	};
	try {
		await inParallel(inTurns(readyEntries(run)), atOnce, sendNext);
	} finally {
		run.reservation?.release(notMadeBy(run));
	}
}

/** The nonces of payments that this run certainly did not make. */
function notMadeBy({ entries }: Run): string[] {
	return entries
		.filter((entry) => entry.happened === 'no' || wasSentBefore(entry))
		.flatMap(({ nonce }) => nonce ?? []);
}

/** A failure of all items together counts as a failure of the first one. */
async function sendTogether(run: Run): Promise<void> {
	const entries = readyEntries(run);
	const plans = entries.map(({ plan }) => plan);
	const outputs = await run.operation.sendTogether?.(plans, run.service).catch((cause: unknown) => {
		const [first] = entries;
		if (first) fail(first, cause);
	});
	if (outputs === undefined) return;
	for (const [position, entry] of entries.entries()) {
		const { item, plan } = entry;
		const output = outputs[position] ?? [];
		try {
			const files = run.operation.filesOf?.(plan, output) ?? [];
			entry.output = outputItems(output, item, await item.store(files));
		} catch (cause) {
			fail(entry, cause);
		}
	}
}

/** @returns whether the next ones are still to be sent */
async function sendOne(run: Run, entry: Entry, sending: Sending): Promise<boolean> {
	const { operation, service, continueOnFail } = run;
	const { item, plan } = entry;
	try {
		const output = await operation.send(plan, service, item, sending);
		entry.output = outputItems(output, item, operation.passesOn ? item.files : {});
		entry.happened = 'yes';
	} catch (cause) {
		fail(entry, cause);
	}
	return entry.error === undefined || continueOnFail;
}

/** "Wait Until Final": for all items together, once all of them were sent. */
async function waitForAll(run: Run): Promise<void> {
	const { operation, service, options } = run;
	const { lifecycle } = operation;
	const { wait, dryRun } = options;
	if (lifecycle === undefined || wait === undefined || dryRun) return;
	const sent = readyEntries(run).flatMap((entry) =>
		(entry.output ?? []).map(({ json }) => ({ entry, json })),
	);
	const outputs = sent.map(({ json }) => json);
	const results = await waitUntilFinal(service, lifecycle, outputs, wait);
	for (const [position, { entry }] of sent.entries()) {
		const outcome = results[position];
		if (outcome instanceof ServiceFailure) {
			fail(entry, outcome);
		} else if (outcome !== undefined) {
			entry.output = outputItems(outcome, entry.item);
		}
	}
}

async function finishAll(run: Run): Promise<void> {
	const atOnce = () => run.service.atOnce;
	const finishOne = async (entry: Entry) => {
		await finish(entry, run);
		return true;
	};
	await inParallel(inTurns(readyEntries(run)), atOnce, finishOne);
}

function outputItems(output: Output, { index }: Item, files: Files = {}): INodeExecutionData[] {
	return [output].flat().map((json) => ({ json, ...files, pairedItem: { item: index } }));
}

function outputOf({ output, error, item }: Entry): INodeExecutionData[] {
	return error ? [failedItem(error, item)] : (output ?? []);
}
