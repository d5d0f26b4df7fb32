import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';

import { connect } from '../../../nodes/Stitch/transport/connect';
import type { Context } from '../../../nodes/Stitch/transport/service';
import { answer } from '../builders.mts';

/** A node whose parameters hold an account number, with a credential. */
function contextOf(credential: ICredentialDataDecryptedObject): Context {
	return {
		getCredentials: async () => credential,
		getNode: () => ({ name: 'Pay', parameters: { accountNumber: '1234567890' } }),
	} as unknown as Context;
}

it.each<[string, ICredentialDataDecryptedObject, 'client' | 'user']>([
	[
		"'REST Address' in the credential must start with https://",
		{ useCustomAddresses: true, baseUrl: 'http://a.test' },
		'client',
	],
	['The credential is not connected yet', {}, 'user'],
])('rejects without showing an account number: %s', async (message, credential, tokenOf) => {
	const cause: unknown = await connect(contextOf(credential), undefined, tokenOf).catch(
		(thrown: unknown) => thrown,
	);
	expect(cause).toBeInstanceOf(NodeOperationError);
	const { message: told, node } = cause as NodeOperationError;
	expect(told).toContain(message);
	expect((cause as NodeOperationError).description).toMatch(/^Open the credential/);
	expect(node).toEqual({ name: 'Pay', parameters: {} });
});

it('knows a client by its ID without the spaces around it, as its nonces are made of it', async () => {
	const { clientId } = await connect(contextOf({ clientId: ' test-client ' }));
	expect(clientId).toBe('test-client');
});

it('takes the credential of a person that holds a token', async () => {
	const credential = { clientId: 'a', oauthTokenData: { access_token: 'token-1' } };
	const { clientId } = await connect(contextOf(credential), undefined, 'user');
	expect(clientId).toBe('a');
});

describe('the service that a node reaches', () => {
	const oauthTokenData = { access_token: 'token-1' };
	const request = { method: 'GET', path: '/things', repeat: 'always' } as const;

	/** A node with both credentials, and which of them is read and used. */
	function withBoth(stop?: AbortSignal) {
		const read: string[] = [];
		const used: string[] = [];
		const context = {
			async getCredentials(type: string) {
				read.push(type);
				return { clientId: 'a', oauthTokenData };
			},
			getNode: () => ({ name: 'Pay', parameters: {} }),
			helpers: {
				async httpRequestWithAuthentication(type: string) {
					used.push(type);
					return answer(200, { id: '1' });
				},
			},
			...(stop && { getExecutionCancelSignal: () => stop }),
		} as unknown as Context;
		return { context, read, used };
	}

	it.each([
		['client', 'stitchApi'],
		['user', 'stitchUserOAuth2Api'],
	] as const)('takes the token of a %s from its own credential', async (tokenOf, type) => {
		const { context, read, used } = withBoth();
		const service = await connect(context, undefined, tokenOf);
		expect(await service.call(request)).toEqual({ id: '1' });
		expect([read, used]).toEqual([[type], [type]]);
	});

	it('is that of the client unless said otherwise', async () => {
		const { context, read, used } = withBoth();
		await (await connect(context)).call(request);
		expect([read, used]).toEqual([['stitchApi'], ['stitchApi']]);
	});

	it('gets nothing once the user has stopped the execution', async () => {
		const { context, used } = withBoth(AbortSignal.abort());
		const outcome = await (await connect(context)).tryCall(request);
		expect(outcome).toEqual({ failure: { kind: 'stopped', happened: 'no' } });
		expect(used).toEqual([]);
	});
});
