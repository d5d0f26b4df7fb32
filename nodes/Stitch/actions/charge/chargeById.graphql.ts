import { chargeFields } from './chargeFields.graphql';

/** Reads a charge, or the refund of one. */
export const chargeById = /* GraphQL */ `
	query ChargeById($id: ID!) {
		node(id: $id) {
			... on PaymentTransaction {
				...ChargeFields
			}
		}
	}
	${chargeFields}
`;
