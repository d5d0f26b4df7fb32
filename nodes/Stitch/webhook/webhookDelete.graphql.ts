/** Removes every subscription of one address; the service keys it by the address, not by the ID. */
export const webhookDelete = /* GraphQL */ `
	mutation WebhookDelete($url: URL!) {
		clientWebhookDelete(input: { url: $url }) {
			url
		}
	}
`;
