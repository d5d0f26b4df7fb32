import { DateTime } from 'luxon';

import { assignedIn, readExample, runCode, valueOf, type Json } from '../setup/examples.mts';

const example = readExample('payout-report.json');
const row = (Reference: string, Status = 'Paid', Amount: unknown = 10.1) => ({
	...{ Reference, Status, Amount, Name: 'T Tester', Reason: '', 'Next step': '' },
});

/** What the email says of the payouts, in plain text. */
function inWords(rows: Json[]): { subject: string; text: string } {
	const { subject, text } = runCode(example, 'In Words', {}, rows)[0]?.json ?? {};
	return { subject: String(subject), text: String(text).replaceAll('\u00a0', ' ') };
}

/** What the row of a payout says, and what to do. */
function saidOf(payout: Json, payouts: Json[] = [payout]) {
	const $ = () => ({ all: () => payouts.map((json) => ({ json })) });
	const value = (field: string) =>
		valueOf(assignedIn(example, 'Rows', field), { $json: payout, $ });
	return { status: value('Status'), next: value('Next step') };
}

describe('the payout report', () => {
	it('counts payouts by their amounts, those too that have no reference', () => {
		const { subject, text } = inWords([row('a'), row('', 'Paid', '1500.2'), row('b', 'Failed')]);
		expect(subject).toBe('2 of 3 paid');
		expect(text).toMatch(/^Paid: 2, R1 510\.30\nFailed: 1, R10\.10\n/);
		expect(text).toContain('- b, T Tester, R10.10: Failed.');
		expect(inWords([row('a')]).text).toContain('Everybody was paid.');
	});

	it.each([
		['completed', 'Paid', ''],
		['pending', 'On its way', 'Do not send it again'],
		['submitted', 'On its way', 'Do not send it again'],
		['paused', 'Waiting for money', 'Do not send it again'],
		['cancelled', 'Cancelled', 'Otherwise keep its reference. Delete the rows that you have paid'],
		['error', 'Failed', 'Keep its reference. Delete the rows that you have paid'],
		['reversed', 'Sent back by the bank', 'Keep its reference. Delete the rows that you have paid'],
		['new-word', 'new-word', 'Check it in the Stitch dashboard. Do not send it again'],
	])('says of a payout that is %s: %s, and what to do', (status, said, next) => {
		expect(saidOf({ status }).status).toBe(said);
		expect(saidOf({ status }).next).toContain(next);
	});

	describe('of a payout that was sent again under its reference', () => {
		const before = {
			...{ externalReference: 'S-1', beneficiaryName: 'T Tester', accountNumber: '1234567890' },
			createdAt: '2026-11-24T08:00:00Z',
		};
		const after = { ...before, createdAt: '2026-11-25T08:00:00Z' };
		const later = (status: string) => [
			{ ...before, status: 'error' },
			{ ...after, status },
		];

		it.each(['error', 'cancelled', 'reversed'])('says no longer that it is %s', (status) => {
			for (const now of ['completed', 'error', 'pending', 'submitted', 'paused', 'new-word']) {
				expect(saidOf({ ...before, status }, later(now))).toEqual({
					status: 'Sent again',
					next: 'See the later payout with this reference.',
				});
			}
		});

		it('says that it has failed where it is the later one, or the later one is another', () => {
			const failed = { ...before, status: 'error' };
			expect(saidOf({ ...after, status: 'error' }, later('completed')).status).toBe('Failed');
			for (const externalReference of ['S-2', null]) {
				const other = { ...after, externalReference, status: 'completed' };
				const one = { ...failed, externalReference: externalReference && 'S-1' };
				expect(saidOf(one, [one, other]).status).toBe('Failed');
			}
			const ofOther = { ...after, beneficiaryName: 'P Payee', accountNumber: '1234567891' };
			const [one, other] = [failed, { ...ofOther, status: 'completed' }];
			expect(saidOf(one, [one, other]).status).toBe('Failed');
			expect(saidOf({ ...before, status: 'completed' }, later('completed')).status).toBe('Paid');
		});

		it('does not count it as not paid', () => {
			const { subject, text } = inWords([row('a'), row('a', 'Sent again')]);
			expect(subject).toBe('1 of 1 paid');
			expect(text).toContain('Sent again: 1, R10.10\n\nEverybody was paid.');
		});
	});

	it('shows a payout by its day in South Africa and the end of its account', () => {
		const $json = {
			...{ externalReference: 'S-1', beneficiaryName: 'T Tester', amount: '10.50' },
			...{ accountNumber: '******7890', createdAt: '2026-11-27T22:30:00Z', reasonText: 'No money' },
		};
		const shown = ['Reference', 'Name', 'Account', 'Amount', 'Sent', 'Reason'].map((field) =>
			valueOf(assignedIn(example, 'Rows', field), { $json, DateTime }),
		);
		expect(shown).toEqual(['S-1', 'T Tester', '…7890', 10.5, '2026-11-28', 'No money']);
	});

	it('looks back further than a payout can wait for money', () => {
		expect(assignedIn(example, 'Settings', 'daysBack')).toBeGreaterThan(7);
	});
});
