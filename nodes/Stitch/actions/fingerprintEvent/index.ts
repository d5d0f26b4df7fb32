import type { Resource } from '../../run/operation';
import { getAll } from './getAll.operation';

export const fingerprintEvent: Resource = {
	value: 'fingerprintEvent',
	name: 'Fingerprint Event',
	operations: [getAll],
};
