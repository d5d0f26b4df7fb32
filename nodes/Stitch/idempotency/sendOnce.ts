import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure, type FailureDetails } from '../transport/failure';
import type { Outcome, Service, ServiceRequest } from '../transport/service';

/** Fields that the node adds to a payment; a later reading does not hold them. */
export const addedToPayment = ['nonce', 'alreadyExisted', 'notCompared'] as const;

/** What to do when the service already holds a payment under the nonce. */
export type OnDuplicate = 'returnExisting' | 'fail';

/** A value that must be the same in the first payment and in this one. */
export interface Comparison {
	/** As the editor labels the field. */
	label: string;
	asked: string;
	/** Nothing where the service does not tell. */
	found: string | undefined;
	/** Whether the values may be shown in a message. */
	secret?: boolean;
}

export interface Once {
	/** What is sent: a request, or a function that sends what is not REST. */
	request: ServiceRequest | ((service: Service) => Promise<Outcome>);
	nonce: string;
	onDuplicate: OnDuplicate;
	/** Looks the first payment up by its nonce. */
	find(): Promise<IDataObject | undefined>;
	compare(found: IDataObject): Comparison[];
	/** Where a person finds the payment by hand. */
	lookUpAdvice: string;
}

/** The service may list an object a moment after it was created. */
const lookUpPausesMs = [0, 500, 2000];

/**
 * Sends a payment that a nonce protects. When the service reports the nonce as used (409, spec 7),
 * the first payment is returned if it is the one that was asked for; nothing is sent again.
 * @throws {ServiceFailure} also when the first payment differs or cannot be found
 */
export async function sendOnce(service: Service, once: Once): Promise<IDataObject> {
	const { request } = once;
	const outcome =
		typeof request === 'function' ? await request(service) : await service.attempt(request);
	if ('answer' in outcome) {
		return { ...outcome.answer.body, nonce: once.nonce, alreadyExisted: false };
	}
	const { failure } = outcome;
	if (!saysDuplicate(failure) || once.onDuplicate === 'fail') throw new ServiceFailure(failure);
	const found = await findFirst(service, once);
	if (found === undefined) {
		throw new ServiceFailure({
			...failure,
			kind: 'duplicate',
			// A conflict need not be one of the nonce (spec 7).
			sentence: `The service reports a conflict for the nonce ${once.nonce}: most likely it was sent before. Nothing was sent twice, and the first payment could not be looked up`,
			advice: once.lookUpAdvice,
		});
	}
	const compared = once.compare(found);
	const untold = compared.filter(({ found: was }) => was === undefined);
	const different = compared.filter(({ asked, found: was }) => was !== undefined && was !== asked);
	if (different.length > 0) {
		throw new ServiceFailure({
			...failure,
			kind: 'duplicate',
			sentence: `Already sent under the nonce ${once.nonce}, but with other values: nothing was sent again. ${different.map(inWords).join('; ')}`,
			advice: `The first payment has the ID ${String(found.id)}. If this is a new payment, give it an External Reference or a nonce of its own.`,
		});
	}
	return {
		...found,
		nonce: once.nonce,
		alreadyExisted: true,
		// What the service does not tell cannot be compared; the user can see that it was not.
		...(untold.length > 0 && { notCompared: untold.map(({ label }) => label) }),
	};
}

/** REST says it by status, GraphQL by code. */
export function saysDuplicate({ status, code }: FailureDetails): boolean {
	return status === 409 || code === 'NONCE_DUPLICATE';
}

async function findFirst(service: Service, once: Once): Promise<IDataObject | undefined> {
	for (const pause of lookUpPausesMs) {
		await service.clock.pause(pause);
		const found = await findQuietly(once);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A look-up that fails is a payment that was not found: the message then says what is known. */
async function findQuietly(once: Once): Promise<IDataObject | undefined> {
	try {
		return await once.find();
	} catch {
		return undefined;
	}
}

function inWords({ label, asked, found, secret }: Comparison): string {
	return secret ? `${label} is not the same` : `${label} was ${String(found)} and is now ${asked}`;
}
