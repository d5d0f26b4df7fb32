import type { Resource } from '../../run/operation';
import { getAll } from './getAll.operation';
import { verifyAccount } from './verify.operation';

export const bankAccount: Resource = {
	value: 'bankAccount',
	name: 'Bank Account',
	operations: [getAll, verifyAccount],
	opensOn: 'verify',
};
