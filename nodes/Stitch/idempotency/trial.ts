import type { IDataObject } from 'n8n-workflow';

import { failureOf, ServiceFailure } from '../transport/failure';
import { explain } from '../transport/messages';
import { reasonInWords } from '../transport/reasons';
import type { Service } from '../transport/service';
import type { EarlierAttempt, PaymentToMake, Sent } from './paymentToMake';
import { sendOnce } from './sendOnce';

/** Why a payment would be sent, or would not. One that would fail is a failed item instead. */
export type Why =
	/** Nothing was sent before. */
	| 'new'
	/** It was made before, under its own nonce. */
	| 'alreadyPaid'
	/** It was sent before and has failed, and would not be paid again. */
	| 'failedBefore'
	/** It was sent before, and somebody cancelled it: it is never paid again. */
	| 'cancelledBefore'
	/** It was sent before and has failed: this would be the next attempt. */
	| 'payAgain'
	/** Its External Reference was paid under another nonce, which Stitch does not take for the same. */
	| 'paidElsewhere'
	/** The client may not look it up, but Stitch refuses a second one. */
	| 'unknown';

/** It could not be looked up whether a payment was sent before; a run would not send it either. */
export class NotChecked extends ServiceFailure {
	constructor(cause: unknown) {
		const failure = { ...failureOf(cause, 'no'), happened: 'no' as const };
		const { message, description } = explain(failure);
		super({ ...failure, sentence: `${couldNotCheck}: ${message}`, advice: description });
	}
}

const couldNotCheck = 'The node could not check whether it was sent before';

/** The columns in which a dry run says what would happen, in the order of the output. */
export const dryRunColumns = [
	'wouldSend',
	'why',
	'explanation',
	'elsewhereId',
	'elsewhereStatus',
	'elsewhereCreatedAt',
] as const;

interface Trial {
	/** As it would be made; its `send` is not called. */
	payment: PaymentToMake;
	find: PaymentToMake['find'];
	/** What would be sent, for people. */
	preview: IDataObject;
	/** The reason not to send it, whatever was made before; undefined if there is none. */
	obstacle(): Promise<Sent | undefined>;
	/** The payments with its External Reference under the nonce of another payment. */
	elsewhere(): Promise<IDataObject[]>;
}

/**
 * What sending a payment would bring. `sendOnce` itself decides it, as in a run; every payment is looked
 * up before it would be sent, and what is sent then goes nowhere.
 * @throws {ServiceFailure} where the payment would fail in a run
 */
export async function tryOut(service: Service, trial: Trial): Promise<IDataObject> {
	const { payment, preview, obstacle, elsewhere } = trial;
	let notLookedUp: unknown;
	const find = async (nonce: string) =>
		await trial.find(nonce).catch((cause: unknown) => {
			notLookedUp = cause;
			throw cause;
		});
	const send = async (): Promise<Sent> => (await obstacle()) ?? { onlyTried: true };
	const [tried, others] = await Promise.allSettled([
		// Nothing is sent, so every payment that is found is older.
		sendOnce(service, {
			...payment,
			find,
			// Whatever its values are now, a cancelled payment is not made again.
			compare: (found) => (payment.isCancelled?.(found) ? [] : payment.compare(found)),
			rules: { ...payment.rules, isLookedUpFirst: true },
			send,
			sendingSince: () => Infinity,
		}),
		elsewhere(),
	]);
	if (tried.status === 'rejected') {
		throw notLookedUp === undefined ? unsentFailure(tried.reason) : new NotChecked(notLookedUp);
	}
	if (notLookedUp !== undefined) return { ...notChecked(notLookedUp), ...preview };
	const { notPaidAgain, ...made } = tried.value;
	return {
		...verdictOf(made, notPaidAgain, others, payment),
		...made,
		...preview,
		nonce: made.nonce,
	};
}

/** Nothing was sent, so nothing can have happened. */
function unsentFailure(cause: unknown): unknown {
	if (!(cause instanceof ServiceFailure)) return cause;
	return new ServiceFailure({ ...cause.details, happened: 'no' });
}

function verdictOf(
	made: IDataObject,
	notPaidAgain: IDataObject[string],
	others: PromiseSettledResult<IDataObject[]>,
	{ hasFailed, isCancelled }: PaymentToMake,
): IDataObject {
	const { alreadyExisted, earlierAttempts } = made;
	if (isCancelled?.(made)) return verdict(false, 'cancelledBefore', String(notPaidAgain));
	const reason = reasonSentence(reasonInWords(made));
	if (hasFailed?.(made)) return verdict(false, 'failedBefore', `${String(notPaidAgain)}${reason}`);
	if (alreadyExisted !== false) {
		return verdict(false, 'alreadyPaid', `${explanations.alreadyPaid}${reason}`);
	}
	if (others.status === 'rejected') return notChecked(others.reason);
	const [other] = others.value;
	if (other !== undefined) {
		const { id, status, createdAt } = other;
		return {
			...verdict(true, 'paidElsewhere', explanations.paidElsewhere),
			...{ elsewhereId: id, elsewhereStatus: status, elsewhereCreatedAt: createdAt },
		};
	}
	const last = (earlierAttempts as EarlierAttempt[] | undefined)?.at(-1);
	if (last === undefined) return verdict(true, 'new', 'Nothing was sent for it before.');
	return verdict(true, 'payAgain', `${explanations.payAgain}${reasonSentence(last.reasonText)}`);
}

const explanations = {
	alreadyPaid: 'It was sent before and is not sent again.',
	payAgain: 'It was sent before and has failed, so it would be paid again.',
	paidElsewhere:
		'A payment with this reference was made in another way, for example in the Stitch dashboard. Stitch does not know that they are the same: a run would pay it a second time. If it is the same, remove the row.',
};

/** The reason of a status, after an explanation. */
function reasonSentence(reason: EarlierAttempt['reasonText']): string {
	return typeof reason === 'string' ? ` ${reason}.` : '';
}

function notChecked(cause: unknown): IDataObject {
	const why = cause instanceof ServiceFailure ? explain(cause.details).message : String(cause);
	return verdict(null, 'unknown', `${couldNotCheck}: ${why}`);
}

function verdict(wouldSend: boolean | null, why: Why, explanation: string): IDataObject {
	return { wouldSend, why, explanation };
}
