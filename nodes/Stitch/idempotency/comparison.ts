import type { IDataObject } from 'n8n-workflow';

import { inRand, money } from '../schemas/money';

// Made once: a schema takes longer to make than to check a value with.
const anyAmount = money('Amount');

/** An amount from the service as text in rand; undefined if it gives none. */
export function amountFound(value: unknown): string | undefined {
	const amount = anyAmount.safeParse(value);
	return amount.success ? inRand(amount.data) : undefined;
}

/** An ID from the service, which gives it bare or in the object that it belongs to. */
export function idFound(value: unknown): string | undefined {
	const id = typeof value === 'object' && value !== null ? (value as IDataObject).id : value;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
