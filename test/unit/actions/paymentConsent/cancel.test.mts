import { cancel } from '../../../../nodes/Stitch/actions/paymentConsent/cancel.operation';
import { consentCancel } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { complaints, perform } from '../perform.mts';
import { consentNode, mutated, readAs, refused } from './consents.mts';

const parameters = { id: 'consent-1', reason: ' Membership ended ' };

describe('Payment Consent → Cancel', () => {
	it('sends ID and reason, and returns the consent as it is now', async () => {
		const node = consentNode({ status: { __typename: 'PaymentConsentCancelled' } });
		const script = [mutated('paymentConsentRequestCancel', node), readAs(node)];
		const { output, sent } = await perform(cancel, parameters, script);
		expect(sent[0]?.body).toEqual({
			query: consentCancel,
			variables: { id: 'consent-1', reason: 'Membership ended' },
		});
		expect(output).toMatchObject({ id: 'consent-1', status: 'cancelled' });
	});

	it('passes on why Stitch refuses', async () => {
		const { failure } = await perform(cancel, parameters, [refused('BAD_USER_INPUT', 'Too late.')]);
		expect(failure).toMatchObject({ details: { detail: 'Too late.' } });
	});

	it('rejects an empty ID and an empty reason, both at once', () => {
		expect(complaints(cancel, { id: '', reason: '' })).toEqual([
			"'Payment Consent ID' is empty",
			"'Reason' is empty",
		]);
	});
});
