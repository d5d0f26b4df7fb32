import type { CatalogueEntry } from '../../run/operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const refund: CatalogueEntry = {
	value: 'refund',
	name: 'Refund',
	operations: [create, get, getAll],
};
