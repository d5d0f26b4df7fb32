import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	paymentFilter,
	paymentFilters,
	referenceFilters,
	updatedFilters,
} from '../../../../nodes/Stitch/actions/fields/paymentFilters';
import { listFields, nonceFilter } from '../../../../nodes/Stitch/actions/fields/list';
import { form } from '../../../../nodes/Stitch/schemas/form';
import { itemOf } from '../../builders.mts';

const payments = {
	noun: 'payment',
	statuses: { pending: 'open', completed: 'done', error: 'failed' },
	list: { statusField: 'state', statusPrefix: 'Payment' },
} as const;

const list = form({
	...listFields,
	filters: paymentFilters(payments, {
		...referenceFilters(payments, {
			beneficiaryReference: 'e.g. Order 1',
			externalReference: 'e.g. PAY-1',
		}),
		...updatedFilters,
		nonce: nonceFilter('payment'),
	}),
});

const read = (filters: IDataObject, { limit = 50 }: { limit?: unknown } = {}) => {
	const item = itemOf({ filters, limit } as IDataObject);
	const { filters: checked, limit: most } = list.read(item);
	return { filter: paymentFilter(payments, checked), limit: most };
};

describe('the filters of a list of payments', () => {
	it('offer the statuses of the resource and what only this list has', () => {
		const fields = list.properties.at(-1)?.options as INodeProperties[];
		expect(fields.map(({ name }) => name)).toEqual([
			'beneficiaryReference',
			'createdAfter',
			'createdBefore',
			'externalReference',
			'nonce',
			'status',
			'updatedAfter',
			'updatedBefore',
		]);
		expect(fields.find(({ name }) => name === 'status')?.options).toEqual([
			{ name: 'Completed', value: 'completed' },
			{ name: 'Error', value: 'error' },
			{ name: 'Pending', value: 'pending' },
		]);
	});

	it('ask for all payments where none is set', () => {
		expect(read({})).toEqual({ filter: {}, limit: 50 });
		expect(read({ status: [] })).toEqual({ filter: {}, limit: 50 });
	});

	it.each([undefined, null, '', ' '])(
		'do not ask for everything where an expression has found nothing: %j',
		(nothing) => {
			const names = ['externalReference', 'nonce', 'status', 'createdAfter', 'createdBefore'];
			const filters = Object.fromEntries(names.map((name) => [name, nothing])) as IDataObject;
			const found = ['Status', 'Created After', 'Created Before', 'External Reference', 'Nonce'];
			for (const label of found) expect(() => read(filters)).toThrow(`'${label}' is empty`);
		},
	);

	it('become the conditions of GraphQL, under the names of this resource', () => {
		const { filter } = read({
			beneficiaryReference: 'Order 1',
			createdAfter: '2026-11-01T00:00:00',
			updatedBefore: '2026-11-03T00:00:00',
			externalReference: 'PAY-1',
			nonce: 'n-1',
			status: ['error'],
		});
		expect(filter).toEqual({
			beneficiaryReference: { eq: 'Order 1' },
			updated: { lte: '2026-11-02T22:00:00.000Z' },
			created: { gte: '2026-10-31T22:00:00.000Z' },
			externalReference: { eq: 'PAY-1' },
			nonce: { eq: 'n-1' },
			state: { typename: { in: ['PaymentError'] } },
		});
	});

	it('are rejected together, with every mistake', () => {
		expect(() => read({ createdAfter: 'soon', status: 'paid' }, { limit: 0 })).toThrow(
			"'Limit' cannot be 0; 'Created After' is not a date that can be read: soon; 'Status' is not a status that Stitch knows: paid",
		);
	});

	it('are rejected where one contradicts another', () => {
		const span = { createdAfter: '2026-11-02', createdBefore: '2026-11-01' };
		expect(() => read(span)).toThrow("'Created Before' is earlier than 'Created After'");
		const updated = { updatedAfter: '2026-11-02', updatedBefore: '2026-11-01' };
		expect(() => read(updated)).toThrow("'Updated Before' is earlier than 'Updated After'");
	});
});
