import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { readAddresses } from '../transport/addresses';
import { clientOf, secretOf } from '../transport/client';
import { setupError } from '../transport/connect';
import { hasExpressions } from '../transport/n8nInternals';
import { inParallel, inTurns } from './concurrency';

/** n8n takes about 1.5 ms to read a credential, most of which it waits for its database. */
const readAtOnce = 20;

/**
 * Checks that the node's credential gives all items the same client. Its fields can be expressions
 * over the item, but a run sends all items with the credential of the first.
 * @param type of the credential
 * @throws {NodeOperationError} for the first item whose credential is different
 */
export async function requireSameClient(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
	type: string,
): Promise<void> {
	const others = [...context.getInputData().keys()].slice(1);
	if (others.length === 0 || !(await hasExpressions(context, type))) return;
	const identityAt = async (index: number) =>
		clientIdentity(await context.getCredentials(type, index));
	const first = await identityAt(0);
	const differing = new Map<number, string>();
	const compareWithFirst = async (index: number) => {
		const other = await identityAt(index);
		const label = Object.keys(first).find((field) => other[field] !== first[field]);
		if (label !== undefined) differing.set(index, label);
		return label === undefined;
	};
	await inParallel(inTurns(others), () => readAtOnce, compareWithFirst);
	if (differing.size === 0) return;
	const index = Math.min(...differing.keys());
	throw setupError(
		context,
		`The credential gives item ${index} a different ${String(differing.get(index))} than item 0, but one run can use only one`,
		'Nothing was sent. Run the items of each client separately: split them before this node, for example with Loop Over Items or a sub-workflow for each client.',
	);
}

/** The fields that decide to which client and service a credential belongs, by their label. */
function clientIdentity(credential: ICredentialDataDecryptedObject): Record<string, string> {
	const { addresses } = readAddresses({
		...credential,
		// The user credential derives its `authUrl` from this field.
		authUrl: credential.authorizationAddress ?? credential.authUrl,
	});
	return {
		'Client ID': clientOf(credential),
		'Client Secret': secretOf(credential),
		'REST Address': addresses.baseUrl,
		'Authorization Address': addresses.authUrl,
		'GraphQL Address': addresses.graphqlUrl,
	};
}
