import type { IDataObject, INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { byReference, type Locator } from '../../run/locate';
import type { Timezone } from '../recordLabel';

/** Objects of the service of which a person chooses one in the editor. */
export interface Choices {
	/**
	 * The node's method that fills the list; by n8n's convention `search` and the plural. Absent where
	 * the service has no list to choose from.
	 */
	readonly search?: string;
	/** What the list shows of a record, for its placeholder. */
	readonly example?: string;
	/** How a record is shown. */
	label(record: IDataObject, timezone: Timezone): string;
	/** A parameter that limits the list: its name, its label in the editor, and what it shows. */
	readonly limitedBy?: { name: string; label: string; toSee: string };
	/** What the service knows them by; by default their ID. */
	readonly knownBy?: 'address';
	/** Whose external reference they are found by, where it is that of another object. */
	readonly referenceHint?: string;
	/** Finds them by the caller's own reference; absent where the service keeps none. */
	readonly withReference?: Locator['withReference'];
}

/** The same, where there is a list. */
export type Searchable = Choices & Required<Pick<Choices, 'search' | 'example'>>;

/** How the panel words a field. */
interface Words {
	displayName: string;
	name: string;
	placeholder: string;
	/** Instead of the usual one. */
	description?: string;
	/** The expression that a new field holds, where the ID usually comes from the node before. */
	expression?: string;
}

/** A field that chooses an object of the service from a list, or by what the service knows it by. */
export function locatorField(choices: Choices, words: Words): INodeProperties {
	const { displayName, name, expression } = words;
	const { limitedBy, withReference } = choices;
	const noun = displayName.toLowerCase();
	const known = withReference ? 'external reference or its ID' : (choices.knownBy ?? 'ID');
	const modes = [...listModes(choices), ...referenceModes(choices), knownMode(choices, words)];
	const field: INodeProperties = {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: modes[0]?.name ?? 'id', value: '' },
		required: true,
		description: words.description ?? `Choose the ${noun} from the list, or give its ${known}`,
		// The editor reloads the list when this parameter changes.
		...(limitedBy && { typeOptions: { loadOptionsDependsOn: [limitedBy.name] } }),
		modes,
	};
	return expression ? { ...field, default: { mode: 'id', value: expression } } : field;
}

function listModes({ search, example }: Choices): INodePropertyMode[] {
	if (search === undefined) return [];
	const mode = { displayName: 'From List', name: 'list', placeholder: `e.g. ${example}` };
	return [{ ...mode, type: 'list', typeOptions: { searchListMethod: search, searchable: true } }];
}

function referenceModes({ withReference, referenceHint: hint }: Choices): INodePropertyMode[] {
	if (withReference === undefined) return [];
	const placeholder = 'e.g. order-1017';
	const mode = { displayName: 'By External Reference', name: byReference, placeholder };
	return [{ ...mode, type: 'string', ...(hint && { hint }) }];
}

function knownMode({ knownBy }: Choices, { placeholder }: Words): INodePropertyMode {
	const mode =
		knownBy === 'address'
			? { displayName: 'By Address', name: 'url' }
			: { displayName: 'By ID', name: 'id' };
	return { ...mode, type: 'string', placeholder };
}

/** A field that names one object, with everything that is needed to look it up. */
interface ObjectField extends Locator {
	readonly field: INodeProperties;
}

/** A field that names an object from a list, if there is one, by its external reference or by its ID. */
export function objectField(
	choices: Choices & Required<Pick<Choices, 'withReference'>>,
	words: Words,
): ObjectField {
	const { label: describe, search, withReference } = choices;
	return {
		name: words.name,
		label: words.displayName,
		describe,
		withReference,
		hasNoList: search === undefined,
		field: locatorField(choices, words),
	};
}
