import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../schemas/field';
import { asFields } from '../../transport/json';
import { cell } from '../columns';

/**
 * How the types end that say how a bank's payments are. Only the endings are published: a type that
 * ends in another way is shown as Stitch names it.
 */
const ending = /(operational|degraded|unavailable|unsupported)$/i;

/** A bank with today's state as columns, in the order in which a person reads them. */
export function simplifyBank({ bankId, name, country, state }: IDataObject): IDataObject {
	const { __typename: kind, featureStatus } = asFields(state);
	const payments = asFields(asFields(featureStatus).payments);
	return {
		bank: cell(bankId),
		name: cell(name),
		payments: cell(wordOf(payments.__typename)),
		description: cell(payments.description),
		since: cell(payments.since),
		supported: asText(kind) === undefined ? null : kind === 'BankSupportedState',
		country: cell(country),
	};
}

function wordOf(type: unknown): string | undefined {
	const name = asText(type);
	return name && (ending.exec(name)?.[0].toLowerCase() ?? name);
}
