/** Subscribes an address to events. Only this answer ever holds the signing secret. */
export const webhookAdd = /* GraphQL */ `
	mutation WebhookAdd($url: URL!, $filterTypes: [String!]!) {
		clientWebhookAdd(input: { url: $url, filterTypes: $filterTypes }) {
			id
			url
			filterTypes
			secret
		}
	}
`;
