export const webhookEndpoints = /* GraphQL */ `
	query WebhookEndpoints {
		client {
			webhookEndpoints {
				id
				url
				filterTypes
			}
		}
	}
`;

/** Only this answer ever contains the signing secret. */
export const webhookAdd = /* GraphQL */ `
	mutation WebhookAdd($url: URL!, $filterTypes: [String!]!) {
		clientWebhookAdd(input: { url: $url, filterTypes: $filterTypes }) {
			id
			secret
		}
	}
`;

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
