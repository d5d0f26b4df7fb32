import { checked, page } from './list.mts';

describe('a file that cannot be read', () => {
	const columns = [
		{ needed: 'reference', found: 'Ref <b>' },
		{ needed: 'amount', found: null },
	];
	const refusedFile = {
		error: "'Amount' is in no column",
		details: {
			...{ kind: 'invalidField', howToFix: 'Found in row 2: Reference.\nAdd the column.' },
			columns,
		},
	};

	it('gets a page with what is needed and what was found', async () => {
		const { html, formHtml } = await page([refusedFile], {}, { lines: ['File: nov.xlsx'] });
		for (const text of [html, formHtml]) {
			expect(text).toContain('<h1>This list cannot be paid yet</h1>');
			expect(text).toContain('<p><sub>File: nov.xlsx</sub></p>');
			expect(text).toContain('<td>reference</td><td>Ref &#60;b&#62;</td>');
			expect(text).toContain('<td>amount</td><td><i>missing</i></td>');
			expect(text).toContain('<p>Found in row 2: Reference.</p>\n<p>Add the column.</p>');
		}
	});

	it('is corrected in a sheet that keeps zeros, and says so also as plain text', async () => {
		const { formHtml, text } = await page([refusedFile]);
		for (const one of [formHtml, text]) {
			expect(one).toContain('the empty sheet payments.xlsx');
			expect(one).not.toMatch(/csv/i);
			expect(one).toContain('delete the rows that you have paid by hand');
		}
		expect(text).toContain("'Amount' is in no column. Found in row 2: Reference.");
	});

	it('is no row that could not be sent', async () => {
		const result = await page([refusedFile], {}, { kind: 'result' });
		expect(result.html).toContain('Left out: 1');
		expect((await page([refusedFile, checked(2)])).html).not.toContain('cannot be paid yet');
	});
});
