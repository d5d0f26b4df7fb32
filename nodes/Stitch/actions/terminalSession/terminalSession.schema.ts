import { z } from 'zod/v4';

import { asText, oneOf, optionalOneOf, text } from '../../schemas/field';
import { limit } from '../../schemas/list';
import { metadata } from '../../schemas/metadata';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText } from '../../schemas/visibleText';

/** What happens on the terminal: exactly one of the two (companion spec 2.1). */
export const intent = oneOf('Type', ['charge', 'disbursement']);

const rest = {
	amount: paymentAmount('Amount'),
	terminal: text('Terminal ID'),
	externalReference: optionalVisibleText('External Reference', { max: 4096 }),
	metadata: metadata({ nested: 'asIs' }),
};

/** A terminal session (companion spec 2.1, 4.2) without its nonce, which is derived from the rest. */
export const terminalSessionSchemas = {
	charge: z.object({
		...rest,
		intent: z.literal('charge'),
		captureMethod: optionalOneOf('Capture Method', ['automatic', 'manual']),
		cashback: z.preprocess(asText, paymentAmount('Cashback Amount').optional()),
	}),
	disbursement: z.object({ ...rest, intent: z.literal('disbursement') }),
};

export type TerminalSession = z.output<
	(typeof terminalSessionSchemas)[keyof typeof terminalSessionSchemas]
>;

/** Which terminal sessions are listed (companion spec 4.2). */
export const terminalSessionListSchema = z.object({
	externalReference: optionalVisibleText('External Reference'),
	nonce: optionalVisibleText('Nonce'),
	limit,
});

export type TerminalSessionList = z.output<typeof terminalSessionListSchema>;
