import { GraphQLError } from 'graphql';
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

/** Refuses a field whose scope the token lacks. */
export function requireScope(token: AccessToken, scope: string): void {
	if (token.scopes.has(scope)) return;
	throw new GraphQLError(`The access token lacks the scope ${scope}.`, {
		extensions: { code: 'FORBIDDEN', missingScopes: [scope] },
	});
}
