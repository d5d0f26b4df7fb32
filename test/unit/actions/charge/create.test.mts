import type { IDataObject } from 'n8n-workflow';
import { create } from '../../../../nodes/Stitch/actions/charge/create.operation';
import {
	chargeById,
	chargeInitiate,
	chargeList,
} from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { EarlierPayments } from '../../../../nodes/Stitch/idempotency/earlierPayments';
import { consentById } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import {
	answer,
	itemOf,
	refused,
	serviceOf,
	type Script,
	type SentRequest,
} from '../../builders.mts';
import { consentNode, grantedNode, readAs } from '../paymentConsent/consents.mts';
import { complaints, perform } from '../perform.mts';
import { charged, chargeNode, listed, readAll } from './answers.mts';
import {
	parameters,
	byCard,
	capitec,
	granted,
	again,
	none,
	noList,
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

describe('Charge → Create', () => {
	it('checks for an earlier charge, reads the consent, and charges it with as little as a card needs', async () => {
		const script = [listed(), granted, charged(), readAll()];
		const { output, sent } = await perform(create, parameters, script);
		expect(sent.map(({ body }) => body)).toEqual([
			{ query: chargeList.full, variables: { filter: { nonce: { eq: 'nonce-1' } } } },
			{ query: consentById.core, variables: { id: 'consent-1' } },
			{ query: chargeInitiate, variables: { input } },
			{ query: chargeById.full, variables: { id: 'charge-1' } },
		]);
		expect(output).toEqual({
			id: 'charge-1',
			amount: input.amount,
			nonce: 'nonce-1',
			externalReference: 'subscription-204-2026-11',
			interactionUrl: null,
			metadata: null,
			paymentMethod: 'card',
			paymentConsentId: 'consent-1',
			originalChargeId: undefined,
			status: 'success',
			statusDate: '2026-11-20T10:00:00Z',
			client: 'test',
			alreadyExisted: false,
		});
	});

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

	it('sends what else is given', async () => {
		const additionalFields = {
			merchantId: 'merchant-1',
			beneficiaryAccountId: 'account-1',
			metadata: { entry: [{ key: 'plan', value: 'gold' }] },
		};
		const script = [granted, charged()];
		const { sent } = await performNew({ ...parameters, additionalFields }, script);
		expect(sent[1]?.body).toMatchObject({
			variables: {
				input: {
					merchantId: 'merchant-1',
					beneficiaryAccountId: 'account-1',
					metadata: { plan: 'gold' },
				},
			},
		});
	});

	it('is not sent to another account where the one that was added is empty', () => {
		const additionalFields = { merchantId: undefined, beneficiaryAccountId: ' ' };
		expect(complaints(create, { ...parameters, additionalFields })).toEqual([
			"'Beneficiary Account ID' is empty",
			"'Merchant ID' is empty",
		]);
		expect(complaints(create, { ...parameters, additionalFields: {} })).toEqual([]);
	});

	it('is returned even when the rest of it cannot be read, and says so', async () => {
		const script = [granted, charged(), noList, noList];
		const { output } = await performNew(parameters, script);
		expect(output).toMatchObject({
			id: 'charge-1',
			status: 'success',
			externalReference: 'subscription-204-2026-11',
			client: 'test',
			alreadyExisted: false,
			warnings: [expect.stringContaining('could not be read') as string],
		});
	});

	it.each(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'])(
		'says what was sent for Capitec where Stitch refuses it with %s',
		async (code) => {
			const row = { ...parameters, payerReference: 'Gym Nov' };
			const script = [readAs(capitec), refused(code, 'Exactly one of token and paymentMethods.')];
			const { failure: why } = await performNew(row, script);
			expect(why).toMatchObject({
				details: {
					advice: expect.stringMatching(
						/was sent as token, and 'Payer Reference' in paymentMethods\.capitecPayRecurring/,
					) as string,
				},
			});
			const { failure: ofCard } = await performNew(row, [granted, refused(code, 'No.')]);
			expect(ofCard).not.toMatchObject({ details: { advice: expect.anything() as string } });
		},
	);

	it.each([
		[
			'Payer Reference to Capitec',
			readAs(capitec),
			{ capitecPayRecurring: { payerReference: 'Gym Nov' } },
		],
		['no Payer Reference for a card', granted, undefined],
	])('sends %s', async (_, consent, paymentMethods) => {
		const script = [consent, charged()];
		const { sent } = await performNew({ ...parameters, payerReference: 'Gym Nov' }, script);
		const { variables } = sent[1]?.body as { variables: { input: IDataObject } };
		expect(variables.input.paymentMethods).toEqual(paymentMethods);
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

	it('is not made again where n8n runs the node again by itself', () => {
		const retried = (values: IDataObject) =>
			complaints(create, itemOf(values, 0, undefined, { retryOnFail: true }));
		expect(retried(again)).toEqual([
			"'On Duplicate' is Pay Again If It Failed: together with 'Retry On Fail', that would charge a payer again and again",
		]);
		expect(retried(parameters)).toEqual([]);
	});

	/** Tries it out where Stitch lists these charges with its External Reference. */
	const tryOut = async (consent: Script[number], ...withReference: object[]) => {
		const answers = ({ body }: SentRequest) => {
			const { variables } = body as { variables: { filter?: IDataObject } };
			if (variables.filter === undefined) return consent;
			return listed(...('externalReference' in variables.filter ? withReference : []));
		};
		const { service } = serviceOf(Array.from({ length: 8 }, () => answers) as Script);
		const plan = create.prepare(itemOf(parameters), service);
		return (await create.payment?.(plan).dryRun(service, new EarlierPayments(service))) ?? {};
	};

	it('shows a dry run what would be sent', async () => {
		const tried = await tryOut(granted);
		expect(tried).toMatchObject({ ...input, wouldSend: true, why: 'new' });
		// As a person reads it: who is charged.
		expect(create.simplify?.(tried)).toMatchObject({ paymentConsentId: input.token });
	});

	it('names in a dry run a charge with its reference under another nonce, but no refund', async () => {
		const other = chargeNode({ id: 'charge-2', nonce: 'nonce-2' });
		const refund = { ...other, id: 'refund-1', originalTransaction: { id: 'charge-0' } };
		expect(await tryOut(granted, refund, other)).toMatchObject({
			why: 'paidElsewhere',
			elsewhereId: 'charge-2',
		});
		expect(await tryOut(granted, refund)).toMatchObject({ why: 'new' });
	});

	it('is rejected in a dry run where the consent is not granted', async () => {
		const revoked = readAs(consentNode({ __typename: 'PaymentConsentRequestRevoked' }));
		await expect(tryOut(revoked)).rejects.toMatchObject({
			details: { sentence: expect.stringContaining('so nothing was charged now') },
		});
	});

	it.each`
		changes                                                        | complaint
		${{ chargeWith: 'debitOrder' }}                                | ${"'Charge With' cannot be debitOrder"}
		${{ paymentConsentId: '' }}                                    | ${"'Payment Consent ID' is empty"}
		${{ chargeWith: 'card' }}                                      | ${"'Card ID' is empty"}
		${{ amount: '0' }}                                             | ${"'Amount in Rand' must be more than 0: 0"}
		${{ externalReference: '', nonceSource: 'externalReference' }} | ${"'External Reference' is empty"}
	`('rejects: $complaint', ({ changes, complaint }) => {
		expect(complaints(create, { ...parameters, ...changes })).toEqual([complaint]);
	});
});
