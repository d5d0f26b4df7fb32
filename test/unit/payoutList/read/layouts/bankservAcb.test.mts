import { asText, read, sample } from '../samples.mts';

const lines = sample('bankserv-acb.txt').split('\r\n').slice(0, -1);

const readLines = (changed: readonly string[]) => read(asText(changed.join('\r\n')));

/** The lines with some text at a position of one of them, counted from 1. */
function withText(row: number, position: number, text: string): string[] {
	const line = lines[row - 1] ?? '';
	const changed = line.slice(0, position - 1) + text + line.slice(position - 1 + text.length);
	return lines.with(row - 1, changed);
}

describe('a Bankserv ACB file', () => {
	it.each([
		['a payment less', lines.toSpliced(2, 1), /^'File' has a different total in row 8/],
		['a payment twice', lines.toSpliced(2, 0, lines[2] ?? ''), /different total in row 10/],
		['a changed amount', withText(3, 48, '00001250001'), /different total in row 9/],
		['a changed total of the contra', withText(9, 48, '00005912566'), /different total in row 9/],
		['a changed count', withText(10, 37, '000007'), /different number of payments in row 10/],
		['a changed total', withText(10, 61, '000005912566'), /different total in row 10/],
		['no total', withText(10, 61, '000000000000'), /has no total \(record 92\)/],
		['no end', lines.slice(0, -1), /no end \(record 94\)/],
		['no end of its batch', lines.toSpliced(9, 1), /payments after the end of a batch/],
		['no beginning', lines.slice(1), /no beginning \(record 02\)/],
		['a debit', withText(4, 1, '50'), /collects money in row 4: only payments can be made/],
		['a shorter line', lines.with(3, lines[3]?.slice(0, -1) ?? ''), /179 characters in row 4/],
	])('with %s is refused as a whole', (_what, changed, why) => {
		expect(() => readLines(changed)).toThrow(why);
	});

	it('with several contras is read if each has the sum of the payments above it', () => {
		const contra = (cents: string) => {
			const line = lines[8] ?? '';
			return line.slice(0, 47) + cents + line.slice(58);
		};
		const first = [...lines.slice(0, 3), contra('00001250000'), ...lines.slice(3, 8)];
		const rest = lines.slice(9);
		expect(readLines([...first, contra('00004662565'), ...rest]).payees).toHaveLength(6);
		expect(() => readLines([...first, contra('00004662566'), ...rest])).toThrow(/different total/);
	});

	it('has account numbers of more than 11 digits in a separate place', () => {
		const changed = withText(3, 36, '00000000000')[2] ?? '';
		const long = changed.slice(0, 130) + '00000123456789012345' + changed.slice(150);
		const { payees } = readLines(lines.with(2, long));
		expect(payees[0]?.accountNumber).toBe('123456789012345');
	});

	it('with several days says which they are, as the whole list is paid on one', () => {
		expect(readLines(withText(4, 59, '261201')).readAs).toContain(
			'; its days, 25 November 2026 and 1 December 2026, do not count: all rows are paid on one day',
		);
		for (const changed of [lines, withText(4, 59, '000000')]) {
			expect(readLines(changed).readAs).not.toContain('days');
		}
	});

	it('never pays the account that pays', () => {
		const { wrong } = readLines(withText(3, 36, '62000000001'));
		expect(wrong).toMatchObject([{ row: 3, what: 'is the account that pays' }]);
	});

	it('is read in the same way from the lines that n8n cuts at commas', () => {
		const named = withText(3, 101, 'TESTER, T ').map((line) => ({ row: line.split(',') }));
		expect(read(named).payees[0]).toMatchObject({
			beneficiaryName: 'TESTER, T',
			accountNumber: '62000000010',
		});
	});
});

it('an FNB ACB file has no total of its own, and its text in a different place', () => {
	const { payees, readAs } = read(asText(sample('fnb-obe-acb.txt')));
	expect(readAs).not.toContain('agrees');
	expect(payees.map(({ beneficiaryReference }) => beneficiaryReference)).toEqual(
		[1, 2, 3, 4, 5, 6].map((one) => `SALARY NOV E00${one}`),
	);
});
