import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { byReference } from '../../run/locate';
import type { Resource, ResourceWith } from '../../run/resource';
import type { Field, Words } from '../../schemas/form';
import { field } from '../../schemas/formFields';
import { visibleText } from '../../schemas/visibleText';

/**
 * Reads the ID of the object that an operation works on.
 * @param description instead of the usual one
 */
export function locator(
	resource: ResourceWith<'field'>,
	{ description, at }: Pick<Words, 'description' | 'at'> = {},
): Field<string> {
	const { name, ...usual } = fieldOf(resource);
	const one = field(
		{ ...usual, ...(description && { description }), at },
		visibleText(resource.name),
	);
	// Whatever its key, it uses the resource's own parameter, which is also read to look up an external
	// reference.
	return { properties: () => one.properties(name), read: (from) => one.read(from, name) };
}

export function fieldOf(resource: ResourceWith<'field'>): INodeProperties {
	const { name: displayName, noun, field, choice, findByReference } = resource;
	const known = findByReference ? 'external reference or its ID' : (field.knownBy ?? 'ID');
	const modes = [...listModes(resource), ...referenceModes(resource), knownMode(resource)];
	const limitedBy = choice?.limitedBy;
	return {
		displayName,
		name: field.name,
		type: 'resourceLocator',
		default: { mode: field.expression ? 'id' : modes[0]?.name, value: field.expression ?? '' },
		required: true,
		description: field.description ?? `Choose the ${noun} from the list, or enter its ${known}`,
		// The editor reloads the list when this parameter changes.
		...(limitedBy && { typeOptions: { loadOptionsDependsOn: [limitedBy.name] } }),
		modes,
	};
}

function listModes({ choice }: Resource): INodePropertyMode[] {
	if (choice === undefined) return [];
	const { search, example } = choice;
	const mode = { displayName: 'From List', name: 'list', placeholder: `e.g. ${example}` };
	return [{ ...mode, type: 'list', typeOptions: { searchListMethod: search, searchable: true } }];
}

function referenceModes({ findByReference, field }: ResourceWith<'field'>): INodePropertyMode[] {
	if (findByReference === undefined) return [];
	const hint = field.referenceHint;
	const placeholder = 'e.g. order-1017';
	const mode = { displayName: 'By External Reference', name: byReference, placeholder };
	return [{ ...mode, type: 'string', ...(hint && { hint }) }];
}

function knownMode({ field: { knownBy, placeholder } }: ResourceWith<'field'>): INodePropertyMode {
	const mode =
		knownBy === 'address'
			? { displayName: 'By Address', name: 'url' }
			: { displayName: 'By ID', name: 'id' };
	return { ...mode, type: 'string', placeholder };
}
