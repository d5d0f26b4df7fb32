import type { IDataObject } from 'n8n-workflow';

import { processEvents } from '../../../nodes/Stitch/webhook/deliver';
import { executeContext } from './contexts.mts';

/** An event as `webhook()` hands it on. */
export const event = (eventId: string, more: IDataObject = {}): IDataObject => ({
	event: 'disbursement.completed',
	resource: 'disbursement',
	id: 'aWQ6MQ==',
	status: 'completed',
	amount: null,
	externalReference: null,
	nonce: null,
	eventId,
	changeKey: `disbursement.completed/${eventId}`,
	...more,
});

/** Runs the trigger in an execution. @returns also the IDs of the events that it passed on */
export async function run(given: Parameters<typeof executeContext>[0]) {
	const { context, recordings } = executeContext(given);
	const [output = []] = await processEvents(context);
	return { output, ids: output.map(({ json }) => json.eventId), recordings };
}

export const current = {
	id: 'aWQ6MQ==',
	status: 'reversed',
	externalReference: 'shop-1',
	nonce: 'nonce-1',
	amount: { quantity: '150.00', currency: 'ZAR' },
};

export const ok = (body: unknown) => async () => ({ statusCode: 200, headers: {}, body });
export const refused = async () => ({ statusCode: 404, headers: {}, body: {} });
