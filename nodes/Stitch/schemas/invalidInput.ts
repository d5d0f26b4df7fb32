import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { quoted } from '../transport/wording';

export interface Mistake {
	/** The field as the panel calls it. */
	field: string;
	/** The end of a sentence that begins with the field: `is empty`. */
	what: string;
	fix: string;
}

/** Why an item was not sent: a value, a limit of the user's, or another item of the same run. */
export type InputFailureKind =
	'duplicateInRun' | 'invalidField' | 'limitExceeded' | 'notFound' | 'notSent';

/** Thrown when a value prevents an item from being sent; nothing was sent for it. */
export class InvalidInput extends Error {
	override readonly name = 'InvalidInput';

	constructor(
		readonly mistakes: Mistake[],
		readonly kind: InputFailureKind = 'invalidField',
		/** Further facts for `details`. */
		readonly facts: IDataObject = {},
	) {
		super(mistakes.map(({ field, what }) => `${quoted(field)} ${what}`).join('; '));
	}
}

/**
 * A zod check that rejects a field with a mistake, worded for the person at the editor.
 * @param what completes a sentence that begins with the field
 */
export function reject(context: z.RefinementCtx, field: string, what: string, fix: string): never {
	const params = { field, fix };
	context.issues.push({ code: 'custom', message: what, params, input: context.value });
	return z.NEVER;
}

/**
 * A field that must be filled in.
 * @param schema of the same field where it may be left empty
 */
export function required<Value>(label: string, fix: string, schema: z.ZodType<Value | undefined>) {
	return schema.transform(
		(value, context): Value => value ?? reject(context, label, 'is empty', fix),
	);
}

/** @throws {InvalidInput} with every mistake in the value, not only the first */
export function check<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
	const result = schema.safeParse(raw);
	if (result.success) return result.data;
	const mistakes = result.error.issues.map((issue): Mistake => {
		const { field = issue.path.join('.'), fix = '' } =
			issue.code === 'custom' ? ((issue.params ?? {}) as Partial<Mistake>) : {};
		return { field, what: issue.message, fix };
	});
	throw new InvalidInput(mistakes);
}
