import { z } from 'zod/v4';

import { text } from '../../schemas/field';
import { limit } from '../../schemas/list';

/** Which stored cards are listed (companion spec 4.1). */
export const cardListSchema = z.object({ payerId: text('Payer ID'), limit });

export type CardList = z.output<typeof cardListSchema>;
