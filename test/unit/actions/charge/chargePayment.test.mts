import type { IDataObject } from 'n8n-workflow';
import { create } from '../../../../nodes/Stitch/actions/charge/create.operation';
import { chargeInitiate, chargeList } from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { answer, refused, type SentRequest } from '../../builders.mts';
import { readAs } from '../paymentConsent/consents.mts';
import { perform } from '../perform.mts';
import { charged, chargeNode, failure, listed, readAll } from './answers.mts';
import {
	parameters,
	byCard,
	capitec,
	granted,
	duplicate,
	again,
	failed,
	none,
	noList,
	queries,
	performNew,
} from './creating.mts';

describe('Charge → Create, where the charge may have been made before,', () => {
	it('is rejected where the earlier one is of another consent', async () => {
		const ofAnother = chargeNode({ paymentConsentRequest: { id: 'consent-2' } });
		const { failure: why } = await performNew(parameters, [granted, duplicate, listed(ofAnother)]);
		const sentence = expect.stringContaining('Payment Consent ID') as string;
		expect(why).toMatchObject({ details: { kind: 'otherValues', sentence } });
	});

	it('says what of an earlier charge could not be compared: Stitch does not name the card', async () => {
		const charge = chargeNode({ paymentConsentRequest: null });
		const script = [readAs(null), duplicate, listed(charge)];
		const { output } = await performNew(byCard, script);
		expect(output).toMatchObject({ notCompared: ['Card ID'] });
	});

	it.each([
		['that has failed is found after a conflict', [granted, duplicate], failure('unknownError')],
		[
			'comes back from Stitch',
			[granted, charged(), readAll({ originalTransaction: { id: 'charge-0' } })],
			{},
		],
	])('takes no refund for the charge, if one %s', async (_, script, changes) => {
		const refund = chargeNode({ originalTransaction: { id: 'charge-0' }, ...changes });
		const answers = [...script, listed(refund)];
		const { failure: why, sent } = await performNew(again, answers);
		expect(why).toMatchObject({
			details: {
				kind: 'otherValues',
				sentence:
					"Already sent under the key nonce-1, but with different values: nothing was sent again. 'Resource' was a refund and is now a charge",
			},
		});
		expect(queries(sent).filter((query) => query === chargeInitiate)).toHaveLength(1);
	});

	it('sends nothing where a charge is found under its nonce', async () => {
		const { output, sent } = await perform(create, parameters, [listed(chargeNode())]);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: true });
		expect(queries(sent)).toEqual([chargeList.full]);
	});

	it('takes no empty list for a proof that nothing was charged', async () => {
		const { failure: why } = await performNew(parameters, [granted, duplicate, ...none]);
		const sentence = expect.stringContaining('could not check whether') as string;
		expect(why).toMatchObject({ details: { happened: 'maybe', sentence } });
	});

	it('is made without a look-up where Stitch has no such list', async () => {
		const script = [noList, noList, granted, charged(), readAll()];
		const { output } = await perform(create, parameters, script);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: false });
	});

	it.each(['capitecDuplicatePayment', 'capitecPaymentAlreadyPaidForSelectedInterval'])(
		'is not made again when it has failed with %s: the payer may have paid',
		async (statusReason) => {
			const script = [listed(chargeNode(failure(statusReason)))];
			const { output, sent } = await perform(create, again, script);
			expect(output).toMatchObject({ status: 'failure', statusReason, alreadyExisted: true });
			expect(queries(sent)).toEqual([chargeList.full]);
		},
	);

	it('is not made again where Stitch could not say why it has failed: the payer may have paid', async () => {
		const unread = answer(403, {});
		const first = charged(failure('capitecDuplicatePayment'));
		const script = [noList, noList, granted, first, unread, noList, noList, granted, charged()];
		const { output, sent } = await perform(create, again, script);
		expect(queries(sent).filter((query) => query === chargeInitiate)).toHaveLength(1);
		expect(output).toMatchObject({ status: 'failure' });
	});

	it('is not made again when somebody cancelled it, and says so', async () => {
		const state = { __typename: 'TransactionCancelled', date: '2026-11-20T09:00:00Z' };
		const { output, sent } = await perform(create, again, [listed(chargeNode({ state }))]);
		expect(output).toMatchObject({
			status: 'cancelled',
			notPaidAgain: expect.stringContaining('give it a new reference') as string,
		});
		expect(queries(sent)).toEqual([chargeList.full]);
	});

	it('can be made again when it has failed, after the consent is read', async () => {
		const second = ({ body }: SentRequest) => {
			const { input } = (body as { variables: { input: IDataObject } }).variables;
			return charged({ id: 'charge-2', nonce: input.nonce });
		};
		const script = [listed(failed), listed(), granted, second];
		const { output } = await perform(create, again, script);
		expect(output).toMatchObject({
			id: 'charge-2',
			nonce: expect.not.stringMatching(/^nonce-1$/) as string,
			attempt: 2,
			earlierAttempts: [{ id: 'charge-1', status: 'failure', reason: 'insufficientFunds' }],
		});
	});
});

describe('Charge → Create of a consent for Capitec Pay', () => {
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
});
