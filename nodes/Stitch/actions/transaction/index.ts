import type { CatalogueEntry } from '../../run/operation';
import { getAll } from './getAll.operation';

export const transaction: CatalogueEntry = {
	value: 'transaction',
	// Its value is older than the charges of payers, which are also transactions.
	name: 'Bank Transaction',
	operations: [getAll],
};
