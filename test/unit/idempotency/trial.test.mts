import type { IDataObject } from 'n8n-workflow';

import { disbursementPayment } from '../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { EarlierPayments } from '../../../nodes/Stitch/idempotency/earlierPayments';
import { attemptNonces } from '../../../nodes/Stitch/idempotency/nonce';
import { preparePayment } from '../../../nodes/Stitch/idempotency/payment';
import { ServiceFailure, type FailureDetails } from '../../../nodes/Stitch/transport/failure';
import type { Service } from '../../../nodes/Stitch/transport/service';
import { serviceOf } from '../builders.mts';
import { lost } from './sending.mts';

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
const cancelled = { status: 'cancelled', statusReason: 'Wrong person' };
const elsewhere = paid({ id: 'd-2', nonce: 'of-the-dashboard', status: 'pending' });

type By = 'nonce' | 'externalReference';
type List = (by: By) => Promise<IDataObject[] | undefined>;

/** Tries the row out at a service that lists these payouts. */
async function tryOut(
	all: IDataObject[],
	onDuplicate = 'returnExisting',
	instead?: List,
	ofKind: Partial<typeof disbursementPayment> = {},
) {
	const { service, sent } = serviceOf([]);
	const listed = (by: By) => async (_service: Service, values: readonly string[]) =>
		(await instead?.(by)) ?? all.filter((one) => values.includes(String(one[by])));
	const values: IDataObject = { ...row, options: { onDuplicate } };
	const prepared = preparePayment(
		{
			...disbursementPayment,
			listByNonce: listed('nonce'),
			listByReference: listed('externalReference'),
			...ofKind,
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

const forbidden = { kind: 'status', status: 403, happened: 'no' } as const;

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
		[
			'cancelled before where it is not paid again',
			[paid(cancelled)],
			'returnExisting',
			false,
			'cancelledBefore',
		],
		[
			'cancelled before where what has failed is paid again',
			[failed, paid({ ...cancelled, nonce: attemptNonces('own')[1] })],
			'payAgainIfFailed',
			false,
			'cancelledBefore',
		],
		[
			'cancelled before even if it was corrected since',
			[paid({ ...cancelled, amount: { quantity: '11.00' } })],
			'payAgainIfFailed',
			false,
			'cancelledBefore',
		],
		['paid elsewhere under another nonce', [elsewhere], 'returnExisting', true, 'paidElsewhere'],
		[
			'new where what was sent elsewhere was cancelled',
			[{ ...elsewhere, status: 'cancelled' }],
			'returnExisting',
			true,
			'new',
		],
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

	it('says of a new payment that nothing was sent for it', async () => {
		expect((await tryOut([])).explanation).toBe('Nothing was sent for it before.');
	});

	it('shows the payment that was made before, with its account masked', async () => {
		const tried = await tryOut([paid()]);
		expect(tried).toMatchObject({ id: 'd-1', status: 'completed', alreadyExisted: true });
		expect(tried.explanation).toBe('It was sent before and is not sent again.');
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

	it('says when a payment that has failed would be paid again, and why it has failed', async () => {
		expect(await tryOut([failed])).toMatchObject({
			explanation: expect.stringMatching(
				/^It was sent before and has failed\. It is only paid again with 'On Duplicate' set to Pay Again If It Failed\. .* not active/,
			),
		});
	});

	it('says why a payment was cancelled, once, and what to do', async () => {
		const tried = await tryOut([paid(cancelled)], 'payAgainIfFailed');
		expect(tried).toMatchObject({
			explanation:
				'Someone cancelled this payment (“Wrong person”): it is not paid again. Delete the row, or give it a new reference if it is to be paid after all.',
			...{ id: 'd-1', status: 'cancelled', createdAt: '2026-11-20T09:00:00Z' },
		});
		expect(tried).not.toHaveProperty('notPaidAgain');
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

	it('has sent nothing, whatever became of what it reads for that', async () => {
		const ready = async () => ({ failure: lost });
		await expect(tryOut([], undefined, undefined, { ready })).rejects.toMatchObject({
			details: { kind: 'answerLost', happened: 'no' },
		});
	});

	it('hides no mistake of the node', async () => {
		const ready = async () => await Promise.reject(new TypeError('broken'));
		await expect(tryOut([], undefined, undefined, { ready })).rejects.toThrow('broken');
	});

	it.each([
		['already paid where it is listed', [failed], 'alreadyPaid'],
		['paid elsewhere under another nonce', [{ ...elsewhere, status: 'error' }], 'paidElsewhere'],
	])('calls a payment %s, of a kind that cannot be seen to fail', async (_what, listed, why) => {
		const ofKind = { hasFailed: undefined };
		expect(await tryOut(listed, undefined, undefined, ofKind)).toMatchObject({ why });
	});

	it('calls a payment already paid, of a kind that nobody can cancel', async () => {
		const ofKind = { isCancelled: undefined };
		const tried = await tryOut([paid()], undefined, undefined, ofKind);
		expect(tried).toMatchObject({ wouldSend: false, why: 'alreadyPaid' });
	});

	it('calls a payment new where it cannot be asked for by its reference', async () => {
		const tried = await tryOut([elsewhere], undefined, undefined, { listByReference: undefined });
		expect(tried).toMatchObject({ why: 'new' });
	});

	it('shows all that would be sent where nothing of it is secret', async () => {
		const tried = await tryOut([], undefined, undefined, { preview: undefined });
		expect(tried).toMatchObject({ beneficiary: { accountNumber: '1234567890' }, why: 'new' });
	});

	it.each<[string, FailureDetails]>([
		['the secret is wrong', { kind: 'token', happened: 'no', sentence: 'Wrong' }],
		['a scope is missing', { ...forbidden, missingScopes: ['client_disbursement'] }],
		['there is no connection', { kind: 'notConnected', happened: 'no' }],
		['Stitch is down', { kind: 'status', status: 500, happened: 'maybe' }],
	])('fails as a run would where it can check nothing, because %s', async (_why, details) => {
		const failing: List = async () => await Promise.reject(new ServiceFailure(details));
		await expect(tryOut([], undefined, failing)).rejects.toMatchObject({
			details: {
				kind: details.kind,
				happened: 'no',
				sentence: expect.stringMatching(/^The node could not check whether it was sent before: ./),
			},
		});
	});

	it('knows nothing where the client may not look a nonce up, which Stitch refuses if it was used', async () => {
		const failing: List = async () => await Promise.reject(new ServiceFailure(forbidden));
		expect(await tryOut([], 'payAgainIfFailed', failing)).toMatchObject({
			wouldSend: null,
			why: 'unknown',
			explanation: expect.stringMatching(/^The node could not check whether it was sent before: /),
		});
	});

	it('knows nothing where only its reference can be looked up, and none is listed with it', async () => {
		const onlyReference: List = async (by) => {
			if (by === 'nonce') throw new ServiceFailure(forbidden);
			return [];
		};
		const tried = await tryOut([], undefined, onlyReference);
		expect(tried).toMatchObject({ wouldSend: null, why: 'unknown' });
	});

	it('knows nothing of a new payment where its reference cannot be looked up', async () => {
		const onlyReference: List = async (by) =>
			by === 'externalReference' ? await refused('status')() : undefined;
		expect(await tryOut([], undefined, onlyReference)).toMatchObject({ why: 'unknown' });
		expect(await tryOut([paid()], undefined, onlyReference)).toMatchObject({ why: 'alreadyPaid' });
	});

	it.each([
		['what was not asked for', { nonce: 'another' }],
		['a payment without a status', { status: undefined }],
	])('fails where the list holds %s', async (_what, change) => {
		const another: List = async (by) => (by === 'nonce' ? [paid(change)] : []);
		await expect(tryOut([], undefined, another)).rejects.toThrow(
			'The node could not check whether it was sent before: Stitch sent a list that cannot be read',
		);
	});
});
