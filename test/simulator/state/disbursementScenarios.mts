import type { DisbursementOrder } from './disbursements.mts';

const second = 1000;
const minute = 60 * second;

/** When things happen, in simulated milliseconds. Spec 4.7 and 3.2 name the outcomes; the steps between are our choice. */
export const timing = {
	/** Creation to the first decision about funds. */
	firstStep: second,
	submitted: minute,
	/** Spec 4.7: "after about 2 minutes". */
	outcome: 2 * minute,
	/** Spec 4.7: "after about 3 minutes". */
	pausedOutcome: 3 * minute,
	clearing: minute,
	/** Spec 3.2: held for up to 7 days. */
	holdExpiry: 7 * 24 * 60 * minute,
};

interface Outcome {
	status: 'completed' | 'error';
	reason?: string;
	pausesFirst: boolean;
}

/** What becomes of a test client's disbursement (the table of spec 4.7; amounts in rand there). */
export function outcomeOf(order: DisbursementOrder): Outcome {
	const { cents } = order;
	if (cents > 40400) return { status: 'error', reason: 'insufficient_funds', pausesFirst: true };
	if (cents === 40400) return { status: 'completed', pausesFirst: true };
	const failure = (reason: string): Outcome => ({ status: 'error', reason, pausesFirst: false });
	if (cents === 40000) return failure('bank_processing_error');
	if (cents === 40100) return failure('inactive_account');
	if (cents === 40200) return failure('invalid_account');
	// The table names no result for what follows: our choice.
	if (cents > 40000) return failure('exceeded_limit');
	if (!order.beneficiary.accountNumber.endsWith('0')) return failure('invalid_account');
	return { status: 'completed', pausesFirst: false };
}
