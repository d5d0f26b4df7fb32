/**
 * Ends the subscriptions of an address, or only those to some types; the service identifies them by
 * address, not by ID.
 */
export const webhookDelete = /* GraphQL */ `
	mutation WebhookDelete($url: URL!, $filterTypes: [String!]) {
		clientWebhookDelete(input: { url: $url, filterTypes: $filterTypes }) {
			url
		}
	}
`;
