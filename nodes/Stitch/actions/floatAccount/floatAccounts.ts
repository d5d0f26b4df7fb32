import type { IDataObject } from 'n8n-workflow';

import { callGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/paging';
import type { Service } from '../../transport/service';

/** The client's own accounts with the service, including the float account, with their balances. */
export const clientBankAccounts = /* GraphQL */ `
	query ClientBankAccounts {
		client {
			bankAccounts {
				id
				name
				accountFunction
				accountNumber
				bankId
				branchCode
				availableBalance
				currentBalance
				updatedAt
			}
		}
	}
`;

/**
 * Reads the accounts that disbursements are paid from (public reference: `client { bankAccounts }`).
 * @throws {ServiceFailure}
 */
export async function readFloats(service: Service): Promise<IDataObject[]> {
	const { data } = await callGraphql(service, { query: clientBankAccounts, repeat: 'always' });
	return listedIn(data.client, 'bankAccounts').filter(
		({ accountFunction }) => accountFunction === 'float',
	);
}
