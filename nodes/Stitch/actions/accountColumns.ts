import type { IDataObject } from 'n8n-workflow';

import { asFields } from '../transport/json';
import { amountCell, cell, given } from './columns';

/** A bank account with its balances as columns, in the order in which a person reads them. */
export function simplifyAccount(account: IDataObject): IDataObject {
	const available = asFields(account.availableBalance);
	const current = asFields(account.currentBalance);
	return {
		name: cell(account.name),
		availableBalance: amountCell(available.quantity),
		currentBalance: amountCell(current.quantity),
		currency: cell(available.currency ?? current.currency),
		bank: cell(account.bankId),
		...given(account, ['accountNumber', 'accountType', 'accountFunction', 'updatedAt']),
		id: cell(account.id),
	};
}
