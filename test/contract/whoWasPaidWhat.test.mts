import { DateTime } from 'luxon';

import { readExample, runCode, type Json, type Outputs } from '../setup/examples.mts';

const example = readExample('who-was-paid-what.json');

/** What a code node makes, where these nodes have put out what follows. */
function run(node: string, executed: Outputs): Json[] {
	const $now = DateTime.fromISO('2026-11-28T07:00:00Z');
	return runCode(example, node, executed, [], { $now }).map(({ json }) => json);
}

describe('the question who was paid what', () => {
	const asked = (question: string) =>
		run('What Is Asked', { Settings: [{ question, monthsBack: 12 }] })[0];

	it.each(['November 2026', ' nov 2026', '2026-11', '11/2026'])(
		'is about a month: %j',
		(question) => {
			expect(asked(question)).toEqual({
				isMonth: true,
				search: '',
				from: '2026-11-01T00:00:00.000+02:00',
				to: '2026-12-01T00:00:00.000+02:00',
				title: 'Payouts of November 2026',
			});
		},
	);

	it.each(['N  Dlamini', 'SALARY-2026-11-017', '2026'])(
		'is about a name or a reference: %j',
		(question) => {
			expect(asked(question)).toMatchObject({
				isMonth: false,
				search: question.replace('  ', ' '),
				from: '2025-11-28T00:00:00.000+02:00',
			});
		},
	);
});

describe('the answer who was paid what', () => {
	const payout = (
		id: string,
		externalReference: string,
		beneficiaryName: string,
		more: Json = {},
	) => ({
		...{ id, externalReference, beneficiaryName, createdAt: '2026-11-25T22:30:00Z', ...more },
	});
	const Payouts = [
		payout('id-1', 'SALARY-11-001', 'Thandi Mokoena'),
		payout('id-2', 'SALARY-11-002', 'N Dlamini', { reasonText: 'Closed account.' }),
		payout('id-3', 'INV-7', 'Mokoena Repairs', { createdAt: '2026-11-26T08:00:00Z' }),
	];
	const Runs = [
		{ stitchIds: 'id-1 id-2', approver: 'boss@example.com', file: 'november.xlsx' },
		{},
	];
	const answer = (search: string, more: Outputs = {}) =>
		run('Answer', { 'What Is Asked': [{ search }], 'Table of Runs': [{}], Payouts, Runs, ...more });

	it('has the payouts whose name, reference or Stitch ID fits, the latest first', () => {
		const ids = (search: string) => answer(search).map(({ id }) => id);
		expect(ids('mokoena')).toEqual(['id-3', 'id-1']);
		expect(ids('salary-11-002')).toEqual(['id-2']);
		expect(ids('id-1')).toEqual(['id-1']);
		expect(ids('id-')).toEqual([]);
		expect(ids('')).toHaveLength(3);
		expect(answer('', { Payouts: [{}] })).toEqual([]);
		expect(answer('', { Payouts: [{ error: 'No answer' }] })).toEqual([]);
	});

	it.each(['Elsab\u00e9', 'elsabe\u0301', 'ELSABE', 'elsabe  coetzee'])(
		'finds a name however its accents, its case and its spaces are written: %j',
		(search) => {
			const paid = [
				payout('id-4', 'SAL-4', 'Elsab\u00e9 Coetzee'),
				payout('id-5', 'SAL-5', 'Elsabe\u0301 Coetzee'),
			];
			expect(answer(search, { Payouts: paid })).toHaveLength(2);
			expect(answer('elsabeth', { Payouts: paid })).toEqual([]);
		},
	);

	it('says when each was sent, who approved it, and its Stitch ID', () => {
		expect(answer('dlamini')[0]?.reasonText).toBe(
			'Closed account. Sent on 26 November 2026 at 00:30. Approved by boss@example.com, file november.xlsx. Stitch ID id-2',
		);
		expect(answer('inv-7')[0]?.reasonText).toContain('No approver is noted for it');
		expect(answer('inv-7', { Runs: [{ error: 'Gone' }] })[0]?.reasonText).toContain(
			'Who approved it could not be read',
		);
	});
});
