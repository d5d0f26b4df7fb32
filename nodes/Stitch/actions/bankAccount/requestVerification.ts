import type { IDataObject } from 'n8n-workflow';

import { comparedAccount, differencesOf } from '../../idempotency/comparison';
import type { BankAccountVerification } from './verifyForm';
import { ServiceFailure } from '../../transport/failure';
import { asFields, asJsonObject } from '../../transport/json';
import { mayRepeat } from '../../transport/retry';
import { answerIn, type Answer, type Service, type ServiceRequest } from '../../transport/service';
import type { WaitOutsideTheLimit } from '../../run/concurrency';
import { recheck } from '../../run/recheck';

interface VerificationWait {
	maxWaitMs: number;
	onTimeout: 'fail' | 'return';
}

const pauses = { firstPauseMs: 2000, longestPauseMs: 15_000 };

/**
 * Asks for a verification and repeats the identical request, with growing pauses, while the service
 * answers 202 (spec 4.4). Results are kept for 48 hours and not billed again, so repeating is safe. If a
 * repetition gets no answer, the next one follows after a pause. An item that pauses does not count as
 * under way, so that other items can start.
 * @returns the verification (spec 2.7), or the pending answer when the time is up
 * @throws {ServiceFailure}
 */
export async function requestVerification(
	service: Service,
	body: BankAccountVerification,
	{ maxWaitMs, onTimeout }: VerificationWait,
	waitOutsideTheLimit?: WaitOutsideTheLimit,
): Promise<IDataObject> {
	const request: ServiceRequest = {
		method: 'POST',
		path: '/bank-account-verifications',
		body,
		repeat: 'always',
		onlyRead: true,
		mayBePending: true,
		isAnswer: (answered) => isResultFor(body, answered),
	};
	let answer = answerIn(await service.tryCall(request));
	const isPending = () => answer.status === 202;
	const askAgain = async (until: number) => {
		answer = await repeated(service, { ...request, until }, answer);
		return !isPending();
	};
	const pace = { ...pauses, maxWaitMs, rest: waitOutsideTheLimit };
	if (isPending() && !(await recheck(service.clock, pace, askAgain))) {
		return answerOnTimeout(answer.body, onTimeout);
	}
	return answer.body;
}

/** A result repeats the account (spec 2.7), so one for a different account is not accepted. */
function isResultFor({ bankAccount }: BankAccountVerification, answered: IDataObject): boolean {
	const { number } = asFields(answered.bankAccount);
	const differences = differencesOf([comparedAccount(bankAccount.number, number)]);
	return asJsonObject(answered.verificationResult) !== undefined && differences.length === 0;
}

/** The next answer. If none arrives, the previous one, because the bank is still checking. */
async function repeated(
	service: Service,
	request: ServiceRequest,
	before: Answer,
): Promise<Answer> {
	const outcome = await service.tryCall(request);
	if ('answer' in outcome) return outcome.answer;
	const { failure } = outcome;
	if (failure.kind === 'notSent' || mayRepeat(failure, request.repeat)) return before;
	throw new ServiceFailure(failure);
}

function answerOnTimeout(body: IDataObject, onTimeout: VerificationWait['onTimeout']): IDataObject {
	if (onTimeout === 'return') return body;
	throw new ServiceFailure({
		kind: 'notFinal',
		happened: 'no',
		sentence: 'The bank is still checking the account',
		advice:
			"Run the item again later, or raise 'Maximum Wait'. Stitch keeps the result for 48 hours, and asking again in that time costs nothing more.",
	});
}
