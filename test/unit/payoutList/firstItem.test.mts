import type { IDataObject } from 'n8n-workflow';

import { checkPayouts } from '../../../nodes/Stitch/payoutList/check.operation';
import { getPage } from '../../../nodes/Stitch/payoutList/getPage.operation';
import type { Operation } from '../../../nodes/Stitch/run/operation';
import { InvalidInput } from '../../../nodes/Stitch/schemas/field';
import { itemOf, serviceOf } from '../builders.mts';

/** An expression that goes back to a list of 600 rows takes n8n milliseconds, for each item. */
describe.each<[string, Operation, IDataObject]>([
	['Check', checkPayouts, { options: { maxTotalPerDay: 'no amount' } }],
	['Get Page', getPage, { page: 'no page' }],
])('Payout List → %s', (_name, operation, parameters) => {
	const prepare = (index: number) => () =>
		operation.prepare(itemOf(parameters, index), serviceOf([]).service);

	it('reads its parameters from the first item alone', () => {
		expect(prepare(0)).toThrow(InvalidInput);
		expect(prepare(1)).not.toThrow();
	});
});

it('Payout List → Check takes no spaces for a heading, and a number for a text', () => {
	const parameters = { columns: { amount: ' ' }, options: { beneficiaryReference: 202611 } };
	const plan = checkPayouts.prepare(itemOf(parameters), serviceOf([]).service);
	expect(plan).toMatchObject({
		settings: { named: { amount: undefined }, defaults: { beneficiaryReference: '202611' } },
	});
});
