import type { IncomingMessage, ServerResponse } from 'node:http';

/** The part of oidc-provider that the simulator uses: the package ships no types. */
export interface StoredPayload {
	clientId?: string;
	accountId?: string;
	grantId?: string;
	scope?: string;
	uid?: string;
	exp?: number;
	consumed?: unknown;
	[key: string]: unknown;
}

export interface Adapter {
	upsert(id: string, payload: StoredPayload, expiresIn: number): Promise<void>;
	find(id: string): Promise<StoredPayload | undefined>;
	findByUid(uid: string): Promise<StoredPayload | undefined>;
	consume(id: string): Promise<void>;
	destroy(id: string): Promise<void>;
	revokeByGrantId(grantId: string): Promise<void>;
}

interface Grant {
	addOIDCScope(scope: string): void;
	save(): Promise<string>;
}

type Request = IncomingMessage;
type Response = ServerResponse;

export interface OpenIdProvider {
	callback(): (request: Request, response: Response) => Promise<void>;
	interactionDetails(
		request: Request,
		response: Response,
	): Promise<{ params: Record<string, string | undefined> }>;
	interactionFinished(
		request: Request,
		response: Response,
		result: Record<string, unknown>,
	): Promise<void>;
	Grant: new (properties: { accountId: string; clientId: string }) => Grant;
}

interface Package {
	Provider: new (issuer: string, configuration: Record<string, unknown>) => OpenIdProvider;
}

const name: string = 'oidc-provider';

/** Loads the certified OpenID provider. */
export const { Provider } = (await import(name)) as Package;
