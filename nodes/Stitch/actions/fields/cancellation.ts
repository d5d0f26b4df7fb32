import type { INodeProperties } from 'n8n-workflow';

import { text } from '../../schemas/field';

/** Why something is cancelled; free text that the service requires (spec 4.1, 4.3). */
export const cancellationReasonField: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Order was withdrawn',
	description: 'Why it is cancelled, in your own words. Stitch keeps the reason.',
};

export const cancellationReason = text('Reason');
