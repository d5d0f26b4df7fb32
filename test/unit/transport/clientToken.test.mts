import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { fetchClientToken, keptToken } from '../../../nodes/Stitch/transport/clientToken';
import { setTokenRequests } from '../../../nodes/Stitch/transport/n8nInternals';

const credential = {
	clientId: ' test-client ',
	clientSecret: ' marked-secret\n',
	chosenScopes: ['client_disbursement', 'client_refund'],
	useCustomAddresses: true,
	authUrl: 'https://auth.test/',
};

function fetchWith(answer: object | Error, more: object = {}) {
	const sent: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		sent.push(options);
		if (answer instanceof Error) throw answer;
		return answer;
	};
	return {
		sent,
		token: fetchClientToken({ helpers: { httpRequest } }, { ...credential, ...more }),
	};
}

describe('a token that n8n keeps with a credential', () => {
	const kept = async () => {
		const { token } = fetchWith({ statusCode: 200, body: { access_token: 'a-token' } });
		return { ...credential, ...(await token) };
	};

	it.each<ICredentialDataDecryptedObject>([
		{ clientId: 'other-client' },
		{ clientSecret: 'marked-other-secret' },
		{ chosenScopes: ['client_disbursement'] },
		{ chosenScopes: ['other'], additionalScopes: 'client_businesslookup' },
		{ useCustomAddresses: false },
		{ authUrl: 'https://other.test/' },
		{ baseUrl: 'https://other.test/v2' },
		{ graphqlUrl: 'https://other.test/graphql' },
	])('is none any more once the credential was changed: %j', async (change) => {
		expect(keptToken({ ...(await kept()), ...change })).toBeUndefined();
	});

	it.each([undefined, '', 'a-token'])('is none when it is %j', (accessToken) => {
		expect(keptToken({ ...credential, ...(accessToken !== undefined && { accessToken }) })).toBe(
			undefined,
		);
	});
});

describe('a client token', () => {
	it('is asked for with a form, its scopes and the token address as audience', async () => {
		const { sent, token } = fetchWith({ statusCode: 200, body: { access_token: 'a-token' } });

		expect(keptToken({ ...credential, ...(await token) })).toBe('a-token');
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'POST',
			url: 'https://auth.test/connect/token',
			disableFollowRedirect: true,
		});
		expect(Object.fromEntries(sent[0]?.body as URLSearchParams)).toEqual({
			grant_type: 'client_credentials',
			client_id: 'test-client',
			client_secret: 'marked-secret',
			scope: 'client_disbursement client_refund',
			audience: 'https://auth.test/connect/token',
		});
	});

	it('is asked for with the scopes that no list knows, each once', async () => {
		const additionalScopes = ' client_businesslookup,client_refund\n client_other ';
		const { sent, token } = fetchWith(
			{ statusCode: 200, body: { access_token: 'a-token' } },
			{ chosenScopes: ['client_refund', 'other', 'client_disbursement'], additionalScopes },
		);
		await token;
		expect((sent[0]?.body as URLSearchParams).get('scope')).toBe(
			'client_refund client_businesslookup client_other client_disbursement',
		);
	});

	it('is not asked for with additional scopes that the form does not show', async () => {
		const { sent, token } = fetchWith(
			{ statusCode: 200, body: { access_token: 'a-token' } },
			{ additionalScopes: 'client_businesslookup' },
		);
		await token;
		expect((sent[0]?.body as URLSearchParams).get('scope')).toBe(
			'client_disbursement client_refund',
		);
	});

	it.each(['"client_card"', 'client\\card', 'clïent'])(
		'is not asked for with an additional scope that cannot be one: %s',
		async (additionalScopes) => {
			const other = { chosenScopes: ['other'], additionalScopes };
			const { sent, token } = fetchWith({ statusCode: 200, body: {} }, other);
			await expect(token).rejects.toThrow(
				"'Additional Scopes' has a character that no scope can have",
			);
			expect(sent).toEqual([]);
		},
	);

	it.each([[[]], [['other']]])('is not asked for without a scope: %j', async (chosenScopes) => {
		const { sent, token } = fetchWith({ statusCode: 200, body: {} }, { chosenScopes });

		await expect(token).rejects.toThrow(
			"No scope is chosen in the credential. Under 'Scopes', choose what it may do",
		);
		expect(sent).toEqual([]);
	});

	it.each([
		[
			{ statusCode: 400, body: { error: 'invalid_client' } },
			/^'Client ID' or 'Client Secret' is not right/,
		],
		[
			{ statusCode: 400, body: { error: 'invalid_scope' } },
			/^The client was not granted all of these scopes: Disbursements \(client_disbursement\), Refunds \(client_refund\)\. .*dashboard/,
		],
		[
			{ statusCode: 400, body: { error: 'invalid_request' } },
			/refused to issue a token \(invalid_request\)/,
		],
		[
			{ statusCode: 400, body: { error: 'The secret Abc-123-def is not right' } },
			/refused to issue a token\. Check/,
		],
		[
			{ statusCode: 400, body: { error: 'unauthorized_client' } },
			/^'Client ID' or 'Client Secret' is not right/,
		],
		[
			{ statusCode: 400, body: { error: 'no_secret marked-secret' } },
			/refused to issue a token\. Check/,
		],
		[
			{ statusCode: 401, body: { title: 'Unauthorized', code: 'UNAUTHORIZED', detail: 'No' } },
			/^'Client ID' or 'Client Secret' is not right/,
		],
		[
			{ statusCode: 403, body: { title: 'Forbidden', code: 'FORBIDDEN', detail: 'No' } },
			/^Stitch refused to issue a token \(FORBIDDEN\)\. Check 'Client ID', 'Client Secret' and 'Scopes'/,
		],
		[{ statusCode: 401, body: { code: 'Marked-secret' } }, /^auth\.test answered, but not as/],
		[{ statusCode: 401, body: { code: 'Marked-secret_KEY' } }, /^auth\.test answered, but not as/],
		[{ statusCode: 400, body: { access_token: 'a-token' } }, /^auth\.test answered, but not as/],
		[{ statusCode: 200, body: { access_token: '' } }, /^auth\.test answered, but not as Stitch/],
		[{ statusCode: 500, body: {} }, /^auth\.test is not available at the moment/],
		[{ statusCode: 429, body: '' }, /^auth\.test is receiving too many token requests/],
		[
			{ statusCode: 503, body: '<html>' },
			/^auth\.test is not available at the moment \(HTTP 503\)/,
		],
		[{ statusCode: 404, body: '<html>' }, /^auth\.test answered, but not as Stitch does/],
		[{ statusCode: 200, body: '<html>' }, /^auth\.test answered, but not as Stitch does/],
		[{ statusCode: 302, body: '' }, /^auth\.test answered, but not as Stitch does/],
		[new Error('connect ECONNREFUSED marked-secret'), /^No connection to auth\.test/],
	])('that cannot be had says why in one clear sentence (%#)', async (given, sentence) => {
		const { token } = fetchWith(given);
		const failure = await token.catch((thrown: Error) => thrown);

		expect(failure).toMatchObject({ name: 'StitchTokenFailure' });
		expect((failure as Error).message).toMatch(sentence);
		expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(
			'marked-secret',
		);
	});

	it.each([
		[{ statusCode: 429, body: '' }, true],
		[{ statusCode: 503, body: '' }, true],
		[new Error('connect ECONNREFUSED'), true],
		[{ statusCode: 400, body: { error: 'invalid_client' } }, false],
		[{ statusCode: 400, body: { error: 'invalid_scope' } }, false],
		[{ statusCode: 404, body: '' }, false],
	])('may be had later without a change of the credential: %#', async (given, temporary) => {
		await expect(fetchWith(given).token).rejects.toMatchObject({ temporary });
	});

	it('is not asked for again when n8n itself blocks the request, and says so', async () => {
		const { token } = fetchWith(Object.assign(new Error('no'), { name: 'SsrfBlockedIpError' }));
		await expect(token).rejects.toMatchObject({
			message: expect.stringMatching(/^n8n has blocked .*N8N_SSRF_ALLOWED_HOSTNAMES/) as string,
			temporary: false,
		});
	});

	it('is given up when its answer never ends, which n8n itself would wait for', async () => {
		const asked = { ...credential };
		setTokenRequests(asked, { timeoutMs: 1 });
		const httpRequest = async () => await new Promise<never>(() => {});
		const token = fetchClientToken({ helpers: { httpRequest } }, asked);
		await expect(token).rejects.toThrow(/^No connection to auth\.test/);
	});

	it('is not asked for at an address that is not https', async () => {
		const { sent, token } = fetchWith({}, { authUrl: 'http://auth.test' });

		await expect(token).rejects.toThrow("'Authorization Address' must start with https://");
		expect(sent).toEqual([]);
	});
});
