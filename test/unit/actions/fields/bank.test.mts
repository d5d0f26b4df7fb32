import { bankFields, bankLists } from '../../../../nodes/Stitch/actions/fields/bank';

const [locator, dropDown] = bankFields(bankLists.payOut, 'The bank of the account');

it('takes a bank from the list, by its name or by its ID', () => {
	expect(locator).toMatchObject({
		displayName: 'Bank',
		name: 'bank',
		type: 'resourceLocator',
		required: true,
		displayOptions: { hide: { '@version': [1] } },
	});
	expect(locator?.modes?.map(({ displayName }) => displayName)).toEqual([
		'From List',
		'By Name',
		'By ID',
	]);
	expect(locator?.modes?.[0]?.typeOptions).toEqual({
		searchListMethod: 'searchDisbursementBanks',
		searchable: true,
	});
});

it('takes a column that is dragged to it for a name, which most columns hold', () => {
	// The editor drops into a mode called id, or else into the first but the list.
	expect(locator?.modes?.map(({ name }) => name)).toEqual(['list', 'name', 'bankId']);
});

it('never marks a value by a rule of the editor: the node reads names and IDs in every mode', () => {
	expect(locator?.modes?.some((mode) => mode.validation ?? mode.extractValue)).toBe(false);
});

it('chooses no bank for the user', () => {
	expect(locator?.default).toEqual({ mode: 'list', value: '' });
	expect(dropDown?.default).toBe('');
});

it('stays a drop-down in nodes of version 1', () => {
	expect(dropDown).toMatchObject({
		name: 'bank',
		type: 'options',
		displayOptions: { show: { '@version': [1] } },
	});
	expect(dropDown?.options).toHaveLength(bankLists.payOut.ids.length);
});

it('depends on other fields in both versions alike', () => {
	const show = { settleTo: ['bankAccount'] };
	const fields = bankFields(bankLists.settle, 'The bank', show);
	for (const field of fields) expect(field.displayOptions?.show).toMatchObject(show);
});
