import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { StitchApi } from '../../../credentials/StitchApi.credentials';

const credential = new StitchApi();
const request: IHttpRequestOptions = {
	url: 'https://rest.test/v2/cards',
	headers: { Accept: 'application/json' },
};
const client = {
	clientId: 'test-1',
	clientSecret: 'made-up',
	chosenScopes: ['client_card'],
	useCustomAddresses: true,
	baseUrl: 'https://rest.test/v2',
	authUrl: 'https://auth.test',
	graphqlUrl: 'https://graphql.test',
};

/** The credential as n8n keeps it once it has fetched a token. */
async function withToken(): Promise<ICredentialDataDecryptedObject> {
	const httpRequest = async () => ({ statusCode: 200, body: { access_token: 'token-1' } });
	const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
	return { ...client, ...(await credential.preAuthentication.call(helper, client)) };
}

describe('the credential "Stitch API"', () => {
	it('lets its token go along, and leaves the other headers as they are', async () => {
		const { headers } = await credential.authenticate(await withToken(), request);
		expect(headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer token-1' });
		expect(request.headers).toEqual({ Accept: 'application/json' });
	});

	it.each([
		['https://rest.test/v2/cards', {}],
		['https://AUTH.test:443/connect', {}],
		['https://graphql.test/graphql', {}],
		['/graphql', { baseURL: 'https://graphql.test' }],
		['', { baseURL: 'https://graphql.test/graphql' }],
		['https://rest.test/v2', { baseURL: 'https://evil.test' }],
		['https://rest.test/v2', { baseURL: '' }],
	])('lets its token go to its own addresses: %s %j', async (url, more) => {
		const { headers } = await credential.authenticate(await withToken(), { url, ...more });
		expect(headers).toHaveProperty('Authorization');
	});

	it("lets its token go there in the words of n8n's older request helper", async () => {
		const own = { uri: 'https://rest.test/v2' } as unknown as IHttpRequestOptions;
		const { headers } = await credential.authenticate(await withToken(), own);
		expect(headers).toHaveProperty('Authorization');
		const foreign = { uri: 'https://evil.test/' } as unknown as IHttpRequestOptions;
		await expect(credential.authenticate(await withToken(), foreign)).rejects.toThrow('evil.test');
	});

	it('has its token renewed by n8n, which keeps it sealed', () => {
		const token = credential.properties.find(({ name }) => name === 'accessToken');
		expect(token).toMatchObject({
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
		});
	});

	it.each([
		['its own address', { useCustomAddresses: true, graphqlUrl: ' https://own.test ' }, 'own.test'],
		['no address that the form hides', { graphqlUrl: 'https://own.test' }, 'api.stitch.money'],
		[
			'the public one where its own is empty',
			{ useCustomAddresses: true, graphqlUrl: ' ' },
			'api.',
		],
	])('is tested at %s', (_what, values, host) => {
		const { baseURL } = credential.test.request;
		const [, code] = /^=\{\{(.*)\}\}$/.exec(String(baseURL)) ?? [];
		expect(new Function('$credentials', `return ${code}`)(values)).toContain(`https://${host}`);
	});

	it('says where to look if no service answers at its address', () => {
		expect(credential.test.rules).toMatchObject([{ properties: { value: 404 } }]);
	});

	it('knows the public addresses where none are given', async () => {
		const bare = { ...client, baseUrl: '', authUrl: ' ', graphqlUrl: undefined };
		const url = 'https://api.stitch.money/graphql';
		// There is no token for these addresses yet; n8n is told to fetch one.
		await expect(
			credential.authenticate({ ...bare, accessToken: '' } as never, { url }),
		).rejects.toMatchObject({ response: { status: 401 } });
	});

	it('knows no address that its form does not show', async () => {
		const switchedOff = { ...(await withToken()), useCustomAddresses: false };
		await expect(credential.authenticate(switchedOff, request)).rejects.toThrow('rest.test');
	});

	it.each([
		['https://evil.test/', 'evil.test'],
		['https://rest.test.evil.test/', 'rest.test.evil.test'],
		['https://rest.test@evil.test/', 'evil.test'],
		['https://evil.test#https://rest.test/', 'evil.test'],
		['https://evil.test\\@rest.test/', 'evil.test'],
		['http://rest.test/v2', 'rest.test'],
		['https://rest.test:8443/', 'rest.test:8443'],
		['https://rest.test./', 'rest.test.'],
		['//evil.test/', 'an address that cannot be read'],
		['/v2/cards', 'an address that cannot be read'],
		['data:text/plain,x', 'an address that cannot be read'],
	])('sends no token to %s', async (url, host) => {
		const refusal = credential.authenticate(await withToken(), { url });
		await expect(refusal).rejects.toThrow(`${host} is not one of them, so nothing was sent there.`);
		await expect(refusal).rejects.not.toHaveProperty('response');
	});

	it.each(['https://evil.test', '//evil.test', '\\\\evil.test', '/\\evil.test'])(
		'sends no token to %s in place of a path',
		async (url) => {
			const request = { url, baseURL: 'https://rest.test' };
			await expect(credential.authenticate(await withToken(), request)).rejects.toThrow(
				'evil.test',
			);
		},
	);

	it('sends no token to either of two addresses if one is not its own', async () => {
		const both = { url: 'https://rest.test', uri: 'https://evil.test' } as IHttpRequestOptions;
		await expect(credential.authenticate(await withToken(), both)).rejects.toThrow('evil.test');
	});

	it('follows no redirect, because the token would go along to wherever it leads', async () => {
		const sent = await credential.authenticate(await withToken(), { ...request, maxRedirects: 5 });
		expect(sent).toMatchObject({ disableFollowRedirect: true, maxRedirects: 0 });
	});

	it('sends nothing without a token, so that n8n fetches one', async () => {
		const refusal = credential.authenticate({ ...client, accessToken: '' }, request);
		await expect(refusal).rejects.toMatchObject({ response: { status: 401 } });
	});

	it('sends no token that was fetched for another client', async () => {
		const changed = { ...(await withToken()), clientId: 'test-2' };
		await expect(credential.authenticate(changed, request)).rejects.toMatchObject({
			response: { status: 401 },
		});
	});

	it('hides what must not be read over a shoulder', () => {
		const hidden = credential.properties
			.filter(({ typeOptions }) => typeOptions?.password === true)
			.map(({ name }) => name);
		expect(hidden).toEqual(['clientSecret', 'webhookSecret', 'accessToken']);
	});

	it('is tested by a question that needs no scope', () => {
		expect(credential.test.request).toMatchObject({
			method: 'POST',
			url: '/graphql',
			body: { query: 'query ConnectionTest { __typename }' },
		});
	});
});

describe('what the form says of the client', () => {
	const { properties } = new StitchApi();
	const testClient = 'A Client ID that starts with test- is a test client: no real money moves';
	const liveClient =
		'A Client ID that does not start with test- is a live client: real money moves';
	const saidOf = (clientId: string) =>
		properties
			.filter(({ name }) => name.endsWith('ClientNotice'))
			.filter((field) => NodeHelpers.displayParameter({ clientId }, field, null, null))
			.map(({ displayName }) => displayName.replace(/<[^>]+>/g, ''));

	it.each([
		['test-1a2b3c4d', [testClient]],
		['1a2b3c4d', [liveClient]],
		['', []],
		['={{ $json.client }}', [testClient, liveClient]],
	])('follows the Client ID %j', (clientId, said) => {
		expect(saidOf(clientId)).toEqual(said);
	});
});
