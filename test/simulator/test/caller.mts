import type { TestClient } from '../controlClient.mts';
import type { RunningSimulator } from '../start.mts';

export interface Answer {
	status: number;
	headers: Headers;
	/** Empty when the answer is not JSON. */
	body: Record<string, unknown>;
	text: string;
}

/** Calls the service as one client with one token. */
export interface Caller {
	client: TestClient;
	token: string;
	get(path: string): Promise<Answer>;
	post(path: string, body?: unknown): Promise<Answer>;
	send(method: string, path: string, init?: RequestInit): Promise<Answer>;
}

export async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	let body: Record<string, unknown> = {};
	try {
		body = JSON.parse(text) as Record<string, unknown>;
	} catch {
		// `text` has it as it came.
	}
	return { status: response.status, headers: response.headers, body, text };
}

async function callerFor(
	simulator: RunningSimulator,
	client: TestClient,
	...scopes: string[]
): Promise<Caller> {
	const token = await client.token(...scopes);
	const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
		const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
		return readAnswer(await fetch(simulator.baseUrl + path, { ...init, method, headers }));
	};
	return {
		client,
		token,
		send,
		get: (path) => send('GET', path),
		post: (path, body) =>
			send('POST', path, {
				...(body !== undefined && {
					body: JSON.stringify(body),
					headers: { 'content-type': 'application/json' },
				}),
			}),
	};
}

/** Returns a function that makes a new client and calls as it, with a token for these scopes. */
export const newCallers =
	(simulator: () => RunningSimulator, ...scopes: string[]) =>
	async (options = {}, ...others: string[]): Promise<Caller> => {
		const client = await simulator().control.createClient(options);
		return callerFor(simulator(), client, ...(others.length > 0 ? others : scopes));
	};

/** The code with which an answer refuses, in REST or in GraphQL; undefined where it does not. */
export function codeIn({ body }: Answer): unknown {
	const [error] = (body.errors ?? []) as Array<{ extensions?: { code?: string } }>;
	return body.code ?? error?.extensions?.code;
}
