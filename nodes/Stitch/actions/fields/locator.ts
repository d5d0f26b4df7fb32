import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PagedList } from '../../transport/restPaging';
import type { Timezone } from '../recordLabel';

/** A list of the service from which a person chooses one object in the editor. */
export interface SearchableList extends PagedList {
	/** The method of the node that fills the list, by n8n's custom `search` and the plural. */
	readonly search: string;
	/** What is shown of a record. */
	label(record: IDataObject, timezone: Timezone): string;
	/** A parameter that the list is limited by: its name in the editor and what it is called there. */
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
		// The editor loads the list anew when this changes.
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
