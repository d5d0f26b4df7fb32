import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { readAddresses } from '../transport/addresses';
import { clientOf } from '../transport/clientToken';
import { setupError } from '../transport/connect';

/** n8n takes about 1.5 ms to read a credential, so not every item of a large run is checked. */
const mostCompared = 20;

/**
 * Checks that the node's credential gives all items the same client. Its fields can be expressions
 * over the item, but a run sends all items with the credential of the first. n8n does not show a node
 * which fields are expressions, so the first item, the last and some in between are compared.
 * @param type of the credential
 * @throws {NodeOperationError} for the first item whose credential is different
 */
export async function requireSameClient(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
	type: string,
): Promise<void> {
	const [first = 0, ...others] = spread(context.getInputData().length, mostCompared);
	if (others.length === 0) return;
	const expected = identityOf(await context.getCredentials(type, first));
	for (const index of others) {
		const given = identityOf(await context.getCredentials(type, index));
		const differing = Object.keys(expected).find((label) => given[label] !== expected[label]);
		if (differing === undefined) continue;
		throw setupError(
			context,
			`The credential gives item ${index} a different ${differing} than item ${first}, but one run can use only one`,
			'Nothing was sent. Run the items of each client separately: split them before this node, for example with Loop Over Items or a sub-workflow for each client.',
		);
	}
}

/** Evenly spread positions in a list, always the same ones, including the first and the last. */
export function spread(length: number, most: number): number[] {
	if (length <= most) return Array.from({ length }, (_, index) => index);
	return Array.from({ length: most }, (_, index) =>
		Math.round((index * (length - 1)) / (most - 1)),
	);
}

/** The fields that make a credential that of another client or service, by their label. */
function identityOf(credential: ICredentialDataDecryptedObject): Record<string, string> {
	const { addresses } = readAddresses({
		...credential,
		// The user credential derives its `authUrl` from this field.
		authUrl: credential.authorizationAddress ?? credential.authUrl,
	});
	return {
		'Client ID': clientOf(credential),
		// Trimmed, as when a token is requested.
		'Client Secret': String(credential.clientSecret ?? '').trim(),
		'REST Address': addresses.baseUrl,
		'Authorization Address': addresses.authUrl,
		'GraphQL Address': addresses.graphqlUrl,
	};
}
