import type { INodePropertyMode } from 'n8n-workflow';

import { fieldOf } from '../../../../nodes/Stitch/actions/fields/locator';
import type { ResourceWith } from '../../../../nodes/Stitch/run/resource';

/** What a person chooses from a list. */
const listed = {
	value: 'redThing',
	name: 'Red Thing',
	noun: 'red thing',
	field: { name: 'thingId', placeholder: 'e.g. dGhpbmc=' },
	choice: { search: 'searchThings', example: 'R149.50 · Red', from: [] },
} satisfies ResourceWith<'field'>;

it('lets a person choose from the list, or enter the ID', () => {
	const field = fieldOf(listed);
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
	const field = fieldOf({ ...listed, field: { ...listed.field, knownBy: 'address' } });
	expect(field.modes?.[1]).toEqual({
		displayName: 'By Address',
		name: 'url',
		type: 'string',
		placeholder: 'e.g. dGhpbmc=',
	});
	expect(field.description).toBe('Choose the red thing from the list, or enter its address');
});

it('reloads the list only when the field that limits it changes', () => {
	const limitedBy = { name: 'payerId', label: 'Payer ID', toSee: 'the things of this payer' };
	const field = fieldOf({ ...listed, choice: { ...listed.choice, limitedBy } });
	expect(field.typeOptions).toEqual({ loadOptionsDependsOn: ['payerId'] });
	expect(fieldOf(listed).typeOptions).toBeUndefined();
});

describe('a field of what can be found by external reference', () => {
	const referenced = { ...listed, findByReference: async () => [] };
	const namesOf = (modes: INodePropertyMode[] = []) => modes.map(({ displayName }) => displayName);

	it('takes it from the list, by external reference or by ID', () => {
		const field = fieldOf(referenced);
		expect(namesOf(field.modes)).toEqual(['From List', 'By External Reference', 'By ID']);
		expect(field.description).toBe(
			'Choose the red thing from the list, or enter its external reference or its ID',
		);
	});

	it('offers no list where there is none, and begins with the external reference', () => {
		const { choice: _none, ...unlisted } = referenced;
		const field = fieldOf(unlisted);
		expect(field.default).toEqual({ mode: 'externalReference', value: '' });
		expect(namesOf(field.modes)).toEqual(['By External Reference', 'By ID']);
	});

	it('says whose external reference it is where that is not its own', () => {
		const field = { ...referenced.field, referenceHint: 'Of the blue one' };
		expect(fieldOf({ ...referenced, field }).modes?.[1]?.hint).toBe('Of the blue one');
	});

	it('begins with an expression where the ID comes from the node before', () => {
		const field = { ...referenced.field, expression: '={{ $json.id }}' };
		expect(fieldOf({ ...referenced, field }).default).toEqual({
			mode: 'id',
			value: '={{ $json.id }}',
		});
	});
});
