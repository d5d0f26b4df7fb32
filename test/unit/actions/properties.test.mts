import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { properties } from '../../../nodes/Stitch/actions/properties';
import { resources } from '../../../nodes/Stitch/actions/resources';
import { Stitch } from '../../../nodes/Stitch/Stitch.node';

const { description } = new Stitch();

/** The drop-down "Operation" of a resource. */
function selectorOf(resource: string): INodeProperties | undefined {
	return properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
	);
}

/** What most people come for, written down by hand. */
const openedOn: Record<string, string> = {
	bank: 'getAll',
	bankAccount: 'verify',
	card: 'getAll',
	charge: 'create',
	disbursement: 'create',
	disputeEvidence: 'upload',
	eventSubscription: 'getAll',
	fingerprintEvent: 'getAll',
	floatAccount: 'getBalance',
	graphql: 'execute',
	paymentConsent: 'create',
	paymentRequest: 'create',
	refund: 'create',
	terminalSession: 'create',
	transaction: 'getAll',
};

describe('the drop-down "Operation"', () => {
	/** What it is on in a node of a version. */
	function opens(resource: string, typeVersion: number): unknown {
		const node = { typeVersion } as INode;
		const shown = properties.filter(
			(field) =>
				field.name === 'operation' &&
				NodeHelpers.displayParameter({ resource }, field, node, description),
		);
		expect(shown).toHaveLength(1);
		return shown[0]?.default;
	}

	it('of each resource opens on what most people come for, never on a deletion', () => {
		const opened = resources.map(({ value }) => [value, opens(value, 1.1)]);
		expect(Object.fromEntries(opened)).toEqual(openedOn);
	});

	it('means in a saved workflow what it meant, as n8n does not save a default', () => {
		const opened = resources.map(({ value }) => [value, opens(value, 1)]);
		expect(Object.fromEntries(opened)).toEqual({
			...openedOn,
			bankAccount: 'getAll',
			card: 'delete',
		});
	});

	it('shows the editor first what a new node opens on', () => {
		const first = selectorOf('bankAccount');
		expect(first?.default).toBe('verify');
		expect((first?.options as INodePropertyOptions[]).map(({ value }) => value)).toEqual([
			'getAll',
			'verify',
		]);
	});
});

describe('the fields of an operation', () => {
	const fields = properties.filter(({ displayOptions }) => displayOptions?.show?.operation);

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
