import type { Follow } from '../../run/waitUntilFinal';

/**
 * How a disbursement goes on (spec 3.2). Completed counts as final although, in extremely rare
 * cases, the bank reverses it later: only an event tells of that.
 */
export const follow: Follow = {
	noun: 'disbursement',
	path: '/disbursements',
	finalStatuses: ['completed', 'error', 'cancelled', 'reversed'],
	pausedStatuses: ['paused'],
	keeps: ['nonce', 'alreadyExisted', 'notCompared'],
};
