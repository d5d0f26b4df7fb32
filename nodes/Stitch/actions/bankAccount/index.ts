import type { CatalogueEntry } from '../../run/operation';
import { getAll } from './getAll.operation';
import { verifyAccount } from './verify.operation';

export const bankAccount: CatalogueEntry = {
	value: 'bankAccount',
	name: 'Bank Account',
	operations: [getAll, verifyAccount],
	opensOn: 'verify',
};
