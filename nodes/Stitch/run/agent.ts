import type { IDataObject, INode } from 'n8n-workflow';

import { maskAccount } from '../transport/mask';

/** Whether an AI agent runs a node; n8n then gives its type this ending. */
export function isRunByAgent({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/**
 * Columns as an AI agent gets them. What it reads goes to whoever runs its model, and they need not
 * know an account number: its last two digits tell accounts apart.
 */
export function forAgent(columns: IDataObject): IDataObject {
	const { accountNumber } = columns;
	if (typeof accountNumber !== 'string') return columns;
	return { ...columns, accountNumber: maskAccount(accountNumber) };
}
