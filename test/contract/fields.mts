import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** A property and all that stand in it. */
export function withInner(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []) as Array<
		INodeProperties | INodePropertyCollection | INodePropertyOptions
	>;
	return [
		property,
		...inner.flatMap((one): INodeProperties[] => {
			if ('values' in one) return one.values.flatMap(withInner);
			return 'type' in one && 'displayName' in one ? withInner(one as INodeProperties) : [];
		}),
	];
}

/** The values that a drop-down offers. */
export function optionValues({ options = [] }: INodeProperties): string[] {
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}
