import type { Resource } from '../../run/operation';
import { getBalance } from './getBalance.operation';

export const floatAccount: Resource = {
	value: 'floatAccount',
	name: 'Float Account',
	operations: [getBalance],
};
