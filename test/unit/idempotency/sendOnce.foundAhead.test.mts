import { chargePayment } from '../../../nodes/Stitch/actions/charge/chargePayment';
import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { chargeRefund } from '../../../nodes/Stitch/actions/refund/chargeRefund';
import { now, outcomeOf, paid, send, type Case } from './sending.mts';

const { account, ...withoutAccount } = paid;

describe('a payment that was found before its turn', () => {
	it.each([
		['returnExisting' as const, {}],
		['payAgainIfFailed' as const, { attempt: 1, earlierAttempts: [] }],
	])('is returned without a request, with On Duplicate on %s', async (onDuplicate, more) => {
		const { result, stitch } = send({ foundAhead: paid, onDuplicate });
		expect(await result).toEqual({ ...paid, nonce: 'a', alreadyExisted: true, ...more });
		expect([...stitch.sent, ...stitch.lookedUp]).toEqual([]);
	});

	it.each<[string, Case]>([
		['it may be of this execution', { foundAhead: { ...paid, createdAt: now } }],
		['it has no time', { foundAhead: { ...paid, createdAt: undefined } }],
		['it is of a different amount', { foundAhead: { ...paid, amount: '11.00' } }],
		['its account number is not shown', { foundAhead: withoutAccount }],
		['Stitch did not show all of it', { foundAhead: { ...paid, notRead: ['externalReference'] } }],
		['it has failed', { foundAhead: { ...paid, status: 'error' } }],
		[
			'it is not paid yet, as far as the list shows',
			{ foundAhead: { ...paid, status: 'pending' } },
		],
		['a duplicate is to fail, which only the answer shows', { onDuplicate: 'fail' }],
		['nobody can see whether a payment of its kind was paid', { canBeDone: false }],
	])('is sent as if nobody had looked where %s', async (_, setting) => {
		const outcome = await outcomeOf({ foundAhead: paid, ...setting });
		expect(outcome).toMatchObject({ id: 'new-1', alreadyExisted: false, sent: ['a'] });
	});
});

describe('a payment is paid for good', () => {
	const kinds = [
		['a payout', disbursementPayment, 'completed'],
		['a charge', chargePayment, 'success'],
		['a refund of a charge', chargeRefund, 'success'],
	] as const;

	it.each(kinds)('where %s has its last status', (_, { isDone }, done) => {
		expect(isDone?.({ id: '1', status: done })).toBe(true);
		for (const status of ['pending', 'error', 'failure', 'a new word', undefined]) {
			expect(isDone?.({ id: '1', status })).toBe(false);
		}
	});

	it('which a refund is not for a charge with its nonce', () => {
		const refund = { id: '1', status: 'success', originalChargeId: 'charge-1' };
		expect(chargePayment.isDone?.(refund)).toBe(false);
	});
});
