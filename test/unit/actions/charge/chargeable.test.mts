import {
	chargeById,
	chargeInitiate,
	chargeList,
} from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { consentById } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { answer, refused } from '../../builders.mts';
import { consentNode, grantedNode, readAs } from '../paymentConsent/consents.mts';
import { charged, readAll } from './answers.mts';
import {
	parameters,
	byCard,
	capitec,
	granted,
	none,
	input,
	queries,
	performNew,
} from './creating.mts';

/** A consent of which Stitch cannot return a part. */
const readInPart = answer(200, {
	data: { node: { ...grantedNode(), consentDetails: null } },
	errors: [{ message: 'No.', path: ['node', 'consentDetails'] }],
});

const ofType = (__typename: string) => consentNode({ status: { __typename } });

describe('Charge → Create, before anything is charged,', () => {
	it.each`
		what                                    | look
		${'does not know'}                      | ${readAs(null)}
		${'shows as something else'}            | ${readAs({})}
		${'does not let the client read'}       | ${refused('FORBIDDEN', 'No.')}
		${'does not take for the ID of a node'} | ${answer(400, { errors: [{ message: 'No node.' }] })}
		${'does not answer for'}                | ${answer(500, {})}
	`('charges a stored card that Stitch $what when it is asked for a consent', async ({ look }) => {
		const ofCard = { paymentConsentRequest: null };
		const script = [look, charged(ofCard), readAll(ofCard)];
		const { output, sent } = await performNew(byCard, script);
		expect(sent.map(({ body }) => body)).toEqual([
			{ query: consentById.core, variables: { id: 'card-1' } },
			{ query: chargeInitiate, variables: { input: { ...input, token: 'card-1' } } },
			{ query: chargeById.full, variables: { id: 'charge-1' } },
		]);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: false });
	});

	it.each`
		it                          | consent
		${'is granted'}             | ${granted}
		${'is revoked'}             | ${readAs(ofType('PaymentConsentRevoked'))}
		${'cannot be read in full'} | ${readInPart}
	`('charges no payment consent as a stored card, if it $it', async ({ consent }) => {
		const { failure: why, sent } = await performNew({ ...byCard, cardId: 'consent-1' }, [consent]);
		expect(why).toMatchObject({
			details: {
				kind: 'notSent',
				sentence: "'Card ID' is the ID of a payment consent, so nothing was charged now",
				advice: expect.stringContaining("Set 'Charge With' to Payment Consent") as string,
			},
		});
		expect(queries(sent)).toEqual([consentById.core]);
	});

	it('charges nothing at Capitec without Payer Reference', async () => {
		const { failure: why, sent } = await performNew(parameters, [readAs(capitec), ...none]);
		expect(why).toMatchObject({
			message: expect.stringContaining('nothing was charged now') as string,
		});
		expect(queries(sent)).not.toContain(chargeInitiate);
	});

	it.each`
		consent                                       | is                    | advice
		${ofType('PaymentConsentPending')}            | ${'is pending'}       | ${'has not agreed yet'}
		${ofType('PaymentConsentProcessing')}         | ${'is processing'}    | ${'still working on it'}
		${ofType('PaymentConsentPaused')}             | ${'is paused'}        | ${'why it is paused'}
		${ofType('PaymentConsentRevoked')}            | ${'is revoked'}       | ${'Payment Consent → Create'}
		${ofType('PaymentConsentExpired')}            | ${'is expired'}       | ${'Payment Consent → Create'}
		${ofType('PaymentConsentSuspended')}          | ${'is suspended'}     | ${'Payment Consent → Create'}
		${grantedNode({ isPendingRevocation: true })} | ${'is being revoked'} | ${'Payment Consent → Create'}
	`('charges nothing under a consent that $is', async ({ consent, is, advice }) => {
		const { failure: why, sent } = await performNew(parameters, [readAs(consent), ...none]);
		expect(why).toMatchObject({
			details: {
				id: 'consent-1',
				sentence: `The payment consent subscription-204 ${is}, so nothing was charged now`,
				advice: expect.stringContaining(advice) as string,
			},
		});
		expect(queries(sent)).toEqual([consentById.core, ...none.map(() => chargeList.full)]);
	});

	it('charges nothing if the consent cannot be read', async () => {
		const script = [answer(500, {}), answer(500, {})];
		const { failure: why, sent } = await performNew(parameters, script);
		expect(why).toMatchObject({ details: { status: 500, happened: 'no' } });
		expect(queries(sent)).not.toContain(chargeInitiate);
	});
});
