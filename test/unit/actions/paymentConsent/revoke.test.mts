import { revoke } from '../../../../nodes/Stitch/actions/paymentConsent/revoke.operation';
import { consentRevoke } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { complaints, perform } from '../perform.mts';
import { consentNode, mutated, readAs, refused } from './consents.mts';

const parameters = { id: 'consent-1', reason: ' Membership ended ' };

describe('Payment Consent → Revoke', () => {
	it('sends ID and reason, and returns the consent as it is now', async () => {
		const node = consentNode({ status: { __typename: 'PaymentConsentRevoked' } });
		const script = [mutated('paymentConsentRequestRevoke', node), readAs(node)];
		const { output, sent } = await perform(revoke, parameters, script);
		expect(sent[0]?.body).toEqual({
			query: consentRevoke,
			variables: { id: 'consent-1', reason: 'Membership ended' },
		});
		expect(output).toMatchObject({ id: 'consent-1', status: 'revoked' });
	});

	it('passes on why Stitch refuses', async () => {
		const { failure } = await perform(revoke, parameters, [refused('BAD_USER_INPUT', 'Too late.')]);
		expect(failure).toMatchObject({ details: { detail: 'Too late.' } });
	});

	it('rejects an empty ID and an empty reason, both at once', () => {
		expect(complaints(revoke, { id: '', reason: '' })).toEqual([
			"'Payment Consent ID' is empty",
			"'Reason' is empty",
		]);
	});
});
