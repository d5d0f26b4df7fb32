import type { INodeProperties } from 'n8n-workflow';

import { properties } from '../../../nodes/Stitch/catalogue/properties';
import { findOperation, resources } from '../../../nodes/Stitch/catalogue/resources';

/** The drop-down "Operation" of a resource. */
function selectorOf(resource: string): INodeProperties | undefined {
	return properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
	);
}

/** What most people come for, where there is a choice; written down by hand. */
const opensOn: Record<string, string> = {
	bankAccount: 'verify',
	card: 'getAll',
	charge: 'create',
	disbursement: 'create',
	eventSubscription: 'getAll',
	paymentConsent: 'create',
	paymentRequest: 'create',
	payoutList: 'check',
	refund: 'create',
	terminalSession: 'create',
};

describe('the drop-down "Operation"', () => {
	it('of each resource opens on what most people come for, never on a deletion', () => {
		const withChoice = resources.filter(({ operations }) => operations.length > 1);
		const opened = withChoice.map(({ value }) => [value, selectorOf(value)?.default]);
		expect(Object.fromEntries(opened)).toEqual(opensOn);
	});
});

describe('the fields of an operation', () => {
	const fields = properties.filter(({ displayOptions }) => displayOptions?.show?.operation);

	it('begin with the choice of the credential and end with Options, where there are any', () => {
		for (const resource of resources) {
			for (const { value } of resource.operations) {
				const own = fields.filter(
					({ displayOptions }) =>
						displayOptions?.show?.resource?.[0] === resource.value &&
						displayOptions.show.operation?.[0] === value,
				);
				expect(own[0]?.name).toMatch(/^(with(Client|User)Token|authentication)$/);
				const options = own.findIndex(({ displayName }) => displayName === 'Options');
				expect([-1, own.length - 1]).toContain(options);
			}
		}
	});

	it('keep their own display rules', () => {
		const limit = fields.find(
			({ name, displayOptions }) =>
				name === 'limit' && displayOptions?.show?.resource?.[0] === 'disbursement',
		);
		expect(limit?.displayOptions).toEqual({
			show: { returnAll: [false], resource: ['disbursement'], operation: ['getAll'] },
		});
	});
});

it('finds each operation under its own resource', () => {
	for (const { value, operations } of resources) {
		for (const operation of operations) {
			expect(findOperation(value, operation.value)).toBe(operation);
		}
	}
});

it.each([
	['disbursement', 'verify'],
	['disbursement', ''],
	['Disbursement', 'create'],
	['constructor', 'create'],
])('finds none that no drop-down offers: %s %s', (resource, operation) => {
	expect(findOperation(resource, operation)).toBeUndefined();
});
