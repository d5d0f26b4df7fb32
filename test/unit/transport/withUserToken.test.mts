import { NodeOperationError, type INode } from 'n8n-workflow';

import type { Context, RawAnswer } from '../../../nodes/Stitch/transport/service';
import { isConnected, withUserToken } from '../../../nodes/Stitch/transport/withUserToken';
import { answer } from '../builders.mts';

const request = { method: 'POST' as const, url: 'https://graphql.test/graphql' };
const good = answer(200, { data: { user: { id: 'u' } } });
/** The ways in which the service says that a token is not valid (spec 5.4, 7). */
const refusals: Array<[string, RawAnswer]> = [
	['with status 401', answer(401, { code: 'UNAUTHORIZED' })],
	[
		'in an answer with status 200',
		answer(200, { errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] }),
	],
	[
		'in an answer with status 200, beside its errors',
		answer(200, { errors: [{ message: 'x' }], extensions: { code: 'UNAUTHENTICATED' } }),
	],
	...[{ client: null }, null].map((data): [string, RawAnswer] => [
		`in an answer with no data but ${JSON.stringify(data)}`,
		answer(200, { data, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }),
	]),
];

interface HostOptions {
	/** Tokens that the service accepts. */
	valid?: string[];
	refusal?: RawAnswer;
	/** What n8n does when it is asked to renew; the next token unless said. */
	refresh?: () => void;
	refreshToken?: string;
}

/** n8n as the node sees it: it stores one credential, signs requests with it, and renews it. */
function host({ valid = ['token-2'], refusal = refusals[1][1], ...more }: HostOptions = {}) {
	const stored = {
		oauthTokenData: {
			access_token: 'token-1',
			...('refreshToken' in more
				? { refresh_token: more.refreshToken }
				: { refresh_token: 'refresh-1' }),
		},
	};
	const seen = { sent: [] as string[], renewed: 0 };
	const context = {
		getNode: () => ({}),
		getCredentials: async () => structuredClone(stored),
		helpers: {
			async httpRequestWithAuthentication() {
				const token = stored.oauthTokenData.access_token;
				seen.sent.push(token);
				await Promise.resolve();
				return valid.includes(token) ? good : refusal;
			},
			async refreshOAuth2Token() {
				await Promise.resolve();
				seen.renewed++;
				more.refresh?.();
				stored.oauthTokenData.access_token = `token-${seen.renewed + 1}`;
				return stored.oauthTokenData;
			},
		},
	} as unknown as Context;
	return { context, stored, seen, credential: structuredClone(stored) };
}

it.each([
	[{ oauthTokenData: { access_token: 'token-1' } }, true],
	[{ oauthTokenData: { access_token: '' } }, false],
	[{ oauthTokenData: {} }, false],
	[{}, false],
])('%j is connected: %p', (credential, expected) => {
	expect(isConnected(credential)).toBe(expected);
});

describe('requests with a user token', () => {
	it('are sent as n8n signs them, without reading the credential', async () => {
		const { context, credential, seen } = host({ valid: ['token-1'] });
		expect(await withUserToken(context, credential)(request)).toBe(good);
		expect(seen).toEqual({ sent: ['token-1'], renewed: 0 });
	});

	it.each(refusals)('renew the token once and repeat when it is refused %s', async (_, refusal) => {
		const { context, credential, seen } = host({ refusal });
		expect(await withUserToken(context, credential)(request)).toBe(good);
		expect(seen).toEqual({ sent: ['token-1', 'token-2'], renewed: 1 });
	});

	const refusedAt = (...path: string[]) => ({ path, extensions: { code: 'UNAUTHENTICATED' } });

	it('renew it where part of a query was refused, and nothing came', async () => {
		const refusal = answer(200, { data: { user: null }, errors: [refusedAt('user', 'id')] });
		const { context, credential, seen } = host({ refusal });
		const query = { ...request, body: { query: 'query { user { id } }' } };
		expect(await withUserToken(context, credential)(query)).toBe(good);
		expect(seen.renewed).toBe(1);
	});

	it.each([
		['part was', { first: { id: '1' }, second: null }, [refusedAt('second')]],
		[
			'part of the result was refused, so all may have been',
			{ first: null },
			[refusedAt('first', 'id')],
		],
		[
			'another part may have been',
			{ first: null, second: null },
			[{ path: ['first'] }, refusedAt('second')],
		],
	])('are not repeated when %s processed', async (_, data, errors) => {
		const refusal = answer(200, { data, errors });
		const { context, credential, seen } = host({ refusal });
		expect(await withUserToken(context, credential)(request)).toEqual(refusal);
		expect(seen.sent).toHaveLength(1);
	});

	it('let no token or secret out of what the service says', async () => {
		const said = (text: string) => answer(400, { detail: text });
		const refusal = said('No token-1, no refresh-1, no user-secret');
		const { context, credential } = host({ refusal });
		const send = withUserToken(context, { ...credential, clientSecret: 'user-secret' });
		expect(await send(request)).toEqual(said('No …, no …, no …'));
	});

	it('share one renewal within a run', async () => {
		const { context, credential, seen } = host();
		const send = withUserToken(context, credential);
		const answers = await Promise.all(Array.from({ length: 50 }, async () => await send(request)));
		expect(answers.every((each) => each === good)).toBe(true);
		expect(seen.renewed).toBe(1);
	});

	it('renew the token again after a renewal that failed', async () => {
		let isAway = true;
		const refresh = () => {
			if (isAway) throw new Error('ECONNRESET');
		};
		const { context, credential } = host({ refresh, valid: ['token-3'] });
		const failure = { kind: 'token', temporary: true };
		expect(await withUserToken(context, credential)(request)).toMatchObject(failure);
		isAway = false;
		expect(await withUserToken(context, credential)(request)).toBe(good);
	});

	it('share one renewal between executions, also those that come to it later', async () => {
		const { context, credential, seen } = host();
		const runs = Array.from({ length: 20 }, () => withUserToken(context, credential));
		await Promise.all(runs.slice(0, 10).map(async (send) => await send(request)));
		await Promise.all(runs.slice(10).map(async (send) => await send(request)));
		expect(seen.renewed).toBe(1);
	});

	it('continue with a token that another request has renewed', async () => {
		const { context, credential, stored, seen } = host({ valid: ['from-elsewhere'] });
		const send = withUserToken(context, credential);
		const sending = send(request);
		stored.oauthTokenData.access_token = 'from-elsewhere';
		expect(await sending).toBe(good);
		expect(seen.renewed).toBe(0);
	});

	it('succeed in the next run where another process has used the refresh token first', async () => {
		const refresh = () => {
			stored.oauthTokenData.access_token = 'from-elsewhere';
			throw oauthError('invalid_grant');
		};
		const { context, credential, stored } = host({ refresh, valid: ['from-elsewhere'] });
		const failure = { code: 'invalid_grant' };
		expect(await withUserToken(context, credential)(request)).toMatchObject(failure);
		expect(await withUserToken(context, credential)(request)).toBe(good);
	});

	it('renew a token that another request has renewed, where that one is refused as well', async () => {
		const { context, credential, stored, seen } = host();
		const sending = withUserToken(context, credential)(request);
		stored.oauthTokenData.access_token = 'from-elsewhere';
		expect(await sending).toBe(good);
		expect(seen).toEqual({ sent: ['token-1', 'from-elsewhere', 'token-2'], renewed: 1 });
	});

	it('renew only once when the new token is refused too, and say so from then on', async () => {
		const { context, credential, seen } = host({ valid: [] });
		const send = withUserToken(context, credential);
		for (let run = 0; run < 3; run++) {
			expect(await send(request)).toMatchObject({
				kind: 'token',
				advice: expect.stringContaining('connect it again'),
			});
		}
		expect(seen.renewed).toBe(1);
	});

	it('say "connect it again" when there is no refresh token, and renew nothing', async () => {
		const { context, credential, seen } = host({ refreshToken: undefined });
		expect(await withUserToken(context, credential)(request)).toMatchObject({
			kind: 'token',
			advice: expect.stringMatching(/connect it again.*Offline Access/),
		});
		expect(seen.renewed).toBe(0);
	});

	it.each([
		['in the words of n8n', reconnect],
		['as the OAuth error', () => oauthError('invalid_grant')],
		['as the OAuth error within another', () => wrapped(oauthError('invalid_grant'))],
	])('say "connect it again" when consent has ended, %s', async (_, thrown) => {
		const { context, credential } = host({ refresh: throwing(thrown()) });
		expect(await withUserToken(context, credential)(request)).toEqual({
			kind: 'token',
			happened: 'no',
			code: 'invalid_grant',
			sentence: 'The credential is no longer connected',
			// Another process may have used the refresh token in the same instant.
			advice: expect.stringMatching(/^Run .* once more\..*connect it again/) as string,
		});
	});

	it('say that the client secret is not right, and hold nothing of it', async () => {
		const thrown = oauthError('invalid_client', { client_secret: 'secret-for-tests' });
		const { context, credential } = host({ refresh: throwing(thrown) });
		const outcome = await withUserToken(context, credential)(request);
		expect(outcome).toMatchObject({ kind: 'token', happened: 'no', code: 'invalid_client' });
		expect(outcome).not.toHaveProperty('temporary');
		expect(JSON.stringify(outcome)).not.toContain('secret-for-tests');
	});

	it('say so of the client secret too where n8n has put it into an error of its own', async () => {
		const thrown = Object.assign(reconnect(), { cause: oauthError('invalid_client') });
		const { context, credential } = host({ refresh: throwing(thrown) });
		expect(await withUserToken(context, credential)(request)).toMatchObject({
			code: 'invalid_client',
		});
	});

	it('may be tried again when the authorization server was away', async () => {
		const thrown = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
		const { context, credential } = host({ refresh: throwing(thrown) });
		expect(await withUserToken(context, credential)(request)).toMatchObject({
			kind: 'token',
			happened: 'no',
			temporary: true,
		});
	});

	it('say so when n8n itself blocks the renewal, which is not tried again', async () => {
		const blocked = Object.assign(new Error('no'), { name: 'SsrfBlockedIpError' });
		const { context, credential } = host({ refresh: throwing(blocked) });
		expect(await withUserToken(context, credential)(request)).toEqual({
			kind: 'token',
			happened: 'no',
			sentence: expect.stringMatching(/^n8n has blocked the request/) as string,
			advice: expect.stringContaining('N8N_SSRF_ALLOWED_HOSTNAMES') as string,
		});
	});

	it('never throw', async () => {
		const { context, credential } = host();
		context.helpers.httpRequestWithAuthentication = async () => {
			throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
		};
		expect(await withUserToken(context, credential)(request)).toMatchObject({
			kind: 'answerLost',
			host: 'graphql.test',
		});
	});
});

function throwing(thrown: Error): () => never {
	return () => {
		throw thrown;
	};
}

function reconnect(): Error {
	return new NodeOperationError({ name: 'Stitch' } as INode, 'It needs to be reconnected.');
}

function oauthError(error: string, more = {}): Error {
	return Object.assign(new Error('refused'), { code: 'EAUTH', body: { error }, ...more });
}

function wrapped(cause: Error): Error {
	return new Error('outer', { cause });
}
