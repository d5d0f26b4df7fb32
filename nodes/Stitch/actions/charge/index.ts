import type { CatalogueEntry } from '../../run/operation';
import { create } from './create.operation';
import { get } from './get.operation';

export const charge: CatalogueEntry = {
	value: 'charge',
	name: 'Charge',
	operations: [create, get],
};
