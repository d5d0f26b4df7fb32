/** Where a running simulator answers, and a client that it knows. */
export interface Reachable {
	baseUrl: string;
	authUrl: string;
	graphqlUrl: string;
	client: { clientId: string; clientSecret: string };
}

/**
 * What a person fills into the credential "Stitch API" to use the simulator: one line for each
 * field, labelled and ordered as the form is. (A contract test compares the two: the simulator
 * shares no code with the credential.)
 */
export function credentialForm({ baseUrl, authUrl, graphqlUrl, client }: Reachable): string {
	return `  Client ID              ${client.clientId}
  Client Secret          ${client.clientSecret}
  Scopes                 any, or all
  Use Custom Addresses   on
  REST Address           ${baseUrl}
  Authorization Address  ${authUrl}
  GraphQL Address        ${graphqlUrl}`;
}
