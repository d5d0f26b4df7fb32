import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { readAddresses } from './addresses';
import { clientOf } from './client';
import { realClock } from './clock';
import { quoted } from './wording';
import { Service, type Context, type ServiceOptions } from './service';
import { clientCredentialType, withClientToken } from './withClientToken';
import { isConnected, userCredentialType, withUserToken } from './withUserToken';

/** Whose token is used: the client's own, or a person's who has given their consent. */
export type TokenOf = 'client' | 'user';

export function credentialTypeOf(tokenOf: TokenOf): string {
	return tokenOf === 'user' ? userCredentialType : clientCredentialType;
}

/** The options of requests for which the editor offers none. Only time ends their repeats. */
export const defaultServiceOptions: ServiceOptions = {
	maxTries: Infinity,
	budgetMs: 120_000,
	timeoutMs: 30_000,
};

/**
 * The service, as the credential of this node reaches it. Called once per execution.
 * @throws {NodeOperationError} when the credential's addresses must not be used, or when nobody has
 * connected it
 */
export async function connect(
	context: Context,
	options: ServiceOptions = defaultServiceOptions,
	tokenOf: TokenOf = 'client',
): Promise<Service> {
	const credential = await context.getCredentials(credentialTypeOf(tokenOf));
	const { addresses, mistakes } = readAddresses(credential);
	const [mistake] = mistakes;
	if (mistake !== undefined) {
		const message = `${quoted(mistake.label)} in the credential ${mistake.why}`;
		throw setupError(context, message, 'Open the credential and change the address.');
	}
	if (tokenOf === 'user' && !isConnected(credential)) {
		// n8n's own message would be hard to understand.
		throw setupError(
			context,
			'The credential is not connected yet',
			'Open the credential, press Connect, and let the person who owns the bank accounts sign in.',
		);
	}
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

export function setupError(
	context: Pick<Context, 'getNode'>,
	message: string,
	description: string,
): NodeOperationError {
	return new NodeOperationError(withoutParameters(context.getNode()), message, { description });
}

/** A node as errors hold it: without its parameters, which may have an account number. */
export function withoutParameters(node: INode): INode {
	return { ...node, parameters: {} };
}

function stopSignal(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context
		? (context as IExecuteFunctions).getExecutionCancelSignal()
		: undefined;
}
