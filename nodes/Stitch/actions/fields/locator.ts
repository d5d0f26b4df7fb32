import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PagedList } from '../../transport/restPaging';
import type { Timezone } from '../recordLabel';

/** A list of the service from which a person chooses one object in the editor. */
export interface SearchableList extends PagedList {
	/** The node's method that fills the list; by n8n's convention `search` and the plural. */
	readonly search: string;
	/** How a record is shown. */
	label(record: IDataObject, timezone: Timezone): string;
	/** A parameter that limits the list: its name, its label in the editor, and what it shows. */
	readonly limitedBy?: { name: string; label: string; toSee: string };
}

/** A field that chooses an object of the service from a list or by its ID. */
export function locatorField(
	list: SearchableList,
	field: { displayName: string; name: string; placeholder: string },
): INodeProperties {
	const { displayName, name, placeholder } = field;
	const { search, limitedBy } = list;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: `Choose the ${displayName.toLowerCase()} from the list, or give its ID`,
		// The editor reloads the list when this parameter changes.
		...(limitedBy && { typeOptions: { loadOptionsDependsOn: [limitedBy.name] } }),
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
