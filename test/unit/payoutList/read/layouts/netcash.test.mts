import { asText, read, sample } from '../samples.mts';

const lines = sample('netcash-salaries.txt').trimEnd().split('\n');

const readLines = (changed: readonly string[]) => read(asText(changed.join('\n')));

describe('a Netcash file', () => {
	it.each([
		['a payment less', lines.toSpliced(2, 1), /different number of payments in its end/],
		['a changed amount', lines.map((line) => line.replace('987550', '987551')), /different total/],
		['no end', lines.slice(0, -1), /has no end \(row F\)/],
		[
			'a row of a different kind',
			lines.toSpliced(3, 0, 'X\tE009'),
			/has a row 4 that is no payment/,
		],
		[
			'a column twice',
			lines.map((line) => line.replace('\t102\t', '\t162\t')),
			/names a column twice \(row K\)/,
		],
	])('with %s is refused as a whole', (_what, changed, why) => {
		expect(() => readLines(changed)).toThrow(why);
	});

	it('says itself in which order its columns are', () => {
		const reversed = lines.map((line) => {
			const [kind = '', ...cells] = line.split('\t');
			return kind === 'K' || kind === 'T' ? [kind, ...cells.reverse()].join('\t') : line;
		});
		expect(readLines(reversed).payees).toEqual(readLines(lines).payees);
	});
});
