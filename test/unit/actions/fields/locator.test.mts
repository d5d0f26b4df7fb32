import type { INodePropertyMode } from 'n8n-workflow';

import {
	locatorField,
	objectField,
	type Searchable,
} from '../../../../nodes/Stitch/actions/fields/locator';

const list: Searchable = {
	search: 'searchThings',
	example: 'R149.50 · Red',
	label: () => '',
};
const words = { displayName: 'Red Thing', name: 'thingId', placeholder: 'e.g. dGhpbmc=' };

it('lets a person choose from the list, or give the ID', () => {
	const field = locatorField(list, words);
	expect(field).toMatchObject({
		displayName: 'Red Thing',
		name: 'thingId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		modes: [
			{
				name: 'list',
				placeholder: 'e.g. R149.50 · Red',
				typeOptions: { searchListMethod: 'searchThings' },
			},
			{ name: 'id', placeholder: 'e.g. dGhpbmc=' },
		],
	});
	expect(field.description).toContain('red thing');
});

it('lets a person give the address of what is known by its address', () => {
	const field = locatorField({ ...list, knownBy: 'address' }, words);
	expect(field.modes?.[1]).toEqual({
		displayName: 'By Address',
		name: 'url',
		type: 'string',
		placeholder: 'e.g. dGhpbmc=',
	});
	expect(field.description).toBe('Choose the red thing from the list, or give its address');
});

it('reloads the list only when the field that limits it changes', () => {
	const limitedBy = { name: 'payerId', label: 'Payer ID', toSee: 'the things of this payer' };
	const field = locatorField({ ...list, limitedBy }, words);
	expect(field.typeOptions).toEqual({ loadOptionsDependsOn: ['payerId'] });
	expect(locatorField(list, words).typeOptions).toBeUndefined();
});

describe('a field that names an object', () => {
	const referenced = { ...list, withReference: async () => [] };
	const namesOf = (modes: INodePropertyMode[] = []) => modes.map(({ displayName }) => displayName);

	it('takes it from the list, by external reference or by ID', () => {
		const { field } = objectField(referenced, words);
		expect(namesOf(field.modes)).toEqual(['From List', 'By External Reference', 'By ID']);
		expect(field.description).toBe(
			'Choose the red thing from the list, or give its external reference or its ID',
		);
	});

	it('offers no list where there is none, and begins with the external reference', () => {
		const { search: _none, ...unlisted } = referenced;
		const { field, hasNoList } = objectField(unlisted, words);
		expect(hasNoList).toBe(true);
		expect(field.default).toEqual({ mode: 'externalReference', value: '' });
		expect(namesOf(field.modes)).toEqual(['By External Reference', 'By ID']);
	});

	it('says whose external reference it is where that is not its own', () => {
		const { field } = objectField({ ...referenced, referenceHint: 'Of the blue one' }, words);
		expect(field.modes?.[1]?.hint).toBe('Of the blue one');
	});

	it('begins with an expression where the ID comes from the node before', () => {
		const from = { ...words, expression: '={{ $json.id }}' };
		const { field } = objectField(referenced, from);
		expect(field.default).toEqual({ mode: 'id', value: '={{ $json.id }}' });
	});
});
