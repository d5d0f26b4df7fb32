import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

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
