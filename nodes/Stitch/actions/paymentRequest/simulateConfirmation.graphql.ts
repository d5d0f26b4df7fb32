/** Lets the money of a payment of a test client arrive (public GraphQL reference). */
export const simulateConfirmation = /* GraphQL */ `
	mutation SimulateConfirmation($input: TestClientCreatePaymentConfirmationInput!) {
		testClientCreatePaymentConfirmation(input: $input) {
			paymentRequestId
		}
	}
`;
