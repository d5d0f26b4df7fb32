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
		['cancelled', 'Cancelled', 'same reference'],
		['error', 'Failed', 'Keep its reference'],
		['reversed', 'Sent back by the bank', 'Keep its reference'],
		['new-word', 'new-word', 'Check it in the Stitch dashboard. Do not send it again'],
	])('says of a payout that is %s: %s, and what to do', (status, said, next) => {
		const value = (field: string) =>
			valueOf(assignedIn(example, 'Rows', field), { $json: { status } });
		expect(value('Status')).toBe(said);
		expect(value('Next step')).toContain(next);
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
