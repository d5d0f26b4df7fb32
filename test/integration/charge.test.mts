import type { IDataObject } from 'n8n-workflow';

import { paymentReasonText } from '../../nodes/Stitch/transport/reasons';
import { THOROUGH } from '../thorough.mts';
import { capitec, chargeParameters, recurringRuns, toErrorOutput } from './recurring.mts';
import { simulatedService } from './service.mts';

const service = simulatedService({ seed: 52 });
const { run, asked, granted, charge } = recurringRuns(service);

const minute = 60_000;
/** Charges in one run through everything that can get lost. */
const MANY = THOROUGH ? 1000 : 200;
const row = (consent: string, more: IDataObject = {}): IDataObject => ({
	consent,
	amount: '99',
	reference: 'sub-204-2026-11',
	...more,
});
const made = async () => (await service.client.summary()).charges;

describe('a charge', () => {
	it.each([
		['99', 'success', undefined],
		['99.51', 'failure', 'insufficientFunds'],
		['99.62', 'failure', 'restrictedCard'],
	])('of a card with R%s is a %s at once', async (amount, status, reason) => {
		const { done } = await charge([row(await granted(), { amount })]);
		expect(done[0]).toMatchObject({ status, alreadyExisted: false });
		expect(done[0]?.reasonText).toBe(paymentReasonText(status, reason) ?? null);
	});

	it('of a stored card needs no consent', async () => {
		const card = await service.client.addCard({ payerId: 'customer-204' });
		const listed = await run({ resource: 'card', operation: 'getAll', payerId: 'customer-204' });
		expect(listed.done[0]?.id).toBe(card.id);
		const parameters = { ...chargeParameters, chargeWith: 'card', cardId: '={{ $json.id }}' };
		const rows = listed.done.map(({ id }) => ({ id, amount: '99', reference: 'card-1' }));
		expect((await run(parameters, rows)).done[0]).toMatchObject({ status: 'success' });
	});

	it('of a stored card is refused where the ID is that of a payment consent', async () => {
		const parameters = { ...chargeParameters, chargeWith: 'card', cardId: '={{ $json.consent }}' };
		const { refused } = await run(parameters, [row(await granted())], toErrorOutput);
		expect(refused[0]?.error).toMatch(/so nothing was charged now$/);
		expect(await made()).toBe(0);
	});

	it('of a Capitec customer is waited for, and says why it has failed', async () => {
		await service.simulator.control.setTimeScale(1000);
		const rows = [
			row(await granted(capitec), { reference: 'one' }),
			row(await granted(capitec), { reference: 'two', amount: '150.01' }),
		];
		const { done } = await charge(rows, { waitUntilFinal: true, maxWaitSeconds: 60 });
		await service.simulator.control.setTimeScale(0);
		expect(done).toMatchObject([
			{ status: 'success', alreadyExisted: false },
			{ status: 'failure', reasonText: expect.stringMatching(/^The amount is above the maximum/) },
		]);
	});

	it('that the payer must confirm has a link for it', async () => {
		const { done } = await charge([row(await granted(), { amount: '99.33' })]);
		const id = String(done[0]?.id);
		expect(done[0]).toMatchObject({ status: 'pending', reasonText: expect.any(String) });
		await fetch(String(done[0]?.interactionUrl), {
			method: 'POST',
			body: new URLSearchParams({ action: 'approve' }),
		});
		const read = await run({ resource: 'charge', operation: 'get', id });
		expect(read.done[0]).toMatchObject({ status: 'success', interactionUrl: null });
	});

	it.each(['pause', 'revoke', 'expire', 'begin-revocation'] as const)(
		'is not made under a consent that was granted once: %s',
		async (action) => {
			const consent = await granted();
			await service.simulator.control.consent(action, consent);
			const { refused } = await charge([row(consent)], {}, toErrorOutput);
			expect(refused[0]?.error).toMatch(/so nothing was charged now$/);
			expect(await made()).toBe(0);
		},
	);

	it('is not made under a consent that nobody has granted, while the others are', async () => {
		const rows = [
			row(await asked(), { reference: 'open' }),
			row(await granted(), { reference: 'granted' }),
		];
		const { done, refused } = await charge(rows, {}, toErrorOutput);
		expect([done.length, refused.length, await made()]).toEqual([1, 1, 1]);
	});

	it('has the limits and the dry run of every payment', async () => {
		const rows = [row(await granted()), row(await granted(), { reference: 'other' })];
		const over = await charge(rows, { maxTotalPerRun: '197.99' });
		expect(over.error?.message).toContain('R198.00');
		const dry = await charge(rows, { dryRun: true });
		expect(dry.done[0]).toMatchObject({ dryRun: true, externalReference: rows[0]?.reference });
		expect(await made()).toBe(0);
	});

	it('has columns', async () => {
		const rows = [row(await granted(), { amount: '99.51' })];
		const { done } = await charge(rows);
		expect(done[0]).toMatchObject({
			externalReference: 'sub-204-2026-11',
			amount: 99.51,
			currency: 'ZAR',
			status: 'failure',
			reasonText: paymentReasonText('failure', 'insufficientFunds'),
			interactionUrl: null,
		});
	});

	it('names the scope that the credential lacks', async () => {
		const consent = await granted();
		await service.client.change({ scopes: ['client_recurringpaymentconsentrequest'] });
		const { error } = await charge([row(consent)]);
		expect(`${error?.message} ${error?.description}`).toContain('transaction_initiate');
	});
});

describe('a charge is made once', () => {
	it('however often the workflow runs', async () => {
		const rows = [row(await granted())];
		const first = await charge(rows);
		const second = await charge(rows);
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect(await made()).toBe(1);
	});

	it('and returned even after its consent was revoked', async () => {
		const rows = [row(await granted())];
		await charge(rows);
		await service.simulator.control.consent('revoke', String(rows[0]?.consent));
		expect((await charge(rows)).done[0]).toMatchObject({ alreadyExisted: true });
	});

	it.each([
		['amount', { amount: '100' }, 'Amount was 99.00 and is now 100.00'],
		['consent', {}, 'Payment Consent ID was'],
	])('and refused with another %s', async (_, changes, why) => {
		const consent = await granted();
		await charge([row(consent)]);
		const other = 'amount' in changes ? consent : await granted();
		const { error } = await charge([row(other, changes)]);
		expect(error?.message).toContain(why);
		expect(await made()).toBe(1);
	});

	it('even if Stitch looks at the consent before the nonce, after a lost answer', async () => {
		const rows = [row(await granted())];
		await service.client.change({ stateBeforeNonce: true });
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'initiateTransaction' },
			requests: [1],
		});
		const { done } = await charge(rows);
		expect(done[0]).toMatchObject({ status: 'success', alreadyExisted: null });
		expect(await made()).toBe(1);
	});

	it('even if Stitch does not offer the list to look it up in', async () => {
		const rows = [row(await granted())];
		await service.client.change({ chargeList: false });
		await charge(rows);
		const { refused } = await charge(rows, {}, toErrorOutput);
		expect(refused[0]?.error).toContain('could not be looked up');
		expect(await made()).toBe(1);
	});

	it('and returned with a warning, if Stitch could not show all of it', async () => {
		const rows = [row(await granted())];
		await service.client.addFaults({
			kind: 'graphql-error',
			code: 'INTERNAL_SERVER_ERROR',
			nullFields: ['metadata'],
			match: { operation: 'initiateTransaction' },
			requests: [1],
		});
		const { done } = await charge(rows);
		expect(done[0]).toMatchObject({ status: 'success', warnings: [expect.any(String)] });
	});

	it(`of ${MANY}, through lost answers, 5xx, 429, expired tokens and another run`, async () => {
		const consent = await granted();
		const of = { operation: 'initiateTransaction' };
		await service.client.addFaults(
			{ kind: 'lost-answer', probability: 0.1, match: of },
			{ kind: 'status', status: 503, probability: 0.1, match: of },
			{ kind: 'status', status: 500, processed: true, probability: 0.05, match: of },
			{ kind: 'status', status: 429, requests: range(100, 106), match: of },
			{ kind: 'revoke-token', requests: [60, 140], match: of },
		);
		const rows = Array.from({ length: MANY }, (_, index) =>
			row(consent, { reference: `r${index}` }),
		);
		const first = await charge(rows, { concurrency: 32 }, toErrorOutput);
		await service.client.clearFaults();
		const second = await charge(rows, { concurrency: 32 });

		expect(first.refused).toEqual([]);
		const { charges, chargedCents } = await service.client.ledger();
		expect([charges.length, chargedCents]).toEqual([MANY, MANY * 9900]);
		const idOf = new Map(charges.map(({ externalReference, id }) => [externalReference, id]));
		expect(second.error).toBeUndefined();
		expect(second.done.map(({ id }) => id)).toEqual(
			rows.map(({ reference }) => idOf.get(String(reference))),
		);
	});
});

describe('the refund of a charge', () => {
	const refundOf = (
		recurringChargeId: IDataObject[string],
		amount: string,
		more: IDataObject = {},
	): IDataObject => ({
		resource: 'refund',
		operation: 'create',
		refundOf: 'recurringCharge',
		recurringChargeId,
		amount,
		...more,
	});
	const moneyOut = async () => (await service.client.summary()).moneyOut;

	it('gives it back once, however often the workflow runs and whatever gets lost', async () => {
		const { done } = await charge([row(await granted())]);
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'refundTransactionInitiate' },
			requests: [1],
		});
		const first = await run(refundOf(done[0]?.id, '40'));
		const second = await run(refundOf(done[0]?.id, '40'));
		expect(first.done[0]).toMatchObject({ status: 'pending', refundOf: done[0]?.id });
		expect(second.done[0]).toMatchObject({ id: first.done[0]?.id, alreadyExisted: true });
		expect(await moneyOut()).toBe(4000);
	});

	it('is read as a refund, and as a charge of its own', async () => {
		const { done } = await charge([row(await granted())]);
		const refund = await run(refundOf(done[0]?.id, '99', { externalReference: 'refund-1' }));
		await service.simulator.control.advance(2 * minute);
		const id = refund.done[0]?.id;
		const read = await run({ resource: 'refund', operation: 'get', refundId: id });
		expect(read.done[0]).toMatchObject({ id, status: 'success', refundOf: done[0]?.id });
		const asCharge = await run({ resource: 'charge', operation: 'get', id });
		expect(asCharge.done[0]).toMatchObject({ status: 'success', originalChargeId: done[0]?.id });
	});

	it('is not read where the ID is that of a charge', async () => {
		const { done } = await charge([row(await granted())]);
		const { error } = await run({ resource: 'refund', operation: 'get', refundId: done[0]?.id });
		expect(error?.message).toContain('Stitch does not know this ID');
	});

	it('is found after a run that never learned of it, though nothing is left to refund', async () => {
		await service.client.change({ stateBeforeNonce: true });
		const { done } = await charge([row(await granted())]);
		await service.client.addFaults({
			kind: 'lost-answer',
			match: { operation: 'refundTransactionInitiate' },
			requests: [1],
		});
		const once = { options: { retrySeconds: 0 } };
		const first = await run(refundOf(done[0]?.id, '99', once));
		expect(first.error).toBeDefined();
		const second = await run(refundOf(done[0]?.id, '99'));
		expect(second.done[0]).toMatchObject({ refundOf: done[0]?.id, alreadyExisted: true });
		expect(await moneyOut()).toBe(9900);
	});

	it('is refused above what is left of the charge', async () => {
		const { done } = await charge([row(await granted())]);
		const { error } = await run(refundOf(done[0]?.id, '99.01'));
		expect(error?.message).toContain('more than what is left');
		expect(await moneyOut()).toBe(0);
	});
});

describe('Pay Again If It Failed', () => {
	const again = { onDuplicate: 'payAgainIfFailed' };
	const attempt = async (rows: IDataObject[], settings = {}) =>
		await run({ ...chargeParameters, simplify: false, options: again }, rows, settings);

	it('charges under an attempt of its own, days later, until it succeeds', async () => {
		const consent = await granted();
		const first = await attempt([row(consent, { amount: '99.51' })]);
		expect(first.done[0]).toMatchObject({ attempt: 1, status: 'failure' });
		await service.simulator.control.advance(3 * 24 * 60 * minute);
		const rows = [row(consent)];
		const second = await attempt(rows);
		expect(second.done[0]).toMatchObject({
			attempt: 2,
			status: 'success',
			earlierAttempts: [{ id: first.done[0]?.id, reason: 'insufficientFunds' }],
		});
		const third = await attempt(rows);
		expect(third.done[0]).toMatchObject({ id: second.done[0]?.id, alreadyExisted: true });
		expect(await made()).toBe(2);
	});

	it('charges nothing while the first charge is pending', async () => {
		const rows = [row(await granted(), { amount: '99.03' })];
		await attempt(rows);
		expect((await attempt(rows)).done[0]).toMatchObject({ attempt: 1, status: 'pending' });
		expect(await made()).toBe(1);
	});

	it('charges nothing where the first charge cannot be looked up', async () => {
		const rows = [row(await granted(), { amount: '99.51' })];
		await attempt(rows);
		await service.client.change({ chargeList: false });
		const { refused } = await attempt(rows, toErrorOutput);
		expect(refused[0]?.error).toContain('could not be looked up');
		expect(await made()).toBe(1);
	});
});

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, index) => from + index);
}
