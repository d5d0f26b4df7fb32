import type { Resource } from '../../run/operation';
import { getAll } from './getAll.operation';

export const transaction: Resource = {
	value: 'transaction',
	name: 'Transaction',
	operations: [getAll],
};
