import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import { readAddresses } from './addresses';
import { clientOf } from './clientToken';
import { realClock } from './clock';
import { requireSameClient } from './sameClient';
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
	// For errors: without its parameters, which may hold an account number.
	const node = { ...context.getNode(), parameters: {} };
	const { addresses, mistakes } = readAddresses(credential);
	const [mistake] = mistakes;
	if (mistake !== undefined) {
		throw new NodeOperationError(node, `${mistake.label} in the credential ${mistake.why}`, {
			description: 'Open the credential and correct the address.',
		});
	}
	if (tokenOf === 'user') requireConnection(node, credential);
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

/** n8n itself fails on a credential that was never connected, with a message nobody understands. */
function requireConnection(node: INode, credential: ICredentialDataDecryptedObject): void {
	if (isConnected(credential)) return;
	throw new NodeOperationError(node, 'The credential is not connected yet', {
		description:
			'Open the credential, press Connect, and let the person who owns the bank accounts sign in.',
	});
}

function stopSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context
		? (context as IExecuteFunctions).getExecutionCancelSignal()
		: undefined;
}
