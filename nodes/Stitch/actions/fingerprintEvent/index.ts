import type { CatalogueEntry } from '../../run/operation';
import { getAll } from './getAll.operation';

export const fingerprintEvent: CatalogueEntry = {
	value: 'fingerprintEvent',
	name: 'Fingerprint Event',
	operations: [getAll],
};
