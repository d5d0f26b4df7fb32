import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { properties } from '../../../nodes/Stitch/actions/properties';
import { resources } from '../../../nodes/Stitch/actions/resources';

/** The drop-down "Operation" of a resource. */
function selectorOf(resource: string): INodeProperties | undefined {
	return properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
	);
}

describe('the drop-down "Operation"', () => {
	it.each(resources.map(({ value }) => value))(
		'of %s starts on what most people come for, never on a deletion',
		(resource) => {
			const { options = [], default: chosen } = selectorOf(resource) ?? {};
			const values = (options as INodePropertyOptions[]).map(({ value }) => value);
			const harmless = values.filter((value) => value !== 'delete');
			expect(chosen).toBe(values.includes('create') ? 'create' : harmless[0]);
			expect(chosen).toBeDefined();
		},
	);
});

describe('the fields of an operation', () => {
	const fields = properties.slice(1 + resources.length);

	it('begin with the choice of the credential and end with Options', () => {
		for (const resource of resources) {
			for (const { value } of resource.operations) {
				const own = fields.filter(
					({ displayOptions }) =>
						displayOptions?.show?.resource?.[0] === resource.value &&
						displayOptions.show.operation?.[0] === value,
				);
				expect(own[0]?.name).toMatch(/^(with(Client|User)Token|authentication)$/);
				expect(own.at(-1)?.displayName).toBe('Options');
			}
		}
	});

	it('keep the rules of their own by which they are shown', () => {
		const limit = fields.find(
			({ name, displayOptions }) =>
				name === 'limit' && displayOptions?.show?.resource?.[0] === 'disbursement',
		);
		expect(limit?.displayOptions).toEqual({
			show: { returnAll: [false], resource: ['disbursement'], operation: ['getAll'] },
		});
	});
});
