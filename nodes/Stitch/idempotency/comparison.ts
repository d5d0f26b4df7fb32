import type { IDataObject } from 'n8n-workflow';

import { inRand, money } from '../schemas/money';

/** An amount as the service tells it, as text in rand; nothing where it tells none. */
export function amountFound(value: unknown): string | undefined {
	const amount = money('Amount').safeParse(value);
	return amount.success ? inRand(amount.data) : undefined;
}

/** An ID as the service tells it: bare, or in the object that it belongs to. */
export function idFound(value: unknown): string | undefined {
	const id = typeof value === 'object' && value !== null ? (value as IDataObject).id : value;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
