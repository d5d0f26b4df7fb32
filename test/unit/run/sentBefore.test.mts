import type { IDataObject } from 'n8n-workflow';

import { showSentBefore } from '../../../nodes/Stitch/run/sentBefore';
import { carryOut, movesMoney } from './madeUp.mts';

/** What is said of payments on 28 November 2026. */
function saidOf(payments: IDataObject[]): unknown {
	const hints: unknown[] = [];
	const context = {
		addExecutionHints: (hint: unknown) => void hints.push(hint),
		getTimezone: () => 'Africa/Johannesburg',
	};
	const entries = payments.map((json) => ({ output: [{ json }] }));
	showSentBefore(context as never, entries, Date.parse('2026-11-28T10:00:00Z'));
	return hints[0];
}

describe('a run whose rows were sent before', () => {
	const before = (createdAt?: string) => ({ alreadyExisted: true, createdAt });
	const october = before('2026-10-24T23:30:00Z');

	it('says how many they are, when the latest was sent, and that nothing was paid now', () => {
		expect(saidOf([before('2026-10-01T10:00:00Z'), october, before()])).toEqual({
			type: 'warning',
			message: 'All 3 rows were sent before, the latest on 25 October. Nothing was paid now.',
		});
	});

	it.each([
		['of a single row', [october], 'The row was sent before, on 25 October. Nothing'],
		['of another year', [before('2025-11-25T10:00:00Z'), before()], 'on 25 November 2025.'],
		['without a date', [before(), before()], 'All 2 rows were sent before. Nothing was paid now.'],
		[
			'of a charge, whose date is that of its status',
			[{ alreadyExisted: true, statusDate: '2026-10-25T10:00:00Z' }],
			'on 25 October.',
		],
	])('says so %s', (_, payments, words) => {
		expect(saidOf(payments)).toMatchObject({ message: expect.stringContaining(words) });
	});

	it('says so of some, without alarm', () => {
		const now = { alreadyExisted: false, createdAt: '2026-11-28T10:00:00Z' };
		expect(saidOf([october, now, { alreadyExisted: null }])).toEqual({
			type: 'info',
			message: '1 of 3 rows was sent before, on 25 October, and not paid again.',
		});
		expect(saidOf([october, october, now])).toMatchObject({
			message: '2 of 3 rows were sent before, the latest on 25 October, and not paid again.',
		});
		expect(saidOf([now, { error: 'No' }])).toBeUndefined();
	});

	it('says it on the node, unless nothing was to be sent', async () => {
		const row = { gives: { alreadyExisted: true } };
		expect((await carryOut([row], { operation: movesMoney })).hints).toHaveLength(1);
		expect((await carryOut([row])).hints).toEqual([]);
		const tried = { ...movesMoney.payment?.({ index: 0 }), dryRun: async () => row.gives };
		const operation = { payment: () => tried } as typeof movesMoney;
		expect((await carryOut([row], { operation, options: { dryRun: true } })).hints).toEqual([]);
	});
});
