import { DateTime } from 'luxon';

import { assignedIn, readExample, runCode, type Json, type Outputs } from '../setup/examples.mts';

const example = readExample('who-was-paid-what.json');

/** What a code node makes, where these nodes have put out what follows. */
function run(node: string, executed: Outputs): Json[] {
	const $now = DateTime.fromISO('2026-11-28T07:00:00Z');
	return runCode(example, node, executed, [], { $now }).map(({ json }) => json);
}

describe('the question who was paid what', () => {
	const asked = (question?: string) =>
		run('What Is Asked', { Settings: [{ question, monthsBack: 12, daysBack: 8 }] })[0];

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

	it('is about the last days where nobody asks', () => {
		expect(asked()).toMatchObject({
			search: '',
			from: '2026-11-20T00:00:00.000+02:00',
			title: 'Payouts of the last 8 days',
		});
	});

	it('looks back further than a payout can wait for money', () => {
		expect(assignedIn(example, 'Settings', 'daysBack')).toBeGreaterThan(7);
	});
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
		run('Rows', { 'What Is Asked': [{ search }], 'Table of Runs': [{}], Payouts, Runs, ...more });

	it('has the payouts whose name, reference or Stitch ID fits, the latest first', () => {
		const ids = (search: string) => answer(search).map((row) => row['Stitch ID']);
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
		expect(answer('dlamini')[0]).toMatchObject({
			...{ Sent: '2026-11-26 00:30', Reason: 'Closed account.', 'Stitch ID': 'id-2' },
			...{ 'Approved by': 'boss@example.com', File: 'november.xlsx' },
		});
		expect(answer('inv-7')[0]).toMatchObject({ 'Approved by': '', File: '' });
		const unread = answer('inv-7', { Runs: [{ error: 'Gone' }] });
		expect(unread[0]).toMatchObject({ 'Approved by': 'could not be read' });
	});

	it('shows the end of an account, and an amount as a number', () => {
		const paid = [payout('id-6', 'S-6', 'T Tester', { amount: '10.50', accountNumber: '***7890' })];
		expect(answer('', { Payouts: paid })[0]).toMatchObject({ Account: '…7890', Amount: 10.5 });
	});

	/** What is said of the only payout, or of one among others. */
	function saidOf(one: Json, others: Json[] = []) {
		const id = 'the one';
		const rows = answer('', { Payouts: [{ ...one, id }, ...others] });
		const found = rows.find((row) => row['Stitch ID'] === id) ?? {};
		return { status: found.Status, next: found['Next step'] };
	}

	it.each([
		['completed', 'Paid', ''],
		['pending', 'On its way', 'Do not send it again'],
		['submitted', 'On its way', 'Do not send it again'],
		['paused', 'Waiting for money', 'Do not send it again'],
		['cancelled', 'Cancelled', 'It is never paid again under its reference. Delete its row'],
		['error', 'Failed', 'Keep its reference. Delete the rows that you have paid'],
		['reversed', 'Sent back by the bank', 'Keep its reference. Delete the rows that you have paid'],
		['new-word', 'new-word', 'Check it in the Stitch dashboard. Do not send it again'],
	])('says of a payout that is %s: %s, and what to do', (status, said, next) => {
		expect(saidOf({ status }).status).toBe(said);
		expect(saidOf({ status }).next).toContain(next);
	});

	describe('about a payout that was sent again under its reference', () => {
		const before = {
			...{ externalReference: 'S-1', beneficiaryName: 'T Tester', accountNumber: '1234567890' },
			createdAt: '2026-11-24T08:00:00Z',
		};
		const after = { ...before, id: 'after', createdAt: '2026-11-25T08:00:00Z' };

		it.each(['error', 'cancelled', 'reversed'])('says no longer that it is %s', (status) => {
			for (const now of ['completed', 'error', 'pending', 'submitted', 'paused', 'new-word']) {
				expect(saidOf({ ...before, status }, [{ ...after, status: now }])).toEqual({
					status: 'Sent again',
					next: 'See the later payout with this reference.',
				});
			}
		});

		it('says that it has failed where it is the later one, or the later one is another', () => {
			const failed = { ...before, status: 'error' };
			const paid = { ...after, status: 'completed' };
			const later = { ...after, status: 'error' };
			expect(saidOf(later, [{ ...before, id: 'b', status: 'completed' }]).status).toBe('Failed');
			for (const externalReference of ['S-2', null]) {
				const one = { ...failed, externalReference: externalReference && 'S-1' };
				expect(saidOf(one, [{ ...paid, externalReference }]).status).toBe('Failed');
			}
			const ofOther = { beneficiaryName: 'P Payee', accountNumber: '1234567891' };
			expect(saidOf(failed, [{ ...paid, ...ofOther }]).status).toBe('Failed');
			expect(saidOf({ ...before, status: 'completed' }, [paid]).status).toBe('Paid');
		});
	});
});

describe('the page and the email of the payouts', () => {
	const row = (Reference: string, Status = 'Paid', Amount = 10.1) => ({
		...{ Reference, Status, Amount, Name: 'T <b> Tester', Reason: '', 'Next step': '' },
		...{ Sent: '2026-11-26 00:30', 'Approved by': '', 'Stitch ID': 'id-1', Account: '…7890' },
	});
	const pageOf = (...Rows: Json[]) => {
		const executed = { Rows, 'What Is Asked': [{ title: 'Payouts' }], 'Excel File': [{}] };
		const made = run('Page of the Payouts', executed)[0] ?? {};
		const shown = Object.entries(made).map(([name, text]) => [
			name,
			String(text).replaceAll('\u00a0', ' '),
		]);
		return Object.fromEntries(shown) as Record<string, string>;
	};

	it('count payouts by their amounts, those too that have no reference', () => {
		const { subject, text } = pageOf(row('a'), row('', 'Paid', 1500.2), row('b', 'Failed'));
		expect(subject).toBe('2 of 3 paid');
		expect(text).toMatch(/^Paid: 2, R1 510\.30\nFailed: 1, R10\.10\n/);
		expect(text).toContain('- b, T <b> Tester, R10.10: Failed.');
		expect(pageOf(row('a')).text).toContain('Everybody was paid.');
	});

	it('do not count as not paid what was sent again', () => {
		const { subject, text } = pageOf(row('a'), row('a', 'Sent again'));
		expect(subject).toBe('1 of 1 paid');
		expect(text).toContain('Sent again: 1, R10.10\n\nEverybody was paid.');
	});

	it('have a column for each thing that is known of any row, and names as text', () => {
		const { table } = pageOf(row('a'), { ...row('b'), 'Approved by': 'boss@example.com' });
		const heads = [...(table ?? '').matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, head]) => head);
		expect(heads).toEqual([
			...['Sent', 'Name', 'Account', 'Amount', 'Reference', 'Status', 'Approved by', 'Stitch ID'],
		]);
		expect(table).toContain('<td>T &#60;b&#62; Tester</td><td>…7890</td><td>R10.10</td><td>a</td>');
	});
});
