import type { IDataObject } from 'n8n-workflow';

import { segment, type Service } from '../../transport/service';

/** Placeholder of every field that takes the ID of a payment request. */
export const idPlaceholder = 'e.g. cGF5bWVudFJlcXVlc3Q6MQ==';

/** A payment request as it stands now (spec 4.1). */
export async function readPaymentRequest(service: Service, id: string): Promise<IDataObject> {
	return await service.call({
		method: 'GET',
		path: `/payment-requests/${segment(id)}`,
		repeat: 'always',
	});
}
