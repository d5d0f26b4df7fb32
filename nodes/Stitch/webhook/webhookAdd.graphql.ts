/** Subscribes an address to events. The signing secret is only ever in this answer. */
export const webhookAdd = /* GraphQL */ `
	mutation WebhookAdd($url: URL!, $filterTypes: [String!]!) {
		clientWebhookAdd(input: { url: $url, filterTypes: $filterTypes }) {
			id
			secret
		}
	}
`;
