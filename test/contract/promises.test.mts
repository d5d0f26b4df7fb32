import { existsSync, readFileSync } from 'node:fs';

const list = readFileSync('test/contract/promises.md', 'utf8');

/** A promise, and the file and the name of a test that shows it. */
const promises = [...list.matchAll(/^\| (.+?) +\| `(test\/.+?)` +\| (.+?) +\|$/gm)].map(
	([, promise = '', file = '', name = '']) => [promise, file, name] as const,
);

describe('a promise of the documents', () => {
	it('is in a row of the list that can be read', () => {
		const lines = list.match(/^\|.*$/gm) ?? [];
		expect(promises.length).toBeGreaterThan(30);
		expect(lines).toHaveLength(promises.length + ['header', 'rule'].length);
	});

	it.each(promises)('has a test that shows it: %s', (_promise, file, name) => {
		const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
		expect({ file, has: source.includes(name) ? name : '' }).toEqual({ file, has: name });
	});
});
