import { check } from '../../../nodes/Stitch/schemas/invalidInput';
import {
	capitalized,
	readStatus,
	statuses,
	statusType,
} from '../../../nodes/Stitch/schemas/status';

describe('reading a status', () => {
	it.each([
		['DisbursementCompleted', 'completed'],
		['COMPLETED', 'completed'],
		['completed', 'completed'],
		[' completed ', 'completed'],
		['DisbursementManuallyCompleted', 'manually_completed'],
		['RefundCompleted', 'refund_completed'],
	])('takes %j for %s', (__typename, status) => {
		expect(readStatus({ __typename }, 'Disbursement')).toEqual({ status });
	});

	it.each([undefined, null, '', ' ', 7, {}])('does not guess what %j means', (__typename) => {
		const fields = { __typename } as Parameters<typeof readStatus>[0];
		expect(readStatus(fields, 'Disbursement').status).toBeUndefined();
	});

	it.each([
		[
			{ disbursementErrorReason: 'inactive_account', disbursementErrorDescription: 'Closed' },
			{ statusReason: 'inactive_account', description: 'Closed' },
		],
		[{ reason: 'invalid_account' }, { statusReason: 'invalid_account' }],
		[{ description: 'Not settled' }, { description: 'Not settled' }],
		[{ reason: '', disbursementPausedReason: 'low' }, { statusReason: 'low' }],
		[{ reason: null, description: 7 }, {}],
	])('finds its reason and its description in %j', (fields, found) => {
		const { status, ...told } = readStatus({ __typename: 'Error', ...fields }, '');
		expect(status).toBe('error');
		expect(told).toEqual(found);
	});

	it.each([
		[{ date: '2026-11-20' }, '2026-11-20'],
		[{ received: '2026-11-21' }, '2026-11-21'],
		[{ date: '2026-11-20', received: '2026-11-21' }, '2026-11-20'],
		[{ date: 0 }, undefined],
	])('finds since when it lasts in %j', (fields, statusDate) => {
		expect(readStatus({ __typename: 'Received', ...fields }, '').statusDate).toBe(statusDate);
	});
});

it('names the type of a status for a filter', () => {
	expect(statusType('paused', 'Disbursement')).toBe('DisbursementPaused');
	expect(statusType('manually_completed', 'Request')).toBe('RequestManuallyCompleted');
});

it('writes a status as a list shows it', () => {
	expect(capitalized('completed')).toBe('Completed');
	expect(capitalized('manually_completed')).toBe('Manually Completed');
	expect(capitalized('')).toBe('');
});

describe('a choice of statuses', () => {
	const chosen = statuses('Status', ['paused', 'error']);

	it.each([
		[
			['paused', 'error'],
			['paused', 'error'],
		],
		['paused, error', ['paused', 'error']],
		[['paused', ''], ['paused']],
		[' error ', ['error']],
	])('is a list, or text as an expression may give it: %j', (given, read) => {
		expect(check(chosen, given)).toEqual(read);
	});

	it.each([[[]], [''], [' , '], [undefined], [null]])('means all when it is %j', (given) => {
		expect(check(chosen, given)).toBeUndefined();
	});

	it.each([['paid'], [['paused', 'Paused']], [['toString']]])('rejects %j', (given) => {
		expect(() => check(chosen, given)).toThrow("'Status' is not a status that Stitch knows");
	});
});
