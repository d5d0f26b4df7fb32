import { readFileSync } from 'node:fs';
import path from 'node:path';

const readme = readFileSync(path.join(__dirname, '..', 'README.md'), 'utf8');
const table = readme.split('| Rule')[1]?.split('\n\n')[0] ?? '';
const rows = table.split('\n').slice(2);

/** What a row names: pairs of a test file and words from it. */
function named(row: string): Array<[file: string, words: string]> {
	const cell = row.split('|').at(-2) ?? '';
	return cell.split(';').flatMap((entry) => {
		const [file = '', list = ''] = entry.split(/:(.*)/s);
		const words = [...list.matchAll(/[*_](.+?)[*_](?=,|\s|$)/g)].map((match) => match[1] ?? '');
		return words.map((text): [string, string] => [file.trim(), text]);
	});
}

describe('the table of the README', () => {
	it('has a row for every section of the specification that states rules', () => {
		expect(rows.length).toBeGreaterThan(40);
		const rules = rows.map((row) => `\n${row.split('|')[1] ?? ''}`).join('');
		for (const section of ['2.1', '2.7', '3.1', '3.2', '4.1', '4.7', '5.4', '6', '7', '8', '9']) {
			expect(rules).toContain(`\n ${section} `);
		}
	});

	it.each(rows)('names tests that exist: %s', (row) => {
		const tests = named(row);
		expect(tests.length).toBeGreaterThan(0);
		for (const [file, words] of tests) {
			const source = readFileSync(path.join(__dirname, `${file}.test.mts`), 'utf8');
			expect(source).toContain(words);
		}
	});
});
