import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server that remembers what it was sent. */
interface Listener {
	server: Server;
	url: string;
	/** The Authorization header of each request; a word where there is none, because `toEqual` ignores undefined. */
	received: string[];
}

/** Starts a web server on a free port of this machine. */
export async function listen(answer: (response: ServerResponse) => unknown): Promise<Listener> {
	const received: Listener['received'] = [];
	const server = createServer((request, response) => {
		received.push(request.headers.authorization ?? 'none');
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { server, url: `http://127.0.0.1:${port}`, received };
}

/** Two hosts that are not the service, for tests of where a token goes; in each test nobody has asked them yet. */
export function otherHosts() {
	let stranger: Listener;
	let detour: Listener;

	beforeAll(async () => {
		stranger = await listen((response) => response.end('{}'));
		detour = await listen((response) =>
			response.writeHead(307, { location: `${stranger.url}/taken` }).end(),
		);
	});

	beforeEach(() => {
		for (const { received } of [stranger, detour]) received.length = 0;
	});

	afterAll(() => {
		for (const { server } of [stranger, detour]) server.close();
	});

	return {
		get stranger() {
			return stranger;
		},
		/** Leads every request to the stranger, with its method and its body. */
		get detour() {
			return detour;
		},
	};
}
