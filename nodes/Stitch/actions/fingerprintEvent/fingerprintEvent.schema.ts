import { z } from 'zod/v4';

import { oneOf, text } from '../../schemas/field';
import { limit } from '../../schemas/list';

/** How fingerprint events are found: exactly one of the two is required (companion spec 4.5). */
export const searchBy = oneOf('Search By', ['correlationId', 'deviceId']);

/** Which fingerprint events are listed, for each way to find them (companion spec 4.5). */
export const fingerprintEventLists = {
	correlationId: z.object({ correlationId: text('Correlation ID', { max: 128 }), limit }),
	deviceId: z.object({ deviceId: text('Device ID'), limit }),
};

export type FingerprintEventList = z.output<
	(typeof fingerprintEventLists)[keyof typeof fingerprintEventLists]
>;
