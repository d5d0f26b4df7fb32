/** All subscriptions of the client, without their secrets. */
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
