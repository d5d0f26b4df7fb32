import type { INodeProperties } from 'n8n-workflow';

/** Methods of the node that fill a "From List" (`actions/listSearch`). */
export type SearchMethod = 'searchCards' | 'searchRefunds' | 'searchTerminalSessions';

/** A field that chooses an object of the service from a list or by its ID. */
export function locatorField(field: {
	displayName: string;
	name: string;
	search: SearchMethod;
	placeholder: string;
	/** A field that the list depends on: the editor loads the list anew when it changes. */
	dependsOn?: string;
}): INodeProperties {
	const { displayName, name, search, placeholder, dependsOn } = field;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: `Choose the ${displayName.toLowerCase()} from the list, or give its ID`,
		...(dependsOn && { typeOptions: { loadOptionsDependsOn: [dependsOn] } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `e.g. the latest ${displayName.toLowerCase()}`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}
