import './n8nEnvironment.mts';
import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type IExecuteFunctions,
	type INode,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { StitchApi } from '../../credentials/StitchApi.credentials';
import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { otherHosts } from '../setup/otherHosts.mts';
import { onlyType, OneCredential } from './harness.mts';
import { simulatedService } from './service.mts';

const service = simulatedService();

const hosts = otherHosts();

/** n8n's helpers, as any node has them that uses a credential with these changes. */
function helpersWith(changes: Record<string, string> = {}): IExecuteFunctions {
	const nodeTypes = onlyType(new Stitch());
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
		const { host } = new URL(hosts.stranger.url);
		await expect(send(helpersWith(), `${hosts.stranger.url}/v2`)).rejects.toThrow(
			`${host} is not one of them`,
		);
		expect(hosts.stranger.received).toEqual([]);
	});

	it('follows no redirect', async () => {
		const sending = send(
			helpersWith({ baseUrl: `${hosts.detour.url}/v2` }),
			`${hosts.detour.url}/v2/cards`,
		);
		await expect(sending).rejects.toThrow('307');
		expect(hosts.detour.received).toContainEqual(expect.stringMatching(/^Bearer ./));
		expect(hosts.stranger.received).toEqual([]);
	});
});
