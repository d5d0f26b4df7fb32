import type { Resource } from '../../run/operation';
import { create } from './create.operation';
import { get } from './get.operation';

export const charge: Resource = {
	value: 'charge',
	name: 'Charge',
	operations: [create, get],
};
