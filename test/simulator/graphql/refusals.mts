import { GraphQLError } from 'graphql';
import type { ClientState } from '../state/client.mts';
import type { AccessToken } from '../tokens/store.mts';

/** The error shapes of the GraphQL interface: HTTP 200, `errors[]` with `extensions.code`. */

export const unauthenticated = (): GraphQLError =>
	new GraphQLError('The access token is missing, expired or malformed.', {
		extensions: { code: 'UNAUTHENTICATED' },
	});

export const badInput = (message: string): GraphQLError =>
	new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

export const nonceDuplicate = (): GraphQLError =>
	new GraphQLError('A request with this nonce was already accepted.', {
		extensions: { code: 'NONCE_DUPLICATE' },
	});

/** As the library itself refuses what a schema does not have. */
export const noSuchField = (field: string, type: string): GraphQLError =>
	new GraphQLError(`Cannot query field "${field}" on type "${type}".`, {
		extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
	});

/** The person has to go back to their bank first (public documentation, with the older name of the code). */
export const userInteractionRequired = (code: string, userInteractionUrl: string): GraphQLError =>
	new GraphQLError('The user has to authorize the account again.', {
		extensions: { code, userInteractionUrl },
	});

/** Refuses a list to a client that may read none. */
export function requireList({ settings }: ClientState): void {
	if (settings.lists === 'readable') return;
	throw new GraphQLError('Lists are not switched on.', { extensions: { code: 'FORBIDDEN' } });
}

/** Refuses a field whose scope the token lacks. */
export function requireScope(token: AccessToken, scope: string): void {
	if (token.scopes.has(scope)) return;
	throw new GraphQLError(`The access token lacks the scope ${scope}.`, {
		extensions: { code: 'FORBIDDEN', missingScopes: [scope] },
	});
}
