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
import { onlyType, OneCredential, runStitch } from './harness.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { simulatedService } from './service.mts';
import { callback, connectedCredential } from './userConsent.mts';

const service = simulatedService({}, { redirectUris: [callback] });

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

/** Requests of the node that meet a redirect. What keeps one from being followed is not what keeps the others. */
const redirected: Array<[string, () => Promise<unknown>]> = [
	['with the token of a client', async () => await pay({ baseUrl: `${hosts.detour.url}/v2` })],
	['with the client secret', async () => await pay({ authUrl: hosts.detour.url })],
	[
		'with the token of a person',
		async () =>
			await runStitch({
				parameters: { resource: 'bankAccount', operation: 'getAll', options: once },
				credential: {
					...(await connectedCredential(service.simulator, service.client)),
					graphqlUrl: hosts.detour.url,
				},
				credentialType: 'stitchUserOAuth2Api',
				rows: [{}],
			}),
	],
];

const once = { retrySeconds: 0 };

async function pay(changes: Record<string, string>) {
	return await runStitch({
		parameters: payoutParameters(once),
		credential: { ...service.credential(), ...changes },
		rows: [payoutRow('redirected')],
	});
}

it.each(redirected)('the node follows no redirect %s', async (_, send) => {
	expect(await send()).toMatchObject({ error: { message: expect.any(String) as string } });
	expect(hosts.detour.received.length).toBeGreaterThan(0);
	expect(hosts.stranger.received).toEqual([]);
});
