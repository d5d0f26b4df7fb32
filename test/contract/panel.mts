import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** A field that a node's panel shows. */
export interface ShownField {
	field: INodeProperties;
	/** As a person reads it. */
	label: string;
	/** Names that a drop-down or a collection offers. */
	offers: string[];
	/** Whether the editor marks it in red. */
	marked: boolean;
}

/** What n8n's own rules show of a node with these parameters and its defaults for all others. */
export function shownFields(
	type: INodeTypeDescription,
	parameters: INode['parameters'],
): ShownField[] {
	const { properties } = type;
	const node: INode = {
		id: 'any',
		name: 'Any',
		type: type.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type);
	const filled = { ...node, parameters: values ?? {} };
	const issues = NodeHelpers.getNodeParametersIssues(properties, filled, type)?.parameters;

	function isShown(field: INodeProperties, among: INodeParameters): boolean {
		if (field.type === 'hidden') return false;
		return NodeHelpers.displayParameter(among, field, filled, type, filled.parameters);
	}

	function offersOf({ name, options = [] }: INodeProperties): string[] {
		const inside = filled.parameters[name] as INodeParameters;
		return options.flatMap((option) => {
			if (!('displayName' in option)) return [option.name];
			return 'type' in option && !isShown(option, inside) ? [] : [option.displayName];
		});
	}

	return properties
		.filter((field) => isShown(field, filled.parameters))
		.map((field) => ({
			field,
			label: field.displayName.replace(/<[^>]+>/g, ''), // A notice shows its text without marks.
			offers: offersOf(field),
			marked: issues !== undefined && field.name in issues,
		}));
}
