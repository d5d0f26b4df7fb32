import type { IDataObject } from 'n8n-workflow';

import { chargePayment } from '../../../nodes/Stitch/actions/charge/chargePayment';
import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { chargeRefund } from '../../../nodes/Stitch/actions/refund/chargeRefund';
import { answer } from '../builders.mts';
import { now, paid, send, type Case } from './sending.mts';

const { account, ...withoutAccount } = paid;

const made = answer(201, { ...paid, id: '2', createdAt: now });

/** A payment of which one was found under its nonce before its turn. */
const sendFound = (foundAhead: IDataObject, more: Partial<Case> = {}) =>
	send({ script: [made], foundAhead, ...more });

describe('a payment that was found before its turn', () => {
	it.each([
		['returnExisting' as const, {}],
		['payAgainIfFailed' as const, { attempt: 1, earlierAttempts: [] }],
	])('is returned without a request, with On Duplicate on %s', async (onDuplicate, more) => {
		const { result, sent, lookedUp } = sendFound(paid, { onDuplicate });
		expect(await result).toEqual({ ...paid, nonce: 'nonce-1', alreadyExisted: true, ...more });
		expect([...sent, ...lookedUp]).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['that may be of this execution', { ...paid, createdAt: now }],
		['that has no time', { ...paid, createdAt: undefined }],
		['of a different amount', { ...paid, amount: '11.00' }],
		['whose account number is not shown', withoutAccount],
		['of which Stitch did not show all', { ...paid, notRead: ['externalReference'] }],
		['that has failed', { ...paid, status: 'error' }],
		['that is not paid yet, as far as the list shows', { ...paid, status: 'pending' }],
	])('is sent as if nobody had looked, for one %s', async (_, found) => {
		const { result, sent } = sendFound(found);
		expect(await result).toMatchObject({ id: '2', alreadyExisted: false });
		expect(sent).toHaveLength(1);
	});

	it('is sent where a duplicate is to fail: only the answer shows that it is one', async () => {
		const { sent, result } = sendFound(paid, { onDuplicate: 'fail' });
		await result;
		expect(sent).toHaveLength(1);
	});

	it('is sent where nobody can see whether a payment of its kind was paid', async () => {
		const { result, sent } = sendFound(paid, { canBeDone: false });
		await result;
		expect(sent).toHaveLength(1);
	});
});

describe('a payment is paid for good', () => {
	const kinds = [
		['a payout', disbursementPayment, 'completed'],
		['a charge', chargePayment('card'), 'success'],
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
		expect(chargePayment('card').isDone?.(refund)).toBe(false);
	});
});
