import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/field';
import { asFields } from '../../transport/json';
import { cell } from '../columns';

/**
 * The types that say how a bank's payments are (public reference). One of another name is shown as
 * Stitch names it.
 */
const featureStatus = /^BankFeature(Operational|Degraded|Unavailable|Unsupported)Status$/;

/** A bank with today's state as columns, in the order in which a person reads them. */
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
