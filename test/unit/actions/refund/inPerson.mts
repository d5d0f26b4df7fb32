import type { IDataObject } from 'n8n-workflow';

import { restPage } from '../../builders.mts';

export const ofSession: IDataObject = {
	refundOf: 'terminalSession',
	terminalSessionId: 'session-1',
	amount: '10.50',
	reason: 'requested_by_customer',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};

export const ofCharge: IDataObject = { ...ofSession, refundOf: 'charge', chargeId: 'charge-1' };

export const createdAt = '2026-11-20T10:00:00Z';

/** Nothing is there when it is looked up before. */
export const none = restPage();
