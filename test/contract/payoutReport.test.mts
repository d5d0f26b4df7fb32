import { runInNewContext } from 'node:vm';

import { assignedIn, readExample } from '../setup/examples.mts';

type Json = Record<string, unknown>;

const example = readExample('payout-report.json');
const row = (Reference: string, Status = 'Paid', Amount: unknown = 10.1) => ({
	...{ Reference, Status, Amount, Name: 'T Tester', Reason: '', 'Next step': '' },
});

/** What the email says of the payouts, in plain text. */
function inWords(rows: Json[]): { subject: string; text: string } {
	const node = example.nodes.find(({ name }) => name === 'In Words');
	const $input = { all: () => rows.map((json) => ({ json })) };
	const made = runInNewContext(`(() => {${String(node?.parameters.jsCode)}})()`, { $input });
	const [{ json }] = made as [{ json: { subject: string; text: string } }];
	return { subject: json.subject, text: json.text.replaceAll('\u00a0', ' ') };
}

describe('the payout report', () => {
	it('counts payouts by their amounts, those too that have no reference', () => {
		const { subject, text } = inWords([row('a'), row('', 'Paid', '1500.2'), row('b', 'Failed')]);
		expect(subject).toBe('2 of 3 paid');
		expect(text).toMatch(/^Paid: 2, R1 510\.30\nFailed: 1, R10\.10\n/);
		expect(text).toContain('- b, T Tester, R10.10: Failed.');
		expect(inWords([row('a')]).text).toContain('Everybody was paid.');
	});

	it('looks back further than a payout can wait for money', () => {
		expect(assignedIn(example, 'Settings', 'daysBack')).toBeGreaterThan(7);
	});
});
