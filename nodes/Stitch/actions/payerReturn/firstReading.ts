import type { IDataObject } from 'n8n-workflow';

import { inWords } from '../../run/nodeError';
import { ServiceFailure, statusOfCode, type FailureDetails } from '../../transport/failure';
import { isAway } from '../../transport/outage';
import { mayRepeat } from '../../transport/retry';
import type { Service } from '../../transport/service';
import type { Awaited } from './awaited';

interface FirstReading {
	/** What is awaited; only its ID if Stitch gave no answer. */
	object: IDataObject;
	/** Why it is only its ID, for a wait that cannot begin without the rest. */
	unanswered?: ServiceFailure;
}

/**
 * Reads what is awaited when a wait begins. Without an answer, the wait begins all the same: the payer
 * may have the link already, and what decides is read when they come back.
 * @throws {ServiceFailure} for an answer that another reading would not change
 */
export async function firstReading(
	awaited: Awaited,
	service: Service,
	id: string,
): Promise<FirstReading> {
	const read = async () => ({ object: await awaited.read(service, id) });
	return await read().catch((cause: unknown) => unread(awaited, id, cause));
}

function unread(awaited: Awaited, id: string, cause: unknown): FirstReading {
	if (!(cause instanceof ServiceFailure)) throw cause;
	const { details } = cause;
	const link = afterTheLink(awaited);
	if (isUnanswered(details)) {
		return { object: { id }, unanswered: new ServiceFailure({ ...details, id, advice: link }) };
	}
	const advice = `${inWords(cause).description} ${link}`.trim();
	throw new ServiceFailure({ ...details, id, advice });
}

/** "Try again" would be wrong where somebody may have a link. */
export function afterTheLink({ lifecycle: { noun }, get }: Awaited): string {
	return `The payer may have the link already, so do not make another: look this ${noun} up with ${get}.`;
}

function isUnanswered(failure: FailureDetails): boolean {
	const isOut = isAway(failure) || statusOfCode(failure.code) >= 500;
	return isOut || mayRepeat(failure, 'always');
}
