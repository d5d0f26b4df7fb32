/** An access token that was issued, as the service looks it up for each request. */
export interface AccessToken {
	value: string;
	clientId: string;
	scopes: ReadonlySet<string>;
	/** Present on user tokens. */
	accountId: string | undefined;
	/** Real time, milliseconds since 1970. */
	expiresAt: number;
	revoked: boolean;
}

/** All access tokens. Dead ones are kept, so that a 401 can be put down to its client. */
export class TokenStore {
	readonly #tokens = new Map<string, AccessToken>();
	readonly #byClient = new Map<string, AccessToken[]>();

	add(token: AccessToken): void {
		this.#tokens.set(token.value, token);
		const own = this.#byClient.get(token.clientId);
		if (own) own.push(token);
		else this.#byClient.set(token.clientId, [token]);
	}

	find(value: string): AccessToken | undefined {
		return this.#tokens.get(value);
	}

	/** Makes a client's tokens worthless at once. */
	revokeAll(clientId: string): void {
		for (const token of this.#byClient.get(clientId) ?? []) token.revoked = true;
	}

	/** Lets a client's tokens run out at once. */
	expireAll(clientId: string): void {
		for (const token of this.#byClient.get(clientId) ?? []) token.expiresAt = 0;
	}
}

export function isAlive(token: AccessToken): boolean {
	return !token.revoked && token.expiresAt > Date.now();
}
