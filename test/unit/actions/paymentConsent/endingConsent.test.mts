import { cancel } from '../../../../nodes/Stitch/actions/paymentConsent/cancel.operation';
import {
	consentCancel,
	consentRevoke,
} from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { revoke } from '../../../../nodes/Stitch/actions/paymentConsent/revoke.operation';
import type { Operation } from '../../../../nodes/Stitch/run/operation';
import type { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { explain } from '../../../../nodes/Stitch/transport/messages';
import { complaints, perform } from '../perform.mts';
import { answer } from '../../builders.mts';
import { consentNode, grantedNode, mutated, readAs } from './consents.mts';

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

	it('returns the consent with a warning where its other details cannot be read', async () => {
		const node = consentNode({ status: { __typename: `PaymentConsent${state}` } });
		const { output } = await perform(operation, parameters, [mutated(field, node), readAs(null)]);
		expect(output).toMatchObject({
			id: 'consent-1',
			warnings: [
				'Stitch accepted this, but its other details could not be read: Stitch does not know this ID. Use Get later.',
			],
		});
	});

	it('does not know whether it ended where no answer came, and sends nothing again', async () => {
		const lost = { kind: 'answerLost', happened: 'maybe' } as const;
		const { failure, sent } = await perform(operation, parameters, [lost], { maxTries: 2 });
		expect((failure as ServiceFailure).details).toMatchObject(lost);
		expect(sent).toHaveLength(1);
	});

	it('rejects an empty ID and an empty reason, both at once', () => {
		expect(complaints(operation, { id: '', reason: '' })).toEqual([
			"'Payment Consent ID' is empty",
			"'Reason' is empty",
		]);
	});
});

/** How a conflict is explained. */
async function refusedBy(operation: Operation) {
	const { failure } = await perform(operation, parameters, [answer(409, { detail: 'Granted' })]);
	return explain((failure as ServiceFailure).details);
}

it('one that cannot be cancelled is to be revoked, and Stitch may say why', async () => {
	expect(await refusedBy(cancel)).toEqual({
		message:
			'This payment consent cannot be cancelled: the payer has agreed to it, or it has ended (Stitch says: Granted)',
		description: expect.stringContaining('end it with Payment Consent → Revoke') as string,
	});
});

it('one that cannot be revoked fails with what Stitch says', async () => {
	const { message } = await refusedBy(revoke);
	expect(message).toContain('Granted');
	expect(message).not.toContain('cannot be cancelled');
});

it('a payment consent that was granted while it was cancelled is not returned as cancelled', async () => {
	const script = [mutated('paymentConsentRequestCancel', grantedNode()), readAs(grantedNode())];
	const { failure } = await perform(cancel, parameters, script);
	const { details } = failure as ServiceFailure;
	expect(details).toMatchObject({ happened: 'no', status: 409, id: 'consent-1' });
	expect(explain(details).message).toContain('the payer has agreed to it');
});

it('one that is being revoked is returned, although it is still granted', async () => {
	const node = grantedNode({ isPendingRevocation: true });
	const script = [mutated('paymentConsentRequestRevoke', node), readAs(node)];
	const { output } = await perform(revoke, parameters, script);
	expect(output).toMatchObject({ status: 'granted', isPendingRevocation: true });
});
