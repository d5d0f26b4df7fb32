import type { IDataObject } from 'n8n-workflow';

import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { EarlierPayments } from '../../../nodes/Stitch/idempotency/earlierPayments';
import { attemptNonces } from '../../../nodes/Stitch/idempotency/nonce';
import { preparePayment } from '../../../nodes/Stitch/idempotency/payment';
import { ServiceFailure } from '../../../nodes/Stitch/transport/failure';
import type { Service } from '../../../nodes/Stitch/transport/service';
import { serviceOf } from '../builders.mts';

const row: IDataObject = {
	amount: '10',
	externalReference: 'salary-1',
	beneficiaryName: 'N Test',
	bank: 'fnb',
	accountNumber: '1234567890',
	beneficiaryReference: 'Salary',
	nonceSource: 'custom',
	customNonce: 'own',
};

/** A payout that Stitch lists, by default that of the row. */
const paid = (change: IDataObject = {}): IDataObject => ({
	id: 'd-1',
	nonce: 'own',
	externalReference: 'salary-1',
	amount: { quantity: '10.00', currency: 'ZAR' },
	beneficiary: { name: 'N Test', bankId: 'fnb', accountNumber: '1234567890' },
	status: 'completed',
	createdAt: '2026-11-20T09:00:00Z',
	...change,
});

const failed = paid({ status: 'error', statusReason: 'inactive_account' });
const elsewhere = paid({ id: 'd-2', nonce: 'of-the-dashboard', status: 'pending' });

type By = 'nonce' | 'externalReference';
type List = (by: By) => Promise<IDataObject[] | undefined>;

/** Tries the row out at a service that lists these payouts. */
async function tryOut(all: IDataObject[], onDuplicate = 'returnExisting', instead?: List) {
	const { service, sent } = serviceOf([]);
	const listed = (by: By) => async (_service: Service, values: readonly string[]) =>
		(await instead?.(by)) ?? all.filter((one) => values.includes(String(one[by])));
	const values: IDataObject = { ...row, options: { onDuplicate } };
	const prepared = preparePayment(
		{
			...disbursementPayment,
			listUnder: listed('nonce'),
			listWith: listed('externalReference'),
		},
		{
			get: (name) => values[name],
			isRetriedOnFail: false,
			sendingSince: (now: number) => now,
		},
		'test-client',
	);
	const tried = await prepared.dryRun(service, new EarlierPayments(service));
	expect(sent).toEqual([]);
	return tried;
}

const refused = (kind: 'status' | 'notTheService') => async () => {
	throw new ServiceFailure({ kind, status: 500, happened: 'no' });
};

describe('a dry run', () => {
	it.each([
		['new where nothing was sent', [], 'returnExisting', true, 'new'],
		['already paid where it is listed', [paid()], 'returnExisting', false, 'alreadyPaid'],
		['failed before where it is not paid again', [failed], 'returnExisting', false, 'failedBefore'],
		['to be paid again where that was chosen', [failed], 'payAgainIfFailed', true, 'payAgain'],
		[
			'already paid by a later attempt',
			[failed, paid({ nonce: attemptNonces('own')[1] })],
			'payAgainIfFailed',
			false,
			'alreadyPaid',
		],
		['paid elsewhere under another nonce', [elsewhere], 'returnExisting', true, 'paidElsewhere'],
		[
			'new where what was sent elsewhere has failed',
			[{ ...elsewhere, status: 'error' }],
			'returnExisting',
			true,
			'new',
		],
	])('calls a payment %s', async (_what, listed, onDuplicate, wouldSend, why) => {
		expect(await tryOut(listed, onDuplicate)).toMatchObject({ wouldSend, why });
	});

	it('shows the payment that was made before, with its account masked', async () => {
		const tried = await tryOut([paid()]);
		expect(tried).toMatchObject({ id: 'd-1', status: 'completed', alreadyExisted: true });
		expect(JSON.stringify(tried)).not.toContain('1234567890');
	});

	it('names the attempts that have failed, why, and the nonce of the next', async () => {
		expect(await tryOut([failed], 'payAgainIfFailed')).toMatchObject({
			explanation: expect.stringMatching(/^It was sent before and has failed.* not active/),
			nonce: attemptNonces('own')[1],
			attempt: 2,
			earlierAttempts: [{ id: 'd-1', status: 'error', reason: 'inactive_account' }],
		});
	});

	it('names the payment that was made elsewhere', async () => {
		expect(await tryOut([elsewhere])).toMatchObject({
			elsewhereId: 'd-2',
			elsewhereStatus: 'pending',
			elsewhereCreatedAt: '2026-11-20T09:00:00Z',
			explanation: expect.stringContaining('would pay it a second time'),
		});
	});

	it('fails where the payment would fail in a run', async () => {
		await expect(tryOut([paid({ amount: { quantity: '11.00' } })])).rejects.toMatchObject({
			details: { sentence: expect.stringContaining("'Amount' was R11.00 and is now R10.00") },
		});
		await expect(tryOut([paid()], 'fail')).rejects.toMatchObject({
			details: { kind: 'duplicate', happened: 'no' },
		});
	});

	it('knows nothing where the nonce cannot be looked up', async () => {
		expect(await tryOut([], 'payAgainIfFailed', refused('status'))).toMatchObject({
			wouldSend: null,
			why: 'unknown',
			explanation: expect.stringMatching(/^The node could not check whether it was sent before: /),
		});
	});

	it('knows nothing of a new payment where its reference cannot be looked up', async () => {
		const onlyReference: List = async (by) =>
			by === 'externalReference' ? await refused('status')() : undefined;
		expect(await tryOut([], undefined, onlyReference)).toMatchObject({ why: 'unknown' });
		expect(await tryOut([paid()], undefined, onlyReference)).toMatchObject({ why: 'alreadyPaid' });
	});

	it('knows nothing where the list holds what was not asked for', async () => {
		const another: List = async () => [paid({ nonce: 'another' })];
		expect(await tryOut([], undefined, another)).toMatchObject({ why: 'unknown' });
	});
});
