import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../transport/failure';
import { knownAs, numberOf } from '../transport/wording';
import { tryObject } from '../transport/object';
import type { Service } from '../transport/service';
import { inParallel } from './concurrency';
import { recheck } from './recheck';
import { isFinal, meaningOf, type ResourceWith } from './resource';

export interface WaitOptions {
	/** Milliseconds after which no reading is started, repeated or waited for. */
	maxWaitMs: number;
	onTimeout: 'fail' | 'return';
	/** Whether a paused status ends the wait. */
	stopWhenPaused: boolean;
}

const pauses = { firstPauseMs: 1000, longestPauseMs: 30_000 };

/** An object that can be read again until its status is final. */
type Changing = ResourceWith<'one' | 'statuses'>;

interface Watched {
	/** The object as it was last read. */
	output: IDataObject;
	/** Whether reading it again would be of no use. */
	over: boolean;
	/** Whether the last reading failed. */
	unread?: boolean;
}

/**
 * Reads objects again, with growing pauses, until each has a final status or the time is up. It
 * starts after every item of the run was sent, and waits for all of them together: a long payroll is
 * paid first and waited for once, not item by item.
 * @returns for each output, in order: the object as last read with `final`, or the failure that the
 * user asked for when the time is up. If a reading fails, the next one follows as usual; what is
 * already known about a payment is never lost.
 */
export async function waitUntilFinal(
	service: Service,
	resource: Changing,
	outputs: readonly IDataObject[],
	options: WaitOptions,
): Promise<Array<IDataObject | ServiceFailure>> {
	const { clock } = service;
	const watched = outputs.map((output) => ({ output, over: isOver(output, resource, options) }));
	const open = () => watched.filter(({ over }) => !over);
	const readOpen = async (until: number) => {
		await inParallel(
			open(),
			() => service.atOnce,
			async (one) => {
				await refresh(one, service, resource, options, until);
				return clock.elapsed() < until;
			},
		);
		return open().length === 0;
	};
	if (open().length > 0) await recheck(clock, { ...pauses, ...options }, readOpen);
	return watched.map((one) => result(one, resource, options));
}

async function refresh(
	one: Watched,
	service: Service,
	resource: Changing,
	options: WaitOptions,
	until: number,
): Promise<void> {
	const id = String(one.output.id);
	const outcome = await tryObject(service, resource.one, id, { until });
	one.unread = 'failure' in outcome;
	if ('failure' in outcome) {
		one.over = outcome.failure.kind === 'stopped';
		return;
	}
	const kept = (resource.keeps ?? []).filter((field) => one.output[field] !== undefined);
	const added = Object.fromEntries(kept.map((field) => [field, one.output[field]]));
	one.output = { ...outcome.answer.body, ...added };
	one.over = isOver(one.output, resource, options);
}

function isOver(output: IDataObject, resource: Changing, { stopWhenPaused }: WaitOptions): boolean {
	if (isFinal(output, resource) || typeof output.id !== 'string') return true;
	return stopWhenPaused && meaningOf(output, resource) === 'paused';
}

function result(
	{ output, over, unread }: Watched,
	resource: Changing,
	{ onTimeout, maxWaitMs }: WaitOptions,
): IDataObject | ServiceFailure {
	if (over || onTimeout === 'return') return { ...output, final: isFinal(output, resource) };
	const which = `The ${resource.noun} ${knownAs(output)}`;
	const status = String(output.status ?? 'without a status');
	return new ServiceFailure({
		kind: 'notFinal',
		happened: 'yes',
		id: String(output.id),
		...(typeof output.nonce === 'string' && { nonce: output.nonce }),
		sentence: unread
			? `${which} could not be read any more; when it last could, it was ${status}`
			: `${which} was still ${status} after ${numberOf(Math.round(maxWaitMs / 1000), 'second')}`,
		advice:
			"It continues without this workflow: do not send it again. Read it later with Get, or raise 'Maximum Wait'.",
	});
}
