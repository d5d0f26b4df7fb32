import { generateKeyPairSync } from 'node:crypto';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { clientScopes, userScopes } from '../scopes.mts';
import type { Simulation } from '../state/simulation.mts';
import { MemoryAdapter } from './adapter.mts';
import { consentRoutes } from './consent.mts';
import type { OpenIdProvider } from './oidcProvider.mts';
import { Provider } from './oidcProvider.mts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Spec 5.4: the sliding lifetime of refresh tokens. */
const refreshTokenLifetime = 365 * day;

/** Sets up the OpenID provider that issues every token of the service (spec 5). */
export function createProvider(simulation: Simulation, issuer: string): OpenIdProvider {
	return new Provider(issuer, {
		adapter: (model: string) => new MemoryAdapter(model, simulation),
		jwks: { keys: [signingKey()] },
		cookies: { keys: [simulation.random.bytes(24).toString('hex')] },
		scopes: [...clientScopes, ...userScopes],
		features: {
			clientCredentials: { enabled: true },
			devInteractions: { enabled: false },
		},
		pkce: { required: () => true },
		rotateRefreshToken: true,
		issueRefreshToken: (_context: unknown, _client: unknown, code: { scopes: Set<string> }) =>
			code.scopes.has('offline_access'),
		findAccount: (_context: unknown, accountId: string) => ({
			accountId,
			claims: () => ({ sub: accountId }),
		}),
		interactions: {
			url: (_context: unknown, interaction: { uid: string }) =>
				`/connect/interaction/${interaction.uid}`,
		},
		routes: { authorization: '/connect/authorize', token: '/connect/token' },
		ttl: {
			AccessToken: 15 * minute,
			ClientCredentials: hour,
			AuthorizationCode: 60,
			RefreshToken: refreshTokenLifetime,
			Grant: refreshTokenLifetime,
			IdToken: 3600,
			Interaction: 3600,
			Session: 14 * day,
		},
	});
}

/**
 * Wraps the provider so that the service can hand it a request and get the answer back as a value,
 * to be recorded, refused or spoilt like any other answer.
 */
export function createAuthority(provider: OpenIdProvider): FastifyInstance {
	const authority = fastify();
	authority.removeAllContentTypeParsers();
	authority.addContentTypeParser('*', (_request, _payload, done) => done(null));
	consentRoutes(authority, provider);
	const callback = provider.callback();
	authority.all('/*', (request, reply) => {
		reply.hijack();
		void callback(request.raw, reply.raw);
	});
	return authority;
}

function signingKey(): object {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'simulator' };
}
