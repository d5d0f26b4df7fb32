import type { CatalogueEntry } from '../../run/operation';
import { getBalance } from './getBalance.operation';

export const floatAccount: CatalogueEntry = {
	value: 'floatAccount',
	name: 'Float Account',
	operations: [getBalance],
};
