import type { INodeProperties } from 'n8n-workflow';

import { bankField, bankLists } from '../../../../nodes/Stitch/actions/fields/bank';

const [field] = bankField(bankLists.payOut, { open: true }).properties('bank') as [INodeProperties];

it('takes a bank from the list, by its name or by its ID', () => {
	expect(field).toMatchObject({
		displayName: 'Bank',
		name: 'bank',
		type: 'resourceLocator',
		required: true,
	});
	expect(field.modes?.map(({ displayName }) => displayName)).toEqual([
		'From List',
		'By Name',
		'By ID',
	]);
	expect(field.modes?.[0]?.typeOptions).toEqual({
		searchListMethod: 'searchDisbursementBanks',
		searchable: true,
	});
});

it('takes a column that is dragged to it for a name, which most columns hold', () => {
	// The editor drops into a mode called id, or else into the first but the list.
	expect(field.modes?.map(({ name }) => name)).toEqual(['list', 'name', 'bankId']);
});

it('never marks a value by a rule of the editor: the node reads names and IDs in every mode', () => {
	expect(field.modes?.some((mode) => mode.validation ?? mode.extractValue)).toBe(false);
});

it('chooses no bank for the user', () => {
	expect(field.default).toEqual({ mode: 'list', value: '' });
});
