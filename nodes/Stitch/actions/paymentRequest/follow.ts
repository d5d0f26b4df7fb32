import type { Follow } from '../../run/waitUntilFinal';

/** How a payment request goes on (spec 3.1). */
export const follow: Follow = {
	noun: 'payment request',
	path: '/payment-requests',
	finalStatuses: ['completed', 'cancelled', 'expired'],
	keeps: ['paymentUrl'],
};
