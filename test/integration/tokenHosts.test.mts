import './quiet.mts';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type IExecuteFunctions,
	type INode,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { OneCredential } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

interface Listener {
	server: Server;
	url: string;
	/** The Authorization header of each request. */
	received: Array<string | undefined>;
}

/** A web server that remembers what it was sent. */
async function listen(answer: (response: ServerResponse) => unknown): Promise<Listener> {
	const received: Listener['received'] = [];
	const server = createServer((request, response) => {
		received.push(request.headers.authorization);
		answer(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { server, url: `http://127.0.0.1:${port}`, received };
}

let stranger: Listener;
/** Leads every request to the stranger. */
let detour: Listener;

beforeAll(async () => {
	stranger = await listen((response) => response.end('{}'));
	detour = await listen((response) =>
		response.writeHead(307, { location: `${stranger.url}/taken` }).end(),
	);
});

beforeEach(() => {
	stranger.received.length = 0;
	detour.received.length = 0;
});

afterAll(() => {
	stranger.server.close();
	detour.server.close();
});

/** n8n's helpers, as any node has them that uses a credential with these changes. */
function helpersWith(changes: Record<string, string> = {}): IExecuteFunctions {
	const type = new Stitch();
	const get = () => type;
	const nodeTypes: INodeTypes = {
		getByName: get,
		getByNameAndVersion: get,
		getKnownTypes: () => ({}),
	};
	const node: INode = {
		id: 'any',
		name: 'Any Node',
		type: 'stitch',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { stitchApi: { id: 'credential', name: 'Test client' } },
	};
	const workflow = new Workflow({ active: false, nodeTypes, nodes: [node], connections: {} });
	const credential = { ...service.credential(), ...changes };
	const additionalData = {
		credentialsHelper: new OneCredential(new StitchApi(), credential),
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
	const input = { main: [[{ json: {} }]] };
	return new ExecuteContext(
		workflow,
		node,
		additionalData,
		'manual',
		createEmptyRunExecutionData(),
		0,
		input.main[0] ?? [],
		input,
		{ node, data: input, source: null },
		[],
	) as unknown as IExecuteFunctions;
}

/** The two ways in which nodes send requests with a credential; the first is the HTTP Request node's. */
const ways: Array<[string, (context: IExecuteFunctions, url: string) => Promise<unknown>]> = [
	[
		'requestWithAuthentication',
		async (context, url) =>
			await context.helpers.requestWithAuthentication.call(context, 'stitchApi', {
				method: 'GET',
				uri: url,
				followRedirect: true,
				followAllRedirects: true,
			}),
	],
	[
		'httpRequestWithAuthentication',
		async (context, url) =>
			await context.helpers.httpRequestWithAuthentication.call(context, 'stitchApi', { url }),
	],
];

describe.each(ways)('the token of the credential in %s', (_, send) => {
	it('goes to the service', async () => {
		await send(helpersWith(), `${service.simulator.baseUrl}/refunds`).catch(() => {});
		expect((await service.client.summary()).routes).toHaveProperty(['GET /v2/refunds']);
	});

	it('goes to no other host, and the message says so', async () => {
		const { host } = new URL(stranger.url);
		await expect(send(helpersWith(), `${stranger.url}/v2`)).rejects.toThrow(
			`${host} is not one of them`,
		);
		expect(stranger.received).toEqual([]);
	});

	it('follows no redirect', async () => {
		const sending = send(helpersWith({ baseUrl: `${detour.url}/v2` }), `${detour.url}/v2/cards`);
		await expect(sending).rejects.toThrow('307');
		expect(detour.received).toContainEqual(expect.stringMatching(/^Bearer ./));
		expect(stranger.received).toEqual([]);
	});
});
