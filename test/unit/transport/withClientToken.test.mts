import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { fetchClientToken, keptToken } from '../../../nodes/Stitch/transport/clientToken';
import { inParallel } from '../../../nodes/Stitch/run/concurrency';
import type { FailureDetails } from '../../../nodes/Stitch/transport/failure';
import { Service, type Context, type RawAnswer } from '../../../nodes/Stitch/transport/service';
import { withClientToken } from '../../../nodes/Stitch/transport/withClientToken';
import { addresses, answer, customAddresses } from '../builders.mts';
import { randomOf, VirtualTime } from '../webhook/virtualTime.mts';

const options = { maxTries: 10, budgetMs: 120_000, timeoutMs: 2000 };
const paid = answer(201, { id: '1' });

interface HostOptions {
	/** Milliseconds until a token is issued, or the server fails to. */
	tokenMs?: number;
	/** What the token server answers. */
	issue?: (token: string) => RawAnswer;
	/** For how long a token is good. */
	tokenLastsMs?: number;
	/** What the service answers a request that brought a good token. */
	answerTo?: () => RawAnswer;
	/** "Retry Time Limit" in milliseconds. */
	budgetMs?: number;
	/** Is told of each request that reaches the service. */
	onSent?: () => void;
}

const issued = (token: string) => answer(200, { access_token: token });

/**
 * n8n as the node sees it, in time that passes at once: it fetches a token where the credential
 * holds none, and then sends the request.
 */
function host({
	tokenMs = 30,
	issue = issued,
	tokenLastsMs = Infinity,
	answerTo = () => paid,
	budgetMs = options.budgetMs,
	onSent = () => {},
}: HostOptions = {}) {
	const time = new VirtualTime(1);
	const data: ICredentialDataDecryptedObject = {
		...customAddresses,
		clientId: 'test-client',
		clientSecret: 'secret-for-tests',
		chosenScopes: ['client_disbursement'],
		accessToken: '',
	};
	const seen = { fetched: 0, fetchedAtOnce: 0, sent: 0 };
	let fetching = 0;
	const goodToken = () => `token-${Math.floor(time.elapsed() / tokenLastsMs)}`;
	async function httpRequest({ timeout = Infinity }: IHttpRequestOptions): Promise<RawAnswer> {
		seen.fetched++;
		seen.fetchedAtOnce = Math.max(seen.fetchedAtOnce, ++fetching);
		await time.pause(Math.min(tokenMs, timeout));
		fetching--;
		if (tokenMs > timeout) throw new Error('timeout');
		return issue(goodToken());
	}
	const context = {
		getNode: () => ({}),
		helpers: {
			async httpRequestWithAuthentication() {
				if (data.accessToken === '') {
					Object.assign(data, await fetchClientToken({ helpers: { httpRequest } } as never, data));
				}
				const token = keptToken(data);
				seen.sent++;
				onSent();
				await time.pause(20);
				return token === goodToken() ? answerTo() : answer(401, {});
			},
		},
	} as unknown as Context;
	const send = withClientToken(context, data, options.timeoutMs);
	const service = new Service(
		send,
		addresses,
		'test-client',
		{ ...options, budgetMs, concurrency: 8 },
		time,
	);

	/** Sends so many rows, eight at a time, and tells how long that took. */
	async function run(rows: number) {
		const failures: FailureDetails[] = [];
		let took = 0;
		const running = inParallel(
			[...Array(rows).keys()],
			() => 8,
			async () => {
				const outcome = await service.tryCall({ method: 'POST', path: '/', repeat: 'always' });
				if ('failure' in outcome) failures.push(outcome.failure);
				return true;
			},
		).then(() => (took = time.elapsed()));
		await time.run();
		await running;
		return { took, failures, seen };
	}
	const nextRun = () => withClientToken(context, data, options.timeoutMs);
	return { run, send, data, time, seen, nextRun };
}

describe('a run with the client token', () => {
	it('fetches one token for all of its requests', async () => {
		const { took, failures, seen } = await host().run(100);
		expect(failures).toEqual([]);
		expect(seen).toEqual({ fetched: 1, fetchedAtOnce: 1, sent: 100 });
		expect(took).toBeLessThan(1000);
	});

	it('sends the others as soon as the token is there, not when the first is answered', async () => {
		const sentAt: number[] = [];
		const { run, time } = host({ tokenMs: 30, onSent: () => sentAt.push(time.elapsed()) });
		await run(8);
		expect(sentAt).toEqual(Array(8).fill(30));
	});

	it('fetches one token at a time when tokens are revoked all the time', async () => {
		const { failures, seen } = await host({ tokenLastsMs: 350 }).run(300);
		expect(failures).toEqual([]);
		expect(seen.fetchedAtOnce).toBe(1);
	});
});

describe('while the token server', () => {
	it.each<[string, HostOptions]>([
		['is silent', { tokenMs: Infinity }],
		['is not available', { issue: () => answer(503, {}) }],
		['is not available and slow', { tokenMs: 1900, issue: () => answer(503, {}) }],
		['refuses too many requests', { issue: () => answer(429, {}) }],
	])('%s, a run ends within Retry Time Limit and one Timeout', async (_, away) => {
		const { took, failures, seen } = await host(away).run(1000);
		expect(took).toBeLessThanOrEqual(options.budgetMs + options.timeoutMs);
		expect(failures).toHaveLength(1000);
		expect(seen.sent).toBe(0);
		expect(seen.fetchedAtOnce).toBe(1);
	});

	it('is silent, all rows wait for one Timeout together, not one after the other', async () => {
		const { took, failures } = await host({ tokenMs: Infinity, budgetMs: 0 }).run(96);
		expect(took).toBe(options.timeoutMs);
		expect(failures).toHaveLength(96);
	});

	it('refuses the client, each of them reports it', async () => {
		const issue = () => answer(400, { error: 'invalid_client' });
		const { failures } = await host({ issue }).run(20);
		expect(failures).toHaveLength(20);
		for (const failure of failures)
			expect(failure).toMatchObject({ kind: 'token', temporary: false });
	});

	it('was away for a while, the run continues with all rows', async () => {
		let asked = 0;
		const issue = (token: string) => (++asked < 5 ? answer(503, {}) : issued(token));
		const { failures } = await host({ issue }).run(100);
		expect(failures).toEqual([]);
	});
});

it.each<[string, (text: string) => RawAnswer]>([
	['as JSON', (detail) => answer(400, { detail })],
	['as text', (text) => answer(400, text)],
	['in GraphQL', (message) => answer(200, { errors: [{ message }] })],
])('lets neither its secret nor its token out of what the service says %s', async (_, say) => {
	const answerTo = () => say('No secret-for-tests, no token-0');
	const { send, time } = host({ answerTo });
	const answered = send({ method: 'GET', url: 'https://rest.test/things' });
	await time.run();
	expect(await answered).toEqual(say('No …, no …'));
});

it('brings no token of an earlier run with a file: the service may hang up before all of it is sent', async () => {
	const { send, nextRun, time, seen } = host();
	const fetchedAfter = async (by: typeof send, ...bodies: Array<FormData | undefined>) => {
		for (const body of bodies) {
			const sending = by({ method: 'POST', url: 'https://rest.test/files', body });
			await time.run();
			expect(await sending).toBe(paid);
		}
		return seen.fetched;
	};
	expect(await fetchedAfter(send, undefined, new FormData())).toBe(1);
	const next = nextRun();
	expect(await fetchedAfter(next, undefined)).toBe(1);
	expect(await fetchedAfter(next, new FormData(), new FormData())).toBe(2);
});

it('leaves no trace of the time limit in what n8n stores of the credential', async () => {
	const { run, data } = host();
	const fields = Object.keys(data);
	await run(1);
	expect(Object.keys(JSON.parse(JSON.stringify(data)) as object)).toEqual(fields);
});

describe('the pace of a run', () => {
	it('recovers from chance refusals though tokens are revoked all the time', async () => {
		const times: number[] = [];
		for (let seed = 1; seed <= 20; seed++) {
			const random = randomOf(seed);
			const answerTo = () => (random() < 0.04 ? answer(429, {}) : paid);
			const { took, failures } = await host({ tokenLastsMs: 350, answerTo }).run(300);
			expect(failures).toEqual([]);
			times.push(took);
		}
		expect(Math.max(...times)).toBeLessThan(30_000);
	});
});

describe('a token that the service does not take any more', () => {
	const request = { method: 'GET' as const, url: 'https://rest.test/things' };

	/** Sends requests as a host that gives tokens 1, 2, 3 …, and answers as `answerTo` says. */
	function sending(
		answerTo: (token: string, url: string) => RawAnswer | Promise<RawAnswer>,
		accessToken = '',
	) {
		const seen = { tokens: [] as string[], fetched: 0 };
		const data: ICredentialDataDecryptedObject = { ...customAddresses, accessToken };
		const helpers = {
			async httpRequestWithAuthentication(_type: string, { url }: IHttpRequestOptions) {
				if (data.accessToken === '') data.accessToken = `token-${++seen.fetched}`;
				const token = String(data.accessToken);
				seen.tokens.push(token);
				return await answerTo(token, url);
			},
		};
		const context = { getNode: () => ({}), helpers } as unknown as Context;
		return { send: withClientToken(context, data, options.timeoutMs), seen };
	}

	it('is that of the credential that n8n is handed with each request', async () => {
		const data = { ...customAddresses, accessToken: '' };
		const details = { id: 'c1', name: 'Shop' };
		const handed: unknown[] = [];
		const helpers = {
			async httpRequestWithAuthentication(_type: string, _options: unknown, more: unknown) {
				handed.push(more);
				return paid;
			},
		};
		const getNode = () => ({ credentials: { stitchApi: details } });
		const context = { getNode, helpers } as unknown as Context;
		await withClientToken(context, data, options.timeoutMs)(request);
		expect(handed).toEqual([{ credentialsDecrypted: { ...details, type: 'stitchApi', data } }]);
	});

	it('is renewed twice at most', async () => {
		const { send, seen } = sending(() => answer(401, {}));
		expect(await send(request)).toMatchObject({ statusCode: 401 });
		expect(seen.tokens).toEqual(['token-1', 'token-2', 'token-3']);
	});

	it('is not used where it was stored for a credential that has changed since', async () => {
		const { send, seen } = sending(() => paid, 'fingerprint-of-another token-0');
		expect(await send(request)).toBe(paid);
		expect(seen.tokens).toEqual(['token-1']);
	});

	it('is fetched by one request at a time, even after one that brought neither token nor answer', async () => {
		const data: ICredentialDataDecryptedObject = { ...customAddresses, accessToken: '' };
		const seen = { fetching: 0, most: 0, fetched: 0 };
		const helpers = {
			async httpRequestWithAuthentication() {
				if (data.accessToken !== '') return paid;
				seen.most = Math.max(seen.most, ++seen.fetching);
				await new Promise((resolve) => setImmediate(resolve));
				seen.fetching--;
				if (++seen.fetched === 1) throw new Error('The database is locked');
				data.accessToken = 'token-1';
				return paid;
			},
		};
		const context = { getNode: () => ({}), helpers } as unknown as Context;
		const send = withClientToken(context, data, options.timeoutMs);
		await Promise.all(Array.from({ length: 4 }, async () => await send(request)));
		expect(seen).toEqual({ fetching: 0, most: 1, fetched: 2 });
	});

	it('is not renewed again for an answer that arrives after another request has renewed it', async () => {
		let isRevoked = false;
		let arrive = () => {};
		const late = new Promise<void>((resolve) => (arrive = resolve));
		const { send, seen } = sending(async (token, url) => {
			if (token !== 'token-1' || !isRevoked) return paid;
			if (url.endsWith('/slow')) await late;
			return answer(401, {});
		});
		await send(request);
		isRevoked = true;
		const slow = send({ ...request, url: 'https://rest.test/slow' });
		expect(await send(request)).toBe(paid);
		arrive();
		expect(await slow).toBe(paid);
		expect(seen.fetched).toBe(2);
	});
});

describe('a token that n8n has kept from an earlier run', () => {
	const url = 'https://rest.test/things';
	const upload = { method: 'POST', url, body: new FormData() } as const;
	const credential = { ...customAddresses, clientSecret: 'a', chosenScopes: ['client_card'] };

	/** Sends requests one after the other, and tells with which tokens. */
	async function tokensOf(
		kept: ICredentialDataDecryptedObject,
		now: ICredentialDataDecryptedObject,
		...requests: IHttpRequestOptions[]
	) {
		const httpRequest = async () => issued('kept');
		const data = {
			...now,
			...(await fetchClientToken({ helpers: { httpRequest } } as never, kept)),
		};
		const tokens: Array<string | undefined> = [];
		let renewed = 0;
		const helpers = {
			async httpRequestWithAuthentication() {
				if (data.accessToken === '') data.accessToken = `new-${++renewed}`;
				tokens.push(data.accessToken.split(' ').at(-1));
				return paid;
			},
		};
		const context = { getNode: () => ({}), helpers } as unknown as Context;
		const send = withClientToken(context, data, options.timeoutMs);
		for (const request of requests) await send(request);
		return tokens;
	}

	it('is used', async () => {
		expect(await tokensOf(credential, credential, { url }, { url })).toEqual(['kept', 'kept']);
	});

	it('is not used once the credential is that of another client', async () => {
		const changed = { ...credential, clientSecret: 'b' };
		expect(await tokensOf(credential, changed, { url }, { url })).toEqual(['new-1', 'new-1']);
	});

	it('is not used for an upload: a refusal of it could be lost', async () => {
		const tokens = await tokensOf(credential, credential, { url }, upload, upload, { url });
		expect(tokens).toEqual(['kept', 'new-1', 'new-1', 'new-1']);
	});

	it('is not renewed for an upload where this run has fetched it', async () => {
		const changed = { ...credential, clientSecret: 'b' };
		expect(await tokensOf(credential, changed, { url }, upload)).toEqual(['new-1', 'new-1']);
	});
});
