import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/asText';
import { callGraphql } from '../../transport/graphql';
import { listedIn } from '../../transport/paging';
import { asFields } from '../../transport/json';
import type { Service } from '../../transport/service';
import { cell } from '../columns';

/** Which banks are up today (public guides). The list has no pages. */
export const bankStates = /* GraphQL */ `
	query BankStates {
		banks {
			bankId
			name
			country
			state {
				__typename
				... on BankSupportedState {
					featureStatus {
						payments {
							__typename
							description
							since
						}
					}
				}
				... on BankUnsupportedState {
					description
				}
			}
		}
	}
`;

/**
 * Reads the banks with today's state (public guides: `banks`). Stitch returns all of them at once.
 * @throws {ServiceFailure}
 */
export async function readBanks(service: Service): Promise<IDataObject[]> {
	const { data } = await callGraphql(service, { query: bankStates, repeat: 'always' });
	return listedIn(data, 'banks');
}

/**
 * The types for the state of a bank's payments (public reference). A type with a different name is shown
 * as Stitch names it.
 */
const featureStatus = /^BankFeature(Operational|Degraded|Unavailable|Unsupported)Status$/;

export function simplifyBank({ bankId, name, country, state }: IDataObject): IDataObject {
	const { __typename: kind, featureStatus: features, description } = asFields(state);
	const payments = asFields(asFields(features).payments);
	return {
		bank: cell(bankId),
		name: cell(name),
		payments: cell(wordOf(payments.__typename)),
		description: cell(payments.description ?? description),
		since: cell(payments.since),
		supported: asText(kind) === undefined ? null : kind === 'BankSupportedState',
		country: cell(country),
	};
}

function wordOf(type: unknown): string | undefined {
	const name = asText(type);
	return name && (featureStatus.exec(name)?.[1]?.toLowerCase() ?? name);
}
