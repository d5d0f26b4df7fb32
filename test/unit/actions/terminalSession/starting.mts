import type { IDataObject } from 'n8n-workflow';

import { restPage } from '../../builders.mts';

export const charge: IDataObject = {
	intent: 'charge',
	amount: '150',
	terminalId: 'terminal-1',
	externalReference: 'receipt-1',
	nonceSource: 'custom',
	customNonce: 'nonce-1',
};

export const disbursement: IDataObject = { ...charge, intent: 'disbursement' };

export const withMore = (additionalFields: IDataObject) => ({ ...charge, additionalFields });

/** Nothing is there when it is looked up before. */
export const none = restPage();
