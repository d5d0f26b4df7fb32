import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { canPause } from '../../nodes/Stitch/run/resource';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { complaints } from '../unit/actions/perform.mts';
import { optionValues, withInner } from './fields.mts';
import { shownFields } from './panel.mts';

const { description } = new Stitch();

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		...operation,
		title: `${resource.name} → ${operation.name}`,
		chosen: { resource: resource.value, operation: operation.value },
	})),
);

const each = operations.map((operation) => [operation.title, operation] as const);

function labelsOf(parameters: Record<string, string>, more: object = {}): string[] {
	return shownFields(description, { ...parameters, ...more }).map(({ label }) => label);
}

/** Everything that a person can choose in one field: nothing, or one value of a field that has some. */
function choicesOf(fields: INodeProperties[]): object[] {
	const valuesOf = (field: INodeProperties): unknown[] =>
		field.type === 'boolean'
			? [!field.default]
			: field.type === 'options'
				? optionValues(field)
				: [];
	const made = fields.map((field) => valuesOf(field).map((value) => ({ [field.name]: value })));
	return [{}, { options: { waitUntilFinal: true } }, ...made.flat()];
}

it.each(each)('%s shows each of its fields under some choice, and no two of one name', (_, one) => {
	const seen = new Set<string>();
	for (const choice of choicesOf(one.form.properties)) {
		const names = shownFields(description, { ...one.chosen, ...choice }).map(
			({ field }) => field.name,
		);
		expect(names).toEqual([...new Set(names)]);
		for (const name of names) seen.add(name);
	}
	const expected = one.form.properties.map(({ name }) => name);
	expect(expected.filter((name) => !seen.has(name))).toEqual([]);
});

it('every amount says its unit in its name, which is all that n8n tells a model of a field', () => {
	// Options are no business of a model.
	const fields = description.properties.filter(({ name }) => name !== 'options');
	const amounts = fields.flatMap(withInner).filter(({ name }) => /amount$/i.test(name));
	expect(amounts.length).toBeGreaterThan(4);
	const names = amounts.map(({ displayName }) => displayName);
	expect(names.filter((name) => !name.endsWith(' in Rand'))).toEqual([]);
});

it.each(each)('%s marks what has to be filled in as long as it is empty', (_, { chosen }) => {
	for (const { field, label, marked } of shownFields(description, chosen)) {
		const isEmpty = ['', undefined].includes(
			((field.default as { value?: unknown } | undefined)?.value ?? field.default) as string,
		);
		expect([label, marked]).toEqual([label, field.required === true && isEmpty]);
	}
});

it.each(each)('%s takes the numbers that its fields take, and no others', (_, operation) => {
	const defaults = operation.form.properties.map((field) => [field.name, field.default] as const);
	const numbers = operation.form.properties.filter(({ type }) => type === 'number');
	for (const { displayName, name, typeOptions, displayOptions } of numbers) {
		const shown = Object.entries(displayOptions?.show ?? {}).map(([by, values]) => [
			by,
			values?.[0],
		]);
		const isRefused = (value: number) => {
			const parameters = Object.fromEntries([...defaults, ...shown, [name, value]]) as IDataObject;
			const start = `'${displayName}' cannot be `;
			return complaints(operation, parameters).some((complaint) => complaint.startsWith(start));
		};
		const { minValue = -Infinity, maxValue = Number.MAX_SAFE_INTEGER } = typeOptions ?? {};
		const values = [minValue - 1, minValue, maxValue, maxValue + 1];
		expect([name, values.map(isRefused)]).toEqual([name, [true, false, false, true]]);
	}
});

it('asks for a Limit where not all is returned', () => {
	const lists = operations.filter(({ name }) => name === 'Get Many');
	expect(lists.length).toBeGreaterThan(0);
	for (const { chosen } of lists) {
		const all = labelsOf(chosen, { returnAll: true });
		expect(labelsOf(chosen).filter((label) => !all.includes(label))).toEqual(['Limit']);
	}
});

it.each(each)(
	'%s shows how long to wait where Wait Until Final is on, and only there',
	(_, one) => {
		const offered = (options: object) =>
			shownFields(description, { ...one.chosen, options } as never).find(
				({ label }) => label === 'Options',
			)?.offers ?? [];
		const before = offered({});
		const added = offered({ waitUntilFinal: true }).filter((option) => !before.includes(option));
		const { lifecycle } = one;
		const pausing = lifecycle && canPause(lifecycle) ? ['Stop When Paused'] : [];
		expect(added).toEqual(lifecycle ? ['Maximum Wait', 'On Timeout', ...pausing] : []);
	},
);
