import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { oneOf } from '../../schemas/field';

interface ChoiceField<Value extends string> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** A drop-down, with the rule that its value is one of those that it offers. */
export function choiceField<Value extends string>(field: ChoiceField<Value>) {
	const values = field.options.map(({ value }) => value);
	return { field: field as INodeProperties, values, rule: oneOf(field.displayName, values) };
}
