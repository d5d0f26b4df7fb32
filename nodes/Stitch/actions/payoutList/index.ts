import type { CatalogueEntry } from '../../run/operation';
import { checkPayouts } from './check.operation';
import { getPage } from './getPage.operation';

export const payoutList: CatalogueEntry = {
	value: 'payoutList',
	name: 'Payout List',
	operations: [checkPayouts, getPage],
};
