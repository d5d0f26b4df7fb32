import { StitchUserOAuth2Api } from '../../../credentials/StitchUserOAuth2Api.credentials';

const credential = new StitchUserOAuth2Api();

function defaultOf(name: string): unknown {
	return credential.properties.find((property) => property.name === name)?.default;
}

/** The value of a hidden field's expression, evaluated as plain JavaScript. */
function evaluate(name: string, $self: Record<string, unknown>): unknown {
	const expression = /^=(.*?)\{\{(.*)\}\}$/s.exec(String(defaultOf(name)));
	if (expression === null) throw new Error(`${name} is no expression`);
	const [, , code] = expression;
	return new Function('$self', `return ${code}`)($self);
}

describe('the credential "Stitch User OAuth2 API"', () => {
	it("is n8n's own OAuth2 with PKCE and the client secret in the body", () => {
		expect(credential.extends).toEqual(['oAuth2Api']);
		expect(defaultOf('grantType')).toBe('pkce');
		expect(defaultOf('authentication')).toBe('body');
	});

	it("hides what n8n's own form for OAuth2 asks for and Stitch prescribes", () => {
		const prescribed = ['accessTokenUrl', 'authentication', 'authQueryParameters'];
		for (const name of [...prescribed, 'authUrl', 'grantType', 'scope']) {
			const field = credential.properties.find((property) => property.name === name);
			expect([name, field?.type]).toEqual([name, 'hidden']);
		}
	});

	it('asks for the chosen scopes, or for all when none is chosen, and always for openid', () => {
		expect(evaluate('scope', { chosenScopes: ['accounts', 'offline_access'] })).toBe(
			'openid accounts offline_access',
		);
		const additional = { chosenScopes: ['accounts', 'other'], additionalScopes: 'a, b' };
		expect(evaluate('scope', additional)).toBe('openid accounts a b');
		expect(evaluate('scope', { ...additional, chosenScopes: ['accounts'] })).toBe(
			'openid accounts',
		);
		const spaced = { chosenScopes: ['accounts', 'other'], additionalScopes: ' a, ' };
		expect(evaluate('scope', spaced)).toBe('openid accounts a');
		expect(evaluate('scope', { chosenScopes: [] })).toBe(
			'openid accounts balances offline_access transactions',
		);
	});

	it.each([
		['https://secure.stitch.money', 'https://secure.stitch.money'],
		[' https://secure.stitch.money// ', 'https://secure.stitch.money'],
		['http://127.0.0.1:4400', 'http://127.0.0.1:4400'],
		['http://localhost:4400/', 'http://localhost:4400'],
	])('takes the authorization address %j', (authorizationAddress, base) => {
		const custom = { useCustomAddresses: true, authorizationAddress };
		expect(evaluate('authUrl', custom)).toBe(`${base}/connect/authorize`);
		expect(evaluate('accessTokenUrl', custom)).toBe(`${base}/connect/token`);
	});

	it.each([
		'http://secure.stitch.money',
		'http://localhost.example.com/',
		'http://127.0.0.1.example.com',
		'http://127.0.0.1@example.com',
		'http://localhost:pass@example.com',
		'ftp://secure.stitch.money',
		'',
	])('leads nowhere with the authorization address %j', (authorizationAddress) => {
		const custom = { useCustomAddresses: true, authorizationAddress };
		expect(evaluate('authUrl', custom)).toBe('');
		expect(evaluate('accessTokenUrl', custom)).toBe('');
	});

	it('knows no address that its form does not show', () => {
		const evil = 'https://evil.test';
		for (const hidden of [{}, { authorizationAddress: evil, graphqlUrl: evil }]) {
			const self = { useCustomAddresses: false, ...hidden };
			expect(evaluate('authUrl', self)).toBe('https://secure.stitch.money/connect/authorize');
			expect(evaluate('accessTokenUrl', self)).toBe('https://secure.stitch.money/connect/token');
			expect(evaluate('allowedDomains', self)).toBe('secure.stitch.money, api.stitch.money');
		}
	});

	it.each([
		[
			'https://secure.stitch.money',
			'https://api.stitch.money',
			'secure.stitch.money, api.stitch.money',
		],
		[' HTTPS://proxy.test:8443/stitch/ ', 'http://127.0.0.1:4400', 'proxy.test, 127.0.0.1'],
		['https://secure.stitch.money@evil.test', '', 'secure.stitch.money@evil.test, '],
	])(
		'allows n8n to send its token to %s and %s only',
		(authorizationAddress, graphqlUrl, hosts) => {
			expect(defaultOf('allowedHttpRequestDomains')).toBe('domains');
			const custom = { useCustomAddresses: true, authorizationAddress, graphqlUrl };
			expect(evaluate('allowedDomains', custom)).toBe(hosts);
		},
	);

	it('makes the nonce from the client secret, the time and chance', () => {
		const expression = String(defaultOf('authQueryParameters'));
		expect(expression).toMatch(/^=nonce=\{\{/);
		for (const part of ['clientSecret', 'Date.now()', 'Math.random()', 'hash("sha256")']) {
			expect(expression).toContain(part);
		}
	});
});
