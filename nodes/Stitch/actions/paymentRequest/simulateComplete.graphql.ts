/** Pays a payment request of a test client, without a payer (public GraphQL reference). */
export const simulateComplete = /* GraphQL */ `
	mutation SimulateComplete($input: TestClientPaymentInitiationRequestSimulateCompleteInput!) {
		testClientPaymentInitiationRequestSimulateComplete(input: $input) {
			paymentRequestId
		}
	}
`;
