import type { IDataObject } from 'n8n-workflow';
import { create } from '../../../../nodes/Stitch/actions/charge/create.operation';
import {
	chargeById,
	chargeInitiate,
	chargeList,
} from '../../../../nodes/Stitch/actions/charge/charge.graphql';
import { consentById } from '../../../../nodes/Stitch/actions/paymentConsent/paymentConsent.graphql';
import { lookUpAhead } from '../../../../nodes/Stitch/run/lookUpAhead';
import { answer, itemOf, serviceOf, type SentRequest } from '../../builders.mts';
import { consentNode, readAs, refused } from '../paymentConsent/consents.mts';
import { perform } from '../perform.mts';
import { charged, chargeNode, failure, listed, readAll } from './answers.mts';
import {
	parameters,
	byCard,
	granted,
	duplicate,
	again,
	failed,
	noList,
	queries,
	performNew,
} from './creating.mts';

describe('Charge → Create, where the charge may have been made before,', () => {
	it.each([
		['the list is not offered', noList],
		['Stitch does not answer', answer(503, {})],
	])('does not say that nothing was charged before, if %s', async (_, look) => {
		const revoked = readAs(consentNode({ status: { __typename: 'PaymentConsentRevoked' } }));
		const { failure: why, sent } = await performNew(parameters, [revoked, look, look]);
		expect(why).toMatchObject({
			details: {
				uncertain: true,
				nonce: 'nonce-1',
				sentence:
					'The payment consent subscription-204 is revoked, so nothing was charged now. Whether it was charged before could not be looked up',
				advice: expect.stringMatching(/^Do not ask for this money in another way yet/) as string,
			},
		});
		expect(queries(sent).slice(0, 2)).toEqual([consentById.core, chargeList.full]);
		expect(queries(sent)).not.toContain(chargeInitiate);
	});

	it('finds the charge of a revoked consent that is listed a moment later', async () => {
		const revoked = readAs(consentNode({ status: { __typename: 'PaymentConsentRevoked' } }));
		const script = [revoked, listed(), listed(chargeNode())];
		const { output } = await performNew(parameters, script);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: true });
	});

	it('returns the charge that was made before the consent was revoked', async () => {
		const revoked = readAs(consentNode({ status: { __typename: 'PaymentConsentRevoked' } }));
		const script = [revoked, listed(chargeNode())];
		const { output } = await performNew(parameters, script);
		expect(output).toMatchObject({ id: 'charge-1', status: 'success', alreadyExisted: true });
	});

	it.each([
		['Amount', { amount: { quantity: '98.00', currency: 'ZAR' } }],
		['Payment Consent ID', { paymentConsentRequest: { id: 'consent-2' } }],
	])('rejects an earlier charge that differs in %s', async (label, changes) => {
		const script = [granted, duplicate, listed(chargeNode(changes))];
		const { failure: why } = await performNew(parameters, script);
		expect(why).toMatchObject({
			details: { kind: 'otherValues', sentence: expect.stringContaining(label) as string },
		});
	});

	it('says what of an earlier charge could not be compared: Stitch does not name the card', async () => {
		const charge = chargeNode({ paymentConsentRequest: null });
		const script = [readAs(null), duplicate, listed(charge)];
		const { output } = await performNew(byCard, script);
		expect(output).toMatchObject({ notCompared: ['Card ID'] });
	});

	it('takes a charge of another amount for an earlier one, even if Stitch returns it as new', async () => {
		const other = { amount: { quantity: '50.00', currency: 'ZAR' } };
		const script = [granted, charged(other), readAll(other)];
		const { failure: why } = await performNew(parameters, script);
		expect(why).toMatchObject({ details: { kind: 'otherValues' } });
	});

	it('takes a charge of another consent for an earlier one, even if Stitch returns it as new', async () => {
		const other = { paymentConsentRequest: { id: 'consent-2' } };
		const script = [granted, charged(other), readAll(other)];
		const { failure: why } = await performNew(parameters, script);
		expect(why).toMatchObject({ details: { kind: 'otherValues' } });
	});

	it.each([
		['is found only after a conflict', [granted, duplicate], {}],
		['that has failed is found only then', [granted, duplicate], failure('unknownError')],
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
					"Already sent under the key nonce-1, but with other values: nothing was sent again. 'Resource' was a refund and is now a charge",
			},
		});
		expect(queries(sent).filter((query) => query === chargeInitiate)).toHaveLength(1);
	});

	it.each([
		['of the consent', parameters, 'consent-1'],
		['with the stored card', byCard, undefined],
	])('sends nothing %s where a charge is found under its nonce', async (_, row, token) => {
		const script = [listed(chargeNode({ paymentConsentRequest: token ? { id: token } : null }))];
		const { output, sent } = await perform(create, row, script);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: true });
		expect(queries(sent)).toEqual([chargeList.full]);
	});

	it('sends nothing where a refund is found under its nonce', async () => {
		const refund = chargeNode({ originalTransaction: { id: 'charge-0' } });
		const { failure: why, sent } = await perform(create, again, [listed(refund)]);
		expect(why).toMatchObject({ details: { kind: 'otherValues' } });
		expect(queries(sent)).toEqual([chargeList.full]);
	});

	it.each([
		['does not come', answer(503, {})],
		['has no list', answer(200, { data: { client: { transactions: null } } })],
		['lists a null', answer(200, { data: { client: { transactions: { edges: [null] } } } })],
		['lists a charge under another nonce', listed(chargeNode({ nonce: 'nonce-2' }))],
	])('sends nothing where the answer to the look-up %s', async (_, look) => {
		const { failure: why, sent } = await perform(create, parameters, [look]);
		expect(why).toMatchObject({
			details: {
				kind: 'notSent',
				uncertain: true,
				nonce: 'nonce-1',
				sentence: expect.stringMatching(/^Nothing was sent now: whether there is a payment/),
				advice: expect.stringMatching(/^Run the item again: nothing is sent twice/),
			},
		});
		expect(queries(sent)).toEqual([chargeList.full]);
	});

	it.each([
		['has no such list', [noList, noList]],
		['does not let the client read it', [refused('FORBIDDEN', 'No.')]],
		['says so by its status', [answer(403, { errors: [{ message: 'No.' }] })]],
	])('charges without a look-up when Stitch %s', async (_, look) => {
		const script = [...look, granted, charged(), readAll()];
		const { output } = await perform(create, parameters, script);
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: false });
	});

	it('makes no second charge if the first one cannot be looked up', async () => {
		const { failure: why, sent } = await performNew(parameters, [granted, duplicate, noList]);
		expect(why).toMatchObject({ details: { uncertain: true } });
		expect(queries(sent).filter((query) => query === chargeInitiate)).toHaveLength(1);
	});

	it('does not say that an answer was lost where Stitch answered with something unclear', async () => {
		const unclear = refused('INTERNAL_SERVER_ERROR', 'Something went wrong.');
		const script = [granted, unclear, listed(), listed(), listed()];
		const { failure: why } = await performNew(parameters, script);
		expect(why).toMatchObject({
			details: {
				uncertain: true,
				sentence:
					'This run may have made the payment, but Stitch did not confirm it: “Something went wrong”. Whether there is a payment under the key nonce-1 could not be looked up',
			},
		});
	});

	it.each([
		['was used', [duplicate]],
		['may have been used', [{ kind: 'answerLost' as const }, refused('BAD_USER_INPUT', 'No.')]],
	])(
		'takes no empty list for a proof that nothing was charged, if the nonce %s',
		async (_, answers) => {
			const script = [granted, ...answers, listed(), listed(), listed()];
			const { failure: why } = await performNew(parameters, script, { maxAttempts: 2 });
			expect(why).toMatchObject({
				details: {
					uncertain: true,
					sentence: expect.stringContaining('could not be looked up') as string,
				},
			});
		},
	);

	it('is repeated under the same nonce after a lost answer, and returns what it finds', async () => {
		const script = [granted, { kind: 'answerLost' as const }, duplicate, listed(failed), listed()];
		const { output } = await performNew(parameters, script, { maxAttempts: 3 });
		expect(output).toMatchObject({ status: 'failure', alreadyExisted: null });
	});

	it.each([
		['is listed', [listed(failed)]],
		['is listed only later', [listed(), granted, duplicate, listed(failed)]],
	])(
		'can be made again when one that has failed %s, after the consent is read',
		async (_, before) => {
			const second = ({ body }: SentRequest) => {
				const { input } = (body as { variables: { input: IDataObject } }).variables;
				return charged({ id: 'charge-2', nonce: input.nonce });
			};
			const script = [...before, listed(), granted, second];
			const { output, sent } = await perform(create, again, script);
			expect(output).toMatchObject({
				id: 'charge-2',
				attempt: 2,
				earlierAttempts: [{ id: 'charge-1', status: 'failure', reason: 'insufficientFunds' }],
			});
			const [nonce] = sent
				.map(({ body }) => (body as { variables: { input?: IDataObject } }).variables)
				.flatMap(({ input: last }) => last?.nonce ?? [])
				.slice(-1);
			expect(nonce).not.toBe('nonce-1');
		},
	);

	it.each([
		['is none before it', [listed()]],
		['may be one, because nobody can look', [noList, noList]],
	])('is not made twice in one run when it fails at once and there %s', async (_, look) => {
		const now = failure('insufficientFunds');
		const answers = [...look, granted, charged(now), readAll(now)];
		const { output, sent } = await perform(create, again, answers);
		expect(output).toMatchObject({ status: 'failure', attempt: 1, alreadyExisted: false });
		expect(queries(sent).slice(-3)).toEqual([consentById.core, chargeInitiate, chargeById.full]);
	});

	it('is looked up in one request with the others of its run, and then not again', async () => {
		const rows = ['nonce-1', 'nonce-2'].map((customNonce) => ({ ...parameters, customNonce }));
		const { service, sent } = serviceOf([
			listed(chargeNode()),
			listed(),
			granted,
			charged({ nonce: 'nonce-2' }),
		]);
		const plans = rows.map((row) => create.prepare(itemOf(row), service));
		const entries = plans.map((plan, index) => ({
			item: itemOf(rows[index]),
			payment: create.payment?.(plan),
		}));
		await lookUpAhead(entries, service);
		expect(sent.map(({ body }) => (body as { variables: object }).variables)).toEqual([
			{ filter: { nonce: { in: ['nonce-1', 'nonce-2'] } } },
			{ filter: { nonce: { in: ['nonce-2'] } } },
		]);
		expect(await create.send(plans[0], service, itemOf(rows[0]))).toMatchObject({
			id: 'charge-1',
			client: 'test',
			alreadyExisted: true,
		});
		expect(sent).toHaveLength(2);
		await create.send(plans[1], service, itemOf(rows[1]));
		expect(queries(sent).slice(2, 4)).toEqual([consentById.core, chargeInitiate]);
	});

	it('is looked up alone where the look-up with the others brings nothing usable', async () => {
		const { service, sent } = serviceOf([noList, noList, listed(chargeNode())]);
		const plan = create.prepare(itemOf(parameters), service);
		await lookUpAhead([{ item: itemOf(parameters), payment: create.payment?.(plan) }], service);
		const output = await create.send(plan, service, itemOf(parameters));
		expect(output).toMatchObject({ id: 'charge-1', alreadyExisted: true });
		expect(sent).toHaveLength(3);
	});
});
