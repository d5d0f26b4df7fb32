import { cancel } from '../../../../nodes/Stitch/actions/paymentConsent/cancel.operation';
import {
	consentCancel,
	consentRevoke,
} from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { revoke } from '../../../../nodes/Stitch/actions/paymentConsent/revoke.operation';
import { complaints, perform } from '../perform.mts';
import { consentNode, mutated, readAs } from './consents.mts';

const parameters = { id: 'consent-1', reason: ' Membership ended ' };

describe.each([
	['Cancel', cancel, consentCancel, 'paymentConsentRequestCancel', 'Cancelled'],
	['Revoke', revoke, consentRevoke, 'paymentConsentRequestRevoke', 'Revoked'],
])('Payment Consent → %s', (_name, operation, query, field, state) => {
	it('sends ID and reason, and returns the consent as it is now', async () => {
		const node = consentNode({ status: { __typename: `PaymentConsent${state}` } });
		const script = [mutated(field, node), readAs(node)];
		const { output, sent } = await perform(operation, parameters, script);
		expect(sent[0]?.body).toEqual({
			query,
			variables: { id: 'consent-1', reason: 'Membership ended' },
		});
		expect(output).toMatchObject({ id: 'consent-1', status: state.toLowerCase() });
	});

	it('rejects an empty ID and an empty reason, both at once', () => {
		expect(complaints(operation, { id: '', reason: '' })).toEqual([
			"'Payment Consent ID' is empty",
			"'Reason' is empty",
		]);
	});
});
