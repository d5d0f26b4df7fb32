import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import {
	bankOptions,
	beneficiaryBanks,
	disbursementBanks,
	verificationBanks,
	type BankId,
} from '../../schemas/banks';
import { inNewNodes, inOldNodes } from './versions';

/** The banks that one kind of field offers. */
interface BankList {
	/** The node's method that searches them; by n8n's convention `search` and the plural. */
	readonly search: string;
	readonly ids: readonly BankId[];
}

/** Each list of banks, by what is done with an account at one of them. */
export const bankLists = {
	payOut: { search: 'searchDisbursementBanks', ids: disbursementBanks },
	settle: { search: 'searchBeneficiaryBanks', ids: beneficiaryBanks },
	verify: { search: 'searchVerificationBanks', ids: verificationBanks },
} satisfies Record<string, BankList>;

/**
 * A bank from the list, by its name or by its ID. `schemas/bank` reads a name and an ID alike, so that
 * a column that is dragged here works, whichever of the two it holds.
 * @param show other parameters on which the field depends
 */
export function bankFields(
	{ search, ids }: BankList,
	description: string,
	show: IDisplayOptions['show'] = {},
): INodeProperties[] {
	const field = { displayName: 'Bank', name: 'bank', required: true };
	return [
		{
			...field,
			type: 'resourceLocator',
			// No bank is chosen for the user: a forgotten choice must not pay to the wrong one.
			default: { mode: 'list', value: '' },
			description: `${description}: from the list, by its name or by its ID`,
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'e.g. FNB',
					typeOptions: { searchListMethod: search, searchable: true },
				},
				{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. Standard Bank' },
				// Not `id`: the editor would drop every column there, and most columns hold the name.
				{ displayName: 'By ID', name: 'bankId', type: 'string', placeholder: 'e.g. standard_bank' },
			],
			displayOptions: { ...inNewNodes, show },
		},
		// The editor marks a column that gives the name in red here, although it is read.
		{
			...field,
			type: 'options',
			options: bankOptions(ids),
			default: '',
			description,
			displayOptions: { show: { ...show, ...inOldNodes.show } },
		},
	];
}
