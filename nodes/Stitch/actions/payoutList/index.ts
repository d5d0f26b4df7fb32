import type { Resource } from '../../run/operation';
import { checkPayouts } from './check.operation';
import { getPage } from './getPage.operation';

export const payoutList: Resource = {
	value: 'payoutList',
	name: 'Payout List',
	operations: [checkPayouts, getPage],
};
