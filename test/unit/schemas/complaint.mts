import type { z } from 'zod/v4';

import { check, InvalidInput } from '../../../nodes/Stitch/schemas/invalidInput';

/** What a person reads where a rule refuses a value; undefined where it does not. */
export function complaintOf(
	schema: z.ZodType,
	given: unknown,
): { message: string; fix: string } | undefined {
	try {
		check(schema, given);
		return undefined;
	} catch (cause) {
		if (!(cause instanceof InvalidInput)) throw cause;
		return { message: cause.message, fix: cause.mistakes.map(({ fix }) => fix).join(' ') };
	}
}

/** What is wrong and how to put it right; nothing where the value is taken. */
export function complaint(read: () => unknown): string | undefined {
	try {
		read();
		return undefined;
	} catch (cause) {
		if (!(cause instanceof InvalidInput)) throw cause;
		return `${cause.message}. ${cause.mistakes.map(({ fix }) => fix).join(' ')}`;
	}
}
