/** Removes every subscription of one address; the service identifies them by address, not by ID. */
export const webhookDelete = /* GraphQL */ `
	mutation WebhookDelete($url: URL!) {
		clientWebhookDelete(input: { url: $url }) {
			url
		}
	}
`;
