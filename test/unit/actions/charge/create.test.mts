import type { IDataObject } from 'n8n-workflow';
import { create } from '../../../../nodes/Stitch/actions/charge/create.operation';
import {
	chargeById,
	chargeInitiate,
	chargeList,
} from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { EarlierPayments } from '../../../../nodes/Stitch/idempotency/earlierPayments';
import { consentById } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { itemOf, serviceOf, type Script, type SentRequest } from '../../builders.mts';
import { consentNode, readAs } from '../paymentConsent/consents.mts';
import { complaints, perform } from '../perform.mts';
import { charged, chargeNode, listed, readAll } from './answers.mts';
import { parameters, granted, again, noList, input, performNew } from './creating.mts';

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
