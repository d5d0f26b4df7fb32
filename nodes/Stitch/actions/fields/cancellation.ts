import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

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

/**
 * What is cancelled, or ended in another way, and why.
 * @param idLabel as the panel calls the field that names it
 */
export const cancellation = (idLabel: string) =>
	z.object({ id: text(idLabel), reason: text('Reason') });
