import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { oneOf, optionalOneOf } from './field';

interface ChoiceField<Value extends string> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** A drop-down, with the rule that its value is one of those that it offers, or may be empty. */
export function choiceField<Value extends string>(field: ChoiceField<Value>) {
	const { displayName: label, options } = field;
	return {
		field: field as INodeProperties,
		rule: oneOf(label, options),
		optional: optionalOneOf(label, options),
	};
}
