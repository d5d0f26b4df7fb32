import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { PagedList } from '../../transport/restPaging';
import type { Timezone } from '../recordLabel';

/** Objects of the service of which a person chooses one in the editor. */
export interface Choices {
	/** The node's method that fills the list; by n8n's convention `search` and the plural. */
	readonly search: string;
	/** How a record is shown. */
	label(record: IDataObject, timezone: Timezone): string;
	/** A parameter that limits the list: its name, its label in the editor, and what it shows. */
	readonly limitedBy?: { name: string; label: string; toSee: string };
	/** What the service knows them by; by default their ID. */
	readonly knownBy?: 'address';
}

/** The same, where the service returns them page by page. */
export interface SearchableList extends PagedList, Choices {}

/** A field that chooses an object of the service from a list, or by what the service knows it by. */
export function locatorField(
	choices: Choices,
	field: { displayName: string; name: string; placeholder: string },
): INodeProperties {
	const { displayName, name, placeholder } = field;
	const { search, limitedBy, knownBy } = choices;
	const mode =
		knownBy === 'address'
			? { displayName: 'By Address', name: 'url' }
			: { displayName: 'By ID', name: 'id' };
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: `Choose the ${displayName.toLowerCase()} from the list, or give its ${knownBy ?? 'ID'}`,
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
			{ ...mode, type: 'string', placeholder },
		],
	};
}
