import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { oneOf, optionalOneOf } from './field';

interface ChoiceField<Value extends string> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** A drop-down, with the rule that its value is one of those that it offers, or may be empty. */
export function choiceField<Value extends string>(field: ChoiceField<Value>) {
	const { displayName: label, options } = field;
	const values = options.map(({ value }) => value);
	return {
		field: field as INodeProperties,
		rule: oneOf(label, values),
		optional: optionalOneOf(label, values),
	};
}
