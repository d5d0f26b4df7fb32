import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { foreignHost, productionAddresses } from '../nodes/Stitch/transport/addresses';
import { fetchClientToken, keptToken, TokenFailure } from '../nodes/Stitch/transport/clientToken';
import { clientScopes, otherScopes } from '../nodes/Stitch/transport/scopes';

const showCustomAddresses = { show: { useCustomAddresses: [true] } };

/** A client of the service. n8n exchanges its id and secret for client tokens and renews them. */
export class StitchApi implements ICredentialType {
	name = 'stitchApi';

	displayName = 'Stitch API';

	icon: Icon = { light: 'file:../icons/stitch.svg', dark: 'file:../icons/stitch.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-stitch-payments/n8n-nodes-stitch-payments#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. test-1a2b3c4d',
			description: 'From the Stitch dashboard. The ID of a test client starts with "test-".',
		},
		// A test that succeeds cannot say anything of its own, so the form says whether real money moves. If the
		// Client ID is an expression, the editor shows both sentences, so each has to make sense alone.
		{
			displayName:
				'A Client ID that starts with test- is a <b>test client</b>: no real money moves',
			name: 'testClientNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { clientId: [{ _cnd: { startsWith: 'test-' } }] } },
		},
		{
			displayName:
				'A Client ID that does not start with test- is a <b>live client</b>: real money moves',
			name: 'liveClientNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { clientId: ['', { _cnd: { startsWith: 'test-' } }] } },
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'From the Stitch dashboard, together with the Client ID',
		},
		{
			displayName: 'Scopes',
			// Not `scopes`: the editor stores permissions of its own under that name, next to the fields.
			name: 'chosenScopes',
			type: 'multiOptions',
			options: [...clientScopes, otherScopes],
			// When the editor opens a new credential, it empties the default of a list like this.
			default: [],
			required: true,
			description:
				'Permissions (scopes). Tick only those that Stitch has switched on for you: with one too many, Stitch refuses them all.',
		},
		{
			displayName: 'Additional Scopes',
			name: 'additionalScopes',
			type: 'string',
			default: '',
			placeholder: 'e.g. client_businesslookup',
			displayOptions: { show: { chosenScopes: [otherScopes.value] } },
			description: "Stitch's names for the scopes, separated by spaces",
		},
		{
			displayName: 'Manual Event Subscriptions',
			name: 'manualEventSubscriptions',
			type: 'boolean',
			default: false,
			description: 'Whether you have triggers whose Subscription is set to Manual',
		},
		{
			displayName: 'Webhook Signing Secrets',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_...',
			displayOptions: { show: { manualEventSubscriptions: [true] } },
			description:
				'Shown by Stitch when the subscription is created. You can enter several, separated by commas or new lines: while you change secrets, keep the old one next to the new one.',
		},
		{
			displayName: 'Use Custom Addresses',
			name: 'useCustomAddresses',
			type: 'boolean',
			default: false,
			description: "Whether to use a simulator or a proxy instead of Stitch's own addresses",
		},
		{
			displayName: 'REST Address',
			name: 'baseUrl',
			type: 'string',
			default: productionAddresses.baseUrl,
			displayOptions: showCustomAddresses,
			description: 'Ends in the version, /v2',
		},
		{
			displayName: 'Authorization Address',
			name: 'authUrl',
			type: 'string',
			default: productionAddresses.authUrl,
			displayOptions: showCustomAddresses,
			description: 'Where tokens are issued',
		},
		{
			displayName: 'GraphQL Address',
			name: 'graphqlUrl',
			type: 'string',
			default: productionAddresses.graphqlUrl,
			displayOptions: showCustomAddresses,
			description: 'Without /graphql at the end',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		return await fetchClientToken(this, credentials);
	}

	/**
	 * Adds the token, for the nodes of this package and for any other node that uses the credential. It
	 * is a function, not a template: n8n would evaluate a template's expression for every request.
	 * @throws {TokenFailure} if the request goes to another host than the credential's own
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const host = foreignHost(credentials, requestOptions);
		if (host !== undefined) {
			throw new TokenFailure(
				`This credential is only for the Stitch addresses that it contains, and ${host} is not one of them, so nothing was sent there. Change the URL, or choose a different credential for it.`,
			);
		}
		const token = keptToken(credentials);
		// Looks like a refusal by Stitch, so n8n fetches a new token before anything is sent.
		if (!token) throw Object.assign(new Error('No token'), { response: { status: 401 } });
		return {
			...requestOptions,
			headers: {
				...requestOptions.headers,
				Authorization: `Bearer ${token}`,
			},
			// Without these, n8n sends the token wherever a redirect leads. The first is for n8n's newer
			// request helper, the second for both helpers.
			disableFollowRedirect: true,
			maxRedirects: 0,
		};
	}

	// The smallest query that the service answers for any granted scope.
	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			baseURL: `={{ ($credentials.useCustomAddresses === true && $credentials.graphqlUrl?.trim()) || "${productionAddresses.graphqlUrl}" }}`,
			url: '/graphql',
			body: { query: 'query ConnectionTest { __typename }' },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						"No Stitch service answers at 'GraphQL Address'. Check it under 'Use Custom Addresses'.",
				},
			},
		],
	};
}
