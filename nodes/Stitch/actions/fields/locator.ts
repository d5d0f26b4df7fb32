import type {
	IDataObject,
	IDisplayOptions,
	INodeProperties,
	INodePropertyMode,
} from 'n8n-workflow';

import { byReference, type Locator } from '../../run/locate';
import type { Connection } from '../../transport/graphqlPaging';
import type { PagedList } from '../../transport/restPaging';
import type { Timezone } from '../recordLabel';
import { idField } from './payment';
import { inNewNodes, inOldNodes } from './versions';

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
	/** Whose external reference they are found by, where it is that of another object. */
	readonly referenceHint?: string;
	/** Finds them by the caller's own reference; absent where the service keeps none. */
	readonly withReference?: Locator['withReference'];
}

/** The same, where REST returns them page by page. */
export interface SearchableList extends PagedList, Choices {}

/** The same, where GraphQL returns them page by page. */
export interface SearchableConnection extends Connection, Choices {}

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
	const { search, limitedBy, withReference } = choices;
	const noun = displayName.toLowerCase();
	const known = withReference ? 'external reference or its ID' : (choices.knownBy ?? 'ID');
	const field: INodeProperties = {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: words.description ?? `Choose the ${noun} from the list, or give its ${known}`,
		// The editor reloads the list when this parameter changes.
		...(limitedBy && { typeOptions: { loadOptionsDependsOn: [limitedBy.name] } }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `e.g. the latest ${noun}`,
				typeOptions: { searchListMethod: search, searchable: true },
			},
			...referenceModes(choices),
			knownMode(choices, words),
		],
	};
	return expression ? { ...field, default: { mode: 'id', value: expression } } : field;
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

/** The parameters of one item, as far as an object is named in them. */
interface Naming {
	readonly isOfFirstVersion: boolean;
	get(name: string): unknown;
}

/** A field that names one object, with everything that an operation needs to read it. */
export interface ObjectField extends Locator {
	readonly fields: INodeProperties[];
	/** What the item gives as the ID, and what its panel calls the field. */
	read(item: Naming): { id: unknown; label: string };
}

/** Choices that carry an external reference. */
type Referenced = Choices & Required<Pick<Choices, 'withReference'>>;

/** A field that names an object from a list, by its external reference or by its ID. */
export function objectField(choices: Referenced, words: Words): ObjectField {
	const { name, displayName: label } = words;
	const { label: describe, withReference } = choices;
	const fields = [locatorField(choices, words)];
	return {
		name,
		label,
		describe,
		withReference,
		fields,
		read: (item) => ({ id: item.get(name), label }),
	};
}

/**
 * The same, where nodes of version 1 take the ID alone.
 * @param nameOnce the parameter in those. It may be shared by resources, which cannot share one of this
 * type: the editor keeps a value when another resource is chosen
 * @param show other parameters on which the field depends
 */
export function objectFieldOnceId(
	choices: Referenced,
	words: Words,
	nameOnce: string,
	show: IDisplayOptions['show'] = {},
): ObjectField {
	const { displayName, placeholder, description, expression = '' } = words;
	const field = objectField(choices, words);
	const once: INodeProperties = {
		...idField(displayName, placeholder),
		name: nameOnce,
		default: expression,
		...(description && { description }),
	};
	return {
		...field,
		fields: [
			...field.fields.map((one) => ({ ...one, displayOptions: { ...inNewNodes, show } })),
			{ ...once, displayOptions: { show: { ...show, ...inOldNodes.show } } },
		],
		read: (item) =>
			item.isOfFirstVersion
				? { id: item.get(nameOnce), label: once.displayName }
				: field.read(item),
	};
}
