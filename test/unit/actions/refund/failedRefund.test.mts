import type { IDataObject } from 'n8n-workflow';

import { failingWhenFailed } from '../../../../nodes/Stitch/actions/refund/failedRefund';
import type { PreparedPayment } from '../../../../nodes/Stitch/idempotency/payment';
import { serviceOf } from '../../builders.mts';

const refundThatReturns = (record: IDataObject): PreparedPayment => ({
	amount: { cents: 100 },
	nonce: 'nonce-1',
	nonces: ['nonce-1'],
	shared: 'External Reference',
	body: {},
	dryRun: async () => ({}),
	send: async () => record,
});

async function send(record: IDataObject) {
	const { service } = serviceOf([]);
	return await failingWhenFailed(refundThatReturns(record)).send(service);
}

it.each([
	['error', 'has failed'],
	['failure', 'has failed'],
	['failed', 'has failed'],
	['declined', 'was declined'],
	['cancelled', 'was cancelled'],
])('fails when the refund came back as %s, and explains why', async (status, words) => {
	await expect(send({ id: 'r-1', status })).rejects.toMatchObject({
		details: {
			kind: 'failedPayment',
			id: 'r-1',
			sentence: `The refund r-1 ${words}: no money was given back`,
		},
	});
});

it('takes what was found before its turn to the refund that it watches', async () => {
	const { service } = serviceOf([]);
	const found = { id: 'r-1', status: 'failed' };
	const refund: PreparedPayment = {
		...refundThatReturns({}),
		send: async (_service, foundAhead = {}) => foundAhead,
	};
	await expect(failingWhenFailed(refund).send(service, found)).rejects.toThrow(
		'The refund r-1 has failed',
	);
});

it('names its payment by the reference, when Stitch returns it', async () => {
	const record = { id: 'r-1', status: 'failed', externalReference: 'order-1017' };
	await expect(send(record)).rejects.toThrow('The refund of order-1017 has failed: no money');
});

it('gives the reason when Stitch returns it', async () => {
	const record = { id: 'r-1', status: 'error', statusReason: 'payment_not_received' };
	await expect(send(record)).rejects.toMatchObject({
		details: {
			reason: 'payment_not_received',
			sentence: expect.stringContaining(
				'has failed (The money of the payment to be refunded has not arrived yet)',
			),
		},
	});
});

it('shows no account number that a reason names', async () => {
	const record = { id: 'r-1', status: 'declined', statusReason: 'Account 1234567890 is closed' };
	const why = 'Account …90 is closed';
	await expect(send(record)).rejects.toMatchObject({
		details: { reason: why, sentence: expect.stringContaining(`was declined (${why})`) },
	});
});

it.each(['pending', 'submitted', 'paused', 'completed', 'success', undefined])(
	'returns a refund whose status is %s',
	async (status) => {
		expect(await send({ id: 'r-1', status })).toEqual({ id: 'r-1', status });
	},
);
