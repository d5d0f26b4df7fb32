import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import { readAddresses } from './addresses';
import { clientOf } from './clientToken';
import { realClock } from './clock';
import { quoted } from './wording';
import { Service, type Context, type ServiceOptions } from './service';
import { clientCredentialType, withClientToken } from './withClientToken';
import { isConnected, userCredentialType, withUserToken } from './withUserToken';

/** Whose token is used: the client's own, or that of a person who has given their consent. */
export type TokenOf = 'client' | 'user';

/** The options of requests for which the editor offers none: look-ups and subscriptions. */
export const defaultServiceOptions: ServiceOptions = {
	maxAttempts: 10,
	budgetMs: 120_000,
	timeoutMs: 30_000,
};

/**
 * The service, as the credential of this node reaches it. Called once per execution.
 * @throws {NodeOperationError} when the credential's addresses must not be used, when nobody has
 * connected it, or when it gives the items of the run different clients
 */
export async function connect(
	context: Context,
	options: ServiceOptions = defaultServiceOptions,
	tokenOf: TokenOf = 'client',
): Promise<Service> {
	const type = tokenOf === 'user' ? userCredentialType : clientCredentialType;
	const credential = await context.getCredentials(type);
	const { addresses, mistakes } = readAddresses(credential);
	const [mistake] = mistakes;
	if (mistake !== undefined) {
		const message = `${quoted(mistake.label)} in the credential ${mistake.why}`;
		throw setupError(context, message, 'Open the credential and change the address.');
	}
	if (tokenOf === 'user' && !isConnected(credential)) {
		// n8n itself fails on it, with a message nobody understands.
		throw setupError(
			context,
			'The credential is not connected yet',
			'Open the credential, press Connect, and let the person who owns the bank accounts sign in.',
		);
	}
	if ('getInputData' in context) await requireSameClient(context, type);
	const stop = stopSignal(context);
	return new Service(
		tokenOf === 'user'
			? withUserToken(context, credential)
			: withClientToken(context, credential, options.timeoutMs),
		addresses,
		clientOf(credential),
		options,
		realClock(stop),
		stop,
	);
}

/** What is wrong with how a node is set up, and what to do about it. */
export function setupError(
	context: Pick<Context, 'getNode'>,
	message: string,
	description: string,
): NodeOperationError {
	return new NodeOperationError(forErrors(context.getNode()), message, { description });
}

/** A node as errors hold it: without its parameters, which may have an account number. */
export function forErrors(node: INode): INode {
	return { ...node, parameters: {} };
}

function stopSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context
		? (context as IExecuteFunctions).getExecutionCancelSignal()
		: undefined;
}

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
