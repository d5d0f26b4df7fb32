import {
	beneficiaryBanks,
	disbursementBanks,
	requiredBank,
	verificationBanks,
	type BankId,
} from '../../schemas/bank';
import { field } from '../../schemas/formFields';

interface BankList {
	/** The node's method that searches them; by n8n's convention `search` and the plural. */
	readonly search: string;
	readonly ids: readonly BankId[];
}

export const bankLists = {
	payOut: { search: 'searchDisbursementBanks', ids: disbursementBanks },
	settle: { search: 'searchBeneficiaryBanks', ids: beneficiaryBanks },
	verify: { search: 'searchVerificationBanks', ids: verificationBanks },
} satisfies Record<string, BankList>;

/**
 * A bank from the list, by its name or by its ID. `schemas/bank` reads both alike, so a column that is
 * dragged here works with either.
 * @param open whether an ID that is not known is left to Stitch
 */
export const bankField = ({ search, ids }: BankList, { open }: { open: boolean }) =>
	field(
		{
			displayName: 'Bank',
			type: 'resourceLocator',
			required: true,
			// No bank is chosen for the user: if they forget to choose, nothing must be paid to the wrong
			// one.
			default: { mode: 'list', value: '' },
			description: 'The bank that holds the account: from the list, by its name or by its ID',
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
			at: ['bank', 'bankId'],
		},
		requiredBank('Bank', ids, { open }),
	);
