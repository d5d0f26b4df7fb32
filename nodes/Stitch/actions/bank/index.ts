import type { Resource } from '../../run/operation';
import { getAll } from './getAll.operation';

export const bank: Resource = {
	value: 'bank',
	name: 'Bank',
	operations: [getAll],
};
