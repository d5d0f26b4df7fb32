import type { IDataObject } from 'n8n-workflow';

import type { BankAccountVerification } from './bankAccountVerification.schema';
import { ServiceFailure } from '../../transport/failure';
import type { Service } from '../../transport/service';

/** How long a verification is waited for, and what happens when it is still under way then. */
export interface VerificationWait {
	maxWaitMs: number;
	onPending: 'fail' | 'return';
}

const firstPauseMs = 2000;
const longestPauseMs = 15_000;
const growth = 1.5;

/**
 * Asks for a verification and repeats the identical request, with growing pauses, while the
 * service answers 202 (spec 4.4). Results are kept for 48 hours and not billed again, so repeating
 * is safe.
 * @returns the verification (spec 2.7), or the pending answer when the time is up
 * @throws {ServiceFailure}
 */
export async function untilVerified(
	service: Service,
	body: BankAccountVerification,
	{ maxWaitMs, onPending }: VerificationWait,
): Promise<IDataObject> {
	const deadline = service.clock.now() + maxWaitMs;
	for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * growth)) {
		const answer = await service.ask({
			method: 'POST',
			path: '/bank-account-verifications',
			body,
			repeat: 'always',
			mustHold: 'verificationResult',
		});
		if (answer.status !== 202) return answer.body;
		const leftMs = deadline - service.clock.now();
		if (leftMs <= 0) return stillPending(answer.body, maxWaitMs, onPending);
		await service.clock.pause(Math.min(pauseMs, leftMs));
	}
}

function stillPending(
	body: IDataObject,
	maxWaitMs: number,
	onPending: VerificationWait['onPending'],
): IDataObject {
	if (onPending === 'return') return body;
	throw new ServiceFailure({
		kind: 'notFinal',
		sentence: `The verification was still pending after ${Math.round(maxWaitMs / 1000)} seconds of waiting`,
		advice:
			'Run the item again later, or raise Maximum Wait under Options. The result is kept for 48 hours, and asking again in that time is not billed again.',
	});
}
