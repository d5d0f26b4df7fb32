import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const transaction: Resource = {
	value: 'transaction',
	name: 'Transaction',
	operations: [getAll],
};
