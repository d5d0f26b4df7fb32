import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

import { productionAddresses } from '../nodes/Stitch/transport/addresses';
import { otherScopes, userScopes } from '../nodes/Stitch/transport/scopes';

const allScopes = JSON.stringify(userScopes.map(({ value }) => value));

const showCustomAddresses = { show: { useCustomAddresses: [true] } };

/** The address in use, as part of an expression. An address that the form does not show is never used. */
const effective = (field: string, production: string) =>
	`($self["useCustomAddresses"] === true ? $self["${field}"].trim() : "${production}")`;

const authorizationAddress = effective('authorizationAddress', productionAddresses.authUrl);

/**
 * The client secret and the tokens are sent to these addresses: https, or http only on this machine.
 * Anything else becomes an empty address, which n8n refuses.
 */
const addressOf = (endpoint: 'authorize' | 'token') =>
	`={{ [${authorizationAddress}].filter((address) => /^(https:\\/\\/|http:\\/\\/(localhost|127\\.0\\.0\\.1)(:\\d+)?(\\/|$))[^@]*$/i.test(address)).map((address) => address.replace(/\\/+$/, "") + "/connect/${endpoint}").join("") }}`;

/** The hosts of both addresses, as n8n lists allowed domains. */
const ownHosts = `={{ [${authorizationAddress}, ${effective('graphqlUrl', productionAddresses.graphqlUrl)}].map((address) => address.replace(/^https?:\\/\\//i, "").replace(/[:\\/?#].*$/, "")).join(", ") }}`;

/**
 * A person's consent to read their bank accounts: authorization code with PKCE (spec 5.3). n8n opens
 * the consent page, keeps the tokens, and renews them with the single-use refresh token (spec 5.4).
 */
export class StitchUserOAuth2Api implements ICredentialType {
	name = 'stitchUserOAuth2Api';

	displayName = 'Stitch User OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = { light: 'file:../icons/stitch.svg', dark: 'file:../icons/stitch.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-stitch-payments/n8n-nodes-stitch-payments#credentials';

	properties: INodeProperties[] = [
		{
			displayName:
				'Ask Stitch support to make the domain of the OAuth Redirect URL above an allowed redirect domain of your client. Stitch requires https with HSTS there.',
			name: 'redirectNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'pkce',
		},
		{
			displayName: 'Scopes',
			// Not `scopes`: see StitchApi.
			name: 'chosenScopes',
			type: 'multiOptions',
			options: [...userScopes, otherScopes],
			default: [],
			description:
				'The permissions that the person is asked for; all of them if none is chosen. After a change, connect again: a token keeps its old scopes.',
		},
		{
			displayName: 'Additional Scopes',
			name: 'additionalScopes',
			type: 'string',
			default: '',
			displayOptions: { show: { chosenScopes: [otherScopes.value] } },
			description: "Stitch's names for the scopes, separated by spaces",
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: `={{ ["openid", ...($self["chosenScopes"].length > 0 ? $self["chosenScopes"] : ${allScopes}).flatMap((scope) => scope === "${otherScopes.value}" ? ($self["additionalScopes"] ?? "").split(/[\\s,]+/) : scope)].filter(Boolean).join(" ") }}`,
		},
		{
			displayName: 'Use Custom Addresses',
			name: 'useCustomAddresses',
			type: 'boolean',
			default: false,
			description: "Whether to use a simulator or a proxy instead of Stitch's own addresses",
		},
		{
			displayName: 'Authorization Address',
			name: 'authorizationAddress',
			type: 'string',
			default: productionAddresses.authUrl,
			displayOptions: showCustomAddresses,
			description: 'Where the person signs in and tokens are issued',
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
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: addressOf('authorize'),
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: addressOf('token'),
		},
		// The service requires an unpredictable nonce of 32 to 300 characters (spec 5.3). n8n
		// evaluates this again for every authorization. Expressions have no secure random numbers, so the
		// client secret makes the hash unpredictable; the time and a random number make it fresh.
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default:
				'=nonce={{ ($self["clientSecret"] + "|" + Date.now() + "|" + Math.random() + "|" + Math.random()).hash("sha256") }}',
		},
		// n8n signs requests with this credential for any node. These are n8n's own two fields that limit
		// the hosts: in newer n8n, the HTTP Request and GraphQL nodes obey them, also for redirects.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'domains',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			default: ownHosts,
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
	];
}
