import type { Resource } from '../../run/operation';
import { getAll } from './getAll.operation';
import { verify } from './verify.operation';

export const bankAccount: Resource = {
	value: 'bankAccount',
	name: 'Bank Account',
	operations: [getAll, verify],
	opensOn: 'verify',
};
