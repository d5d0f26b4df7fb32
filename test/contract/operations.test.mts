import { existsSync } from 'node:fs';
import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { StitchUserOAuth2Api } from '../../credentials/StitchUserOAuth2Api.credentials';
import { properties } from '../../nodes/Stitch/catalogue/properties';
import { resources } from '../../nodes/Stitch/catalogue/resources';
import { runOptions } from '../../nodes/Stitch/run/options';
import { defaultServiceOptions } from '../../nodes/Stitch/transport/connect';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';
import { withInner } from './fields.mts';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({ resource, operation })),
);

const named = operations.map(
	({ resource, operation }) =>
		[`${resource.name} → ${operation.name}`, resource, operation] as const,
);

const everyProperty = properties.flatMap(withInner);
const everyField = [
	...properties,
	...new StitchTrigger().description.properties,
	...new StitchPollingTrigger().description.properties,
	...new StitchApi().properties,
	...new StitchUserOAuth2Api().properties,
].flatMap(withInner);
const byName = everyField.map(
	(property) => [`${property.displayName} (${property.name})`, property] as const,
);

it.each(resources.map((resource) => [resource.name, resource] as const))(
	'%s offers all of its operations, and an agent all that make sense there',
	(_, resource) => {
		const { description } = new Stitch();
		const values = { resource: resource.value };
		const isShown = (one: INodeProperties | INodePropertyOptions, name: string) =>
			NodeHelpers.displayParameter(values, one, null, { ...description, name });
		const offered = (name: string) =>
			description.properties
				.filter((field) => field.name === 'operation' && isShown(field, name))
				.flatMap(({ options }) => options as INodePropertyOptions[])
				.filter((one) => isShown(one, name))
				.map(({ value }) => value);
		const all = resource.operations;
		expect(offered('stitch')).toEqual(all.map(({ value }) => value));
		const asTool = all.filter(({ notAsTool }) => notAsTool !== true);
		expect(offered('stitchTool')).toEqual(asTool.map(({ value }) => value));
	},
);

// n8n gives each pattern 250 ms, and looks at them in every run: a busy machine would fail a payment.
it('shows no field by a regular expression', () => {
	const shownBy = everyField.map(({ name, displayOptions }) => [
		name,
		JSON.stringify(displayOptions),
	]);
	expect(shownBy.filter(([, by = '']) => by.includes('"regex"'))).toEqual([]);
});

it('offers an agent nothing that waits for a payer, as the node refuses that', () => {
	for (const { operation } of operations.filter(({ operation: { value } }) =>
		value.startsWith('waitFor'),
	)) {
		expect([operation.action, operation.notAsTool]).toEqual([operation.action, true]);
	}
});

it('lists resources and operations by name', () => {
	const sorted = (names: string[]) => [...names].sort((a, b) => a.localeCompare(b, 'en'));
	const names = resources.map(({ name }) => name);
	expect(names).toEqual(sorted(names));
	for (const { operations: own } of resources) {
		const ownNames = own.map(({ name }) => name);
		expect(ownNames).toEqual(sorted(ownNames));
	}
});

describe.each(named)('%s', (_, resource, operation) => {
	const folder = `${resource.value}/${operation.value}`;

	it('has a name, an action and a description as n8n words them', () => {
		expect(operation.name).toMatch(/^[A-Z]/);
		expect(operation.name === 'Get Many').toBe(operation.value === 'getAll');
		// A verb and what it is done to, and in brackets the word of somebody who knows no API.
		expect(operation.action).toMatch(/^[A-Z][a-z]+( [a-z]+| GraphQL)+( \([a-z ]+\))?$/);
		expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
	});

	it('has a separate file', () => {
		const rooms = ['nodes/Stitch', 'nodes/Stitch/actions'];
		expect(rooms.some((room) => existsSync(`${room}/${folder}.operation.ts`))).toBe(true);
	});
});

it.each(named)('%s looks up what its fields name by an external reference', (_, __, operation) => {
	const offering = operation.form.properties.filter(({ modes }) =>
		modes?.some(({ name }) => name === 'externalReference'),
	);
	const lookedUp = (operation.locators ?? []).map(({ field, name }) => `${field.name}: ${name}`);
	const offered = offering.map(({ name, displayName }) => `${name}: ${displayName}`);
	expect(lookedUp.sort()).toEqual(offered.sort());
});

it('fills every list that a field searches, by a method that n8n finds', () => {
	const searched = everyProperty.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	const { listSearch } = new Stitch().methods;
	expect([...new Set(searched)].sort()).toEqual(Object.keys(listSearch).sort());
});

const isChoice = ({ type }: INodeProperties) => type === 'options' || type === 'multiOptions';

/** Events have those of several events above the single ones; scopes have Other at their end. */
const isGrouped = ({ name }: INodeProperties) => ['events', 'chosenScopes'].includes(name);

describe.each(byName)('the field %s', (_, property) => {
	it('is worded as n8n words its fields', () => {
		const { type, placeholder, displayName } = property;
		const description = type === 'notice' ? displayName : property.description;
		if (type === 'boolean') expect(description).toMatch(/^Whether /);
		if (placeholder && !['collection', 'fixedCollection'].includes(type)) {
			expect(placeholder).toMatch(/^e\.g\. /);
		}
		if (description !== undefined) {
			expect(description).toMatch(/^[A-Z]/);
			if (type !== 'notice') expect(description).not.toBe(displayName);
			const sentences = description.split(/[.!?](?:\s|$)/).filter((sentence) => sentence !== '');
			expect(description.endsWith('.')).toBe(sentences.length > 1);
		}
		if (isChoice(property) && !isGrouped(property)) {
			const names = ((property.options ?? []) as INodePropertyOptions[]).map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		}
		if (type === 'collection') {
			const names = (property.options as INodeProperties[]).map((option) => option.displayName);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
		}
	});
});

it('shows every field for one operation of one resource', () => {
	for (const { name, displayOptions } of properties.slice(1)) {
		expect([name, displayOptions?.show?.resource]).toEqual([name, [expect.any(String)]]);
	}
});

it('offers the options of pace where rows are paid or verified, and nowhere else', () => {
	for (const { operation } of operations) {
		const options = [...(operation.options ?? []), ...runOptions(operation)];
		const names = options.map(({ name }) => name);
		const paced = ['concurrency', 'retrySeconds', 'timeoutSeconds'];
		const expected = operation.payment || operation.value === 'verify' ? paced : [];
		expect([operation.action, names.filter((name) => paced.includes(name))]).toEqual([
			operation.action,
			expected,
		]);
	}
});

it('shows the defaults of the options that the code uses', () => {
	const shown = Object.fromEntries(
		operations.flatMap(({ operation }) =>
			runOptions(operation).map(({ name, default: value }) => [name, value]),
		),
	);
	expect(shown).toMatchObject({
		concurrency: 0,
		retrySeconds: defaultServiceOptions.budgetMs / 1000,
		timeoutSeconds: defaultServiceOptions.timeoutMs / 1000,
	});
});

it('the trigger is of a version of which n8n evaluates nothing for a request', () => {
	// n8n reads an option of its own first Webhook node from every trigger of version 1.
	expect(new StitchTrigger().description.version).toBeGreaterThan(1);
});
