import type { CatalogueEntry } from '../../run/operation';
import { getAll } from './getAll.operation';

export const bank: CatalogueEntry = {
	value: 'bank',
	name: 'Bank',
	operations: [getAll],
};
