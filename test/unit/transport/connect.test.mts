import { type ICredentialDataDecryptedObject, NodeOperationError } from 'n8n-workflow';

import { connect } from '../../../nodes/Stitch/transport/connect';
import type { Context } from '../../../nodes/Stitch/transport/service';

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
