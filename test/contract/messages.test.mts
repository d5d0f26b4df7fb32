import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import type { Operation } from '../../nodes/Stitch/run/operation';
import { InvalidInput, type Mistake } from '../../nodes/Stitch/schemas/invalidInput';
import { itemOf, serviceOf } from '../unit/builders.mts';
import { optionValues, withInner } from './fields.mts';

const operations = resources.flatMap(({ name, operations: own }) =>
	own.map((operation) => [`${name} → ${operation.name}`, operation] as const),
);

/** Nothing that a field could want: empty, invisible, out of range, no single value, too long. */
const nonsense = ['', 'a\u200b', -1.5, { no: 'sense' }, 'x'.repeat(5000)];

/** A field filled with nonsense, and all that stand in it. */
function filled(field: INodeProperties, value: unknown): unknown {
	const { type, options = [] } = field;
	const allOf = (inner: INodeProperties[]) =>
		Object.fromEntries(inner.map((one) => [one.name, filled(one, value)]));
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value };
	if (type === 'collection') return allOf(options as INodeProperties[]);
	if (type !== 'fixedCollection') return value;
	const isList = field.typeOptions?.multipleValues === true;
	const groups = options as INodePropertyCollection[];
	return Object.fromEntries(
		groups.map(({ name, values }) => [name, isList ? [allOf(values)] : allOf(values)]),
	);
}

/** Every field but the drop-downs, which decide what is shown, filled with nonsense. */
function allFilled({ form: { properties: fields } }: Operation, value: unknown): IDataObject {
	const decides = ({ type }: INodeProperties) => type === 'options' || type === 'boolean';
	return Object.fromEntries(
		fields.map((field) => [field.name, decides(field) ? field.default : filled(field, value)]),
	) as IDataObject;
}

/** Nonsense in all fields, under each choice of each drop-down, and in each drop-down. */
function* fillings(operation: Operation): Generator<IDataObject> {
	for (const value of nonsense) {
		const everywhere = allFilled(operation, value);
		yield everywhere;
		for (const field of operation.form.properties) {
			yield { ...everywhere, [field.name]: filled(field, value) as never };
			for (const choice of optionValues(field)) yield { ...everywhere, [field.name]: choice };
		}
	}
}

/** The choices of a drop-down, as a sentence names them. */
function choiceNames({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) =>
		'value' in option ? [option.name.replace(' (Recommended)', '')] : [],
	);
}

function mistakesOf(operation: Operation): Mistake[] {
	const { service } = serviceOf([]);
	return [...fillings(operation)].flatMap((parameters) => {
		try {
			operation.prepare(itemOf(parameters), service);
		} catch (cause) {
			if (cause instanceof InvalidInput) return cause.mistakes;
			throw cause;
		}
		return [];
	});
}

const complaints = operations.flatMap(([name, operation]) => {
	const fields = operation.form.properties.flatMap(withInner);
	const labels = fields.map(({ displayName }) => displayName);
	const choices = fields.flatMap(choiceNames);
	return mistakesOf(operation).map((mistake) => ({ name, labels, choices, mistake }));
});

it('a message about nonsense in any field of any operation names the field as its panel does', () => {
	const unknown = complaints.filter(({ labels, mistake }) => !labels.includes(mistake.field));
	expect(unknown.map(({ name, mistake }) => [name, mistake])).toEqual([]);
	// The nonsense is seen in nearly every text field; a schema that stopped looking would show here.
	expect(new Set(complaints.map(({ mistake }) => mistake.field)).size).toBeGreaterThan(60);
});

it('a message has every field that it names in single quotes', () => {
	const bare = complaints.filter(({ labels, choices, mistake }) => {
		const { message } = new InvalidInput([mistake]);
		const text = [...choices, ...labels.map((label) => `'${label}'`)].reduce(
			(rest, name) => rest.replaceAll(name, ''),
			`${message}. ${mistake.fix}`,
		);
		const isNamed = message.startsWith(`'${mistake.field}' `);
		return !isNamed || labels.some((label) => label.includes(' ') && text.includes(label));
	});
	expect(bare.map(({ name, mistake }) => [name, mistake])).toEqual([]);
});
