import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asText, check, wholeNumber } from './field';

/** A number of the panel, with its bounds and what an empty field means. */
export interface NumberField extends INodeProperties {
	default: number;
	typeOptions: { minValue: number; maxValue: number };
}

/**
 * The whole number that a collection of options holds for this field.
 * @throws {InvalidInput}
 */
export function numberOf(field: NumberField, options: IDataObject): number {
	const { displayName, name, default: otherwise, typeOptions } = field;
	const rule = wholeNumber(displayName, typeOptions.minValue, typeOptions.maxValue);
	return check(rule, asText(options[name]) ?? otherwise);
}
