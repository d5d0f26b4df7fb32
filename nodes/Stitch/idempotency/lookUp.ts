import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, type FailureDetails } from '../transport/failure';
import type { Service } from '../transport/service';

/** The service may list an object only a moment after it was created. */
const pausesMs = [0, 500, 2000];

/** What is known about a payment: it exists, it does not, or it could not be looked up. */
export type Known = { found: IDataObject } | { none: true } | { failure: FailureDetails };

/**
 * Looks up a payment, a few times if it is not found at once.
 * @param find returns undefined if there is none
 */
export async function lookUp(
	service: Service,
	find: () => Promise<IDataObject | undefined>,
): Promise<Known> {
	for (const pause of pausesMs) {
		await service.clock.pause(pause);
		const known = await lookOnce(find);
		if (known !== undefined) return known;
	}
	return { none: true };
}

/**
 * Looks up a payment that is not new.
 * @param find returns undefined if there is none
 * @returns undefined if there is none so far
 */
export async function lookOnce(
	find: () => Promise<IDataObject | undefined>,
): Promise<Known | undefined> {
	try {
		const found = await find();
		return found && { found };
	} catch (cause) {
		const title = cause instanceof Error ? cause.message : String(cause);
		return {
			failure: cause instanceof ServiceFailure ? cause.details : { kind: 'unreadable', title },
		};
	}
}
