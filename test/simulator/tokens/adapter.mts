import type { Simulation } from '../state/simulation.mts';
import type { Adapter, StoredPayload } from './oidcProvider.mts';

/** What the OpenID provider stores, by model and id; the expiry is checked by the provider. */
export class MemoryAdapter implements Adapter {
	readonly #model: string;
	readonly #simulation: Simulation;
	readonly #stored = new Map<string, StoredPayload>();

	constructor(model: string, simulation: Simulation) {
		this.#model = model;
		this.#simulation = simulation;
	}

	async upsert(id: string, payload: StoredPayload): Promise<void> {
		this.#stored.set(id, payload);
		if (this.#model === 'AccessToken' || this.#model === 'ClientCredentials') {
			this.#rememberToken(id, payload);
		}
		if (this.#model === 'Grant') this.#simulation.grants.set(id, String(payload.clientId));
		if (this.#model === 'AuthorizationCode') {
			this.#simulation.grantedScopes.set(id, String(payload.scope ?? ''));
		}
	}

	async find(id: string): Promise<StoredPayload | undefined> {
		if (this.#model === 'Client') return this.#clientMetadata(id);
		if (this.#model === 'Grant' && !this.#simulation.grants.has(id)) return undefined;
		return this.#stored.get(id);
	}

	async findByUid(uid: string): Promise<StoredPayload | undefined> {
		return [...this.#stored.values()].find((payload) => payload.uid === uid);
	}

	async consume(id: string): Promise<void> {
		const payload = this.#stored.get(id);
		if (payload) payload.consumed = Math.floor(Date.now() / 1000);
	}

	async destroy(id: string): Promise<void> {
		this.#stored.delete(id);
	}

	async revokeByGrantId(grantId: string): Promise<void> {
		for (const [id, payload] of this.#stored) {
			if (payload.grantId !== grantId) continue;
			this.#stored.delete(id);
			const token = this.#simulation.tokens.find(id);
			if (token) token.revoked = true;
		}
	}

	#rememberToken(value: string, payload: StoredPayload): void {
		const clientId = String(payload.clientId);
		this.#simulation.tokens.add({
			value,
			clientId,
			scopes: new Set(String(payload.scope ?? '').split(' ')),
			accountId: payload.accountId,
			expiresAt: Number(payload.exp) * 1000,
			revoked: false,
		});
		const client = this.#simulation.clients.get(clientId);
		if (client) client.ledger.tokensIssued++;
	}

	#clientMetadata(id: string): StoredPayload | undefined {
		const client = this.#simulation.clients.get(id);
		if (!client) return undefined;
		const { redirectUris, scopes } = client.settings;
		const browser = redirectUris.length > 0;
		return {
			client_id: id,
			client_secret: client.clientSecret,
			redirect_uris: redirectUris,
			grant_types: browser
				? ['client_credentials', 'authorization_code', 'refresh_token']
				: ['client_credentials'],
			response_types: browser ? ['code'] : [],
			token_endpoint_auth_method: 'client_secret_post',
			...(scopes.length > 0 && { scope: scopes.join(' ') }),
		};
	}
}
