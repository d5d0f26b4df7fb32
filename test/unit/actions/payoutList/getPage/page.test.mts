import type { IDataObject } from 'n8n-workflow';

import { listPage } from '../../../../../nodes/Stitch/actions/payoutList/getPage/page';
import type { PageText } from '../../../../../nodes/Stitch/actions/payoutList/getPage/pageText';

const checked = (row: number, change: IDataObject = {}): IDataObject => ({
	...{ row, pay: true, verdict: 'willBePaid', explanation: '', warnings: [] },
	...{ externalReference: `a-${row}`, beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '1234567890', amount: 10.5 },
	...change,
});

const refused = (row: number, explanation: string, change: IDataObject = {}) =>
	checked(row, { pay: false, verdict: 'cannotBePaid', explanation, ...change });

const page = async (rows: IDataObject[], text: Partial<PageText> = {}, summary: IDataObject = {}) =>
	await listPage(rows, summary, {
		...{ kind: 'review', isOfTestClient: false, title: 'Payments', lines: [] },
		...text,
	});

/** The headings of a page, from above. */
const headingsOf = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);

const times = (html: string, text: string) => html.split(text).length - 1;

describe('a page', () => {
	it('shows first the rows that cannot be paid, then those to check, then the good ones', async () => {
		const rows = [
			checked(2),
			checked(3, { warnings: ['The bank is down today: this payment may arrive late or fail.'] }),
			refused(4, "'Bank' is empty. Fill in this cell."),
			checked(5, { pay: false, verdict: 'alreadyPaid', explanation: 'It was paid.' }),
		];
		expect(headingsOf((await page(rows)).html)).toEqual([
			'2 payments, R21.00 in total',
			'<i>Need you: 1</i>',
			'<em>Ready to pay, but check first: 1</em>',
			'<span>Sent before: 1</span>',
			'<b>Ready to pay: 1</b>',
		]);
	});

	it('says all of what there is to say of a row, in whole sentences', async () => {
		const warnings = [
			'This is the first payment to this account in 35 days.',
			'The name is sent as “Pieter van der Merwe”, because banks take 20 characters.',
		];
		const explanation =
			'It was sent before and has failed, so it would be paid again. The account does not exist, is closed, or cannot take this payment. Ask the recipient for the account details.';
		const { html } = await page([checked(2, { warnings, verdict: 'payAgain', explanation })]);
		expect(html).toContain(explanation);
		const failed = await page([
			{ status: 'error', amount: 10, reasonText: 'The account is not active' },
		]);
		expect(failed.html).toContain('The account is not active.<');
	});

	it('does not say of each payment on its way what its heading says of all', async () => {
		const notPaidYet = 'Accepted, not paid yet. Do not pay it in another way.';
		const { html } = await page([{ status: 'pending', amount: 10, reasonText: notPaidYet }]);
		expect(html).not.toContain(notPaidYet);
	});

	it('shows the status of payments, and whether failed rows may have been sent', async () => {
		const rows = [
			{ ...{ status: 'completed', amount: 10 }, externalReference: 'a' },
			{ ...{ status: 'pending', amount: 10 }, externalReference: 'b' },
			{ ...{ status: 'error', amount: 10 }, reasonText: 'The account is not active' },
			{
				...checked(5),
				verdict: undefined,
				error: 'No answer.',
				details: { carriedOut: 'unknown' },
			},
			{
				...checked(6),
				verdict: undefined,
				error: 'Refused.',
				details: { howToFix: 'Ask Stitch.' },
			},
			{ ...checked(7), verdict: undefined, status: 'new-at-stitch' },
		];
		const { html } = await page(rows);
		expect(headingsOf(html)).toEqual([
			'<i>May have been sent: 1</i>',
			'<i>Not sent: 1</i>',
			'<i>Failed: 1</i>',
			'<em>Status unknown: 1</em>',
			'<b>On its way: 1</b>',
			'<b>Paid: 1</b>',
		]);
		expect(html).toContain('Refused. Ask Stitch.');
		expect(html).toContain('Stitch says “new-at-stitch”.');
	});

	it('does not call a payment paid that Stitch shows with other values', async () => {
		const { html } = await page([
			{ status: 'completed', amount: 10, notAsAsked: ['Amount', 'Account Number'] },
		]);
		expect(headingsOf(html)).toEqual(['<i>Sent, but not as asked: 1</i>']);
		expect(html).toContain(
			'Stitch shows a different &#39;Amount&#39; and &#39;Account Number&#39;.',
		);
		expect(html).toContain('Do not pay them again.');
	});

	it('says of rows that are ready with a warning that they are paid too', async () => {
		const { html } = await page([checked(2, { warnings: ['The bank is down.'] })]);
		expect(html).toContain('These are paid too. If one is wrong, pay nothing and fix the file.');
	});

	it('says above all rows what to do next', async () => {
		const { html } = await page([refused(2, 'Wrong.'), checked(3)]);
		const [above] = html.split('<table');
		expect(above).toContain(
			'<strong>What to do next:</strong> You can pay the rows that are ready',
		);
		expect((await page([checked(3)])).html).not.toContain('What to do next');
	});

	it('says what has changed since the last list', async () => {
		const changed = { changesSince: '2026-10-25', changes: ['New: A (row 2), R10.00.'] };
		expect((await page([checked(2)], {}, changed)).html).toContain(
			'<h2>Changes since 25 October 2026</h2>\n<ul><li><span>New: A (row 2), R10.00.',
		);
		const none = { changesSince: '2026-10-25', changes: [] };
		expect((await page([checked(2)], {}, none)).html).toContain('No changes since 25 October 2026');
		expect((await page([checked(2)])).html).not.toContain('hanges since');
	});

	it('says a reason once for all rows that have it', async () => {
		const rows = [2, 3, 4].map((row) => refused(row, "'Bank' is empty."));
		expect(times((await page(rows)).html, '&#39;Bank&#39; is empty.')).toBe(1);
	});

	it('shows amounts with spaces, and their sum', async () => {
		const { html } = await page([
			checked(2, { amount: 149_812.1 }),
			checked(3, { amount: '1 000,50' }),
		]);
		expect(html).toContain('R149\u00a0812.10');
		expect(html).toContain('2 payments, R150\u00a0812.60 in total');
	});

	it('folds more than 20 rows of which the same is said, and no fewer', async () => {
		const many = Array.from({ length: 21 }, (_, row) => checked(row));
		expect((await page(many)).html).toContain(
			'<details><summary><strong>21 payments, R220.50</strong>',
		);
		expect((await page(many.slice(1))).html).not.toContain('<details');
	});

	it('folds a warning that many rows have behind its number and reason, below the rare ones', async () => {
		const common = 'This is the first payment to this account.';
		const many = Array.from({ length: 21 }, (_, row) => checked(row, { warnings: [common] }));
		const { html, formHtml } = await page([
			...many,
			checked(22, { warnings: ['The bank is down.'] }),
		]);
		const [open = '', folded = ''] = html.split('<details><summary>');
		expect(headingsOf(open)).toContain('<em>Ready to pay, but check first: 22</em>');
		expect(open).toContain('The bank is down.');
		expect(folded).toContain(`<strong>21 payments, R220.50: ${common}</strong></summary><table>`);
		expect(formHtml).toContain(
			`<p><strong>21 payments, R220.50: ${common}</strong> <a href="#rows">Show all 21 rows</a></p><div><table>`,
		);
	});

	it('sorts a row by what weighs most of it, and says the rest below it', async () => {
		const [down, first] = [
			'The bank is down today: this payment may arrive late or fail.',
			'This is the first payment.',
		];
		const rows = [
			checked(2, { warnings: [down, first] }),
			checked(3, { warnings: [first] }),
			checked(4, { warnings: [down] }),
		];
		const { html } = await page(rows);
		const lines = [...html.matchAll(/<tr><t[hd][^>]*>([^<]*)/g)].map(([, text]) => text);
		expect(lines).toEqual(['Row', down, '2', first, '4', first, '3', '']);
	});

	it('keeps open what cannot be paid, however many rows it is', async () => {
		const many = Array.from({ length: 21 }, (_, row) => refused(row, 'Nothing is right.'));
		expect((await page(many)).html).not.toContain('<details');
	});

	it('says who did what and when, the messages and the float', async () => {
		const text = { businessName: 'A Shop', footer: 'Ask us.', lines: ['Uploaded by a clerk.'] };
		const summary = { floatBalance: 1000, messages: ['Too little'], notes: ['Agrees'] };
		const { html } = await page([checked(2)], text, summary);
		const said = ['A Shop', 'Ask us.', 'Uploaded by a clerk.', 'R1\u00a0000.00'];
		for (const part of [...said, '<li><em>Too little', '<li><span>Agrees']) {
			expect(html).toContain(part);
		}
	});
});

describe('nothing on a page', () => {
	it.each([
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		"' onmouseover='alert(1)",
		'{{ $env.SECRET }}',
		'</td></table><h1>Paid</h1>',
		'${process.exit()}',
	])('is taken for more than a text: %s', async (hostile) => {
		const row = {
			...{ row: hostile, beneficiaryName: hostile, externalReference: hostile, bank: hostile },
			...{ amount: hostile, status: hostile, reasonText: hostile, accountNumber: hostile },
		};
		const rows = [
			row,
			refused(3, hostile),
			checked(4, { warnings: [hostile] }),
			{ error: hostile },
		];
		const text = { title: hostile, businessName: hostile, footer: hostile, lines: [hostile] };
		const summary = { messages: [hostile], notes: [hostile], columns: hostile };
		const { html, formHtml } = await page(rows as IDataObject[], text, summary);
		expect(html).not.toContain(hostile);
		expect(formHtml).not.toMatch(/[{}$]|<script|<img|<\/h1>\s*Paid/);
	});

	it('turns the direction of what follows', async () => {
		expect((await page([checked(2, { beneficiaryName: 'N\u202eTest' })])).html).not.toContain(
			'\u202e',
		);
	});

	it('shows more of an account number than its last four digits, in any column', async () => {
		const rows = [
			checked(2, { externalReference: '1234567890', beneficiaryName: '1234567890' }),
			refused(3, 'Look at 1234567890.', { amount: '1234567890123' }),
			{ error: 'Account 1234567890 is closed.', accountNumber: 1234567890, amount: 1 },
		];
		const { html, formHtml } = await page(rows as IDataObject[]);
		expect(html + formHtml).not.toContain('123456');
		expect(html).toContain('…7890');
		expect((await page([checked(2, { accountNumber: '12345' })])).html).not.toMatch(/1?2345/);
	});
});

it('is made for a form of tags and attributes that n8n keeps', async () => {
	const many = Array.from({ length: 30 }, (_, row) => checked(row));
	const { formHtml } = await page([...many, refused(31, 'Wrong.')], { footer: 'Ask us.' });
	const kept = 'a b div i em strong h1 h2 span sub ul li p table thead tbody tfoot td tr th'.split(
		' ',
	);
	const used = [...formHtml.matchAll(/<([a-z0-9]+)((?: [a-z]+="[^"]*")*)>/g)];
	expect(times(formHtml, '<') - times(formHtml, '</')).toBe(used.length);
	expect(used.filter(([, tag = '']) => !kept.includes(tag))).toEqual([]);
	const attributes = used.flatMap(([, , text = '']) =>
		[...text.matchAll(/ ([a-z]+)=/g)].map(([, one]) => one),
	);
	// Classes are for mail programs: the form does without them.
	expect([...new Set(attributes)].sort()).toEqual(['class', 'colspan', 'href', 'scope']);
});

it('stays below the size at which Gmail cuts a mail, with 600 rows', async () => {
	const rows = Array.from({ length: 600 }, (_, row) =>
		checked(row, {
			...{ verdict: undefined, status: row % 20 ? 'completed' : 'error', amount: 12_345.5 },
			...{ reasonText: 'The account is not active', beneficiaryName: 'Nomvula Dlamini' },
			...{ externalReference: `SALARY-2026-11-${row}`, accountNumber: '62000000010' },
		}),
	);
	expect(Buffer.byteLength((await page(rows, { kind: 'result' })).html)).toBeLessThan(100_000);
});

it('has its plain rules in a style of their own, because Gmail drops a style that it does not know', async () => {
	const { html } = await page([checked(2)]);
	const [plain = '', ...others] = [...html.matchAll(/<style>([^<]*)/g)].map(([, css]) => css);
	expect(plain).toContain('.list .a { text-align: right;');
	expect(plain).not.toMatch(/@|:has|::|\[/);
	expect(others.join('')).toMatch(/@media[^]*@page/);
	expect(html).not.toMatch(/@media[^{]*\{[^{}]*(\{[^{}]*\}[^{}]*)*@page/);
});

describe('the plain text of a page', () => {
	const rows = [
		checked(2, { verdict: undefined, status: 'completed' }),
		checked(3, { verdict: undefined, status: 'error', reasonText: 'The account is closed' }),
	];

	it('has the counts, what to do next, and the rows that are not paid', async () => {
		const { text } = await page(rows, { kind: 'result', lines: ['File: nov.xlsx'] });
		expect(text.split('\n')).toEqual([
			'Payments',
			'File: nov.xlsx',
			'',
			'Failed: 1 payment, R10.50',
			'Paid: 1 payment, R10.50',
			'',
			expect.stringMatching(/^Correct the rows that were not paid/),
			'',
			'Failed:',
			'- row 3, N Test, a-3, …7890, R10.50: The account is closed.',
		]);
	});

	it('counts the rows of which there are too many to list', async () => {
		const many = Array.from({ length: 53 }, () => ({ ...rows[1] }));
		const { text } = await page(many as IDataObject[], { kind: 'result' });
		expect(text).toMatch(/\n- and 3 more: see the attached page$/);
	});

	it('shows no more of an account number than its last four digits', async () => {
		const row = { error: 'Account 1234567890 is closed.', externalReference: '1234567890' };
		const rowOf = { ...row, accountNumber: '1234567890', amount: 1 };
		const { text } = await page([rowOf], { kind: 'result' });
		expect(text).toContain('…7890, R1.00: Account …7890 is closed.');
		expect(text).not.toContain('123456');
	});
});

describe('a file that cannot be read', () => {
	const columns = [
		{ needed: 'reference', found: 'Ref <b>' },
		{ needed: 'amount', found: null },
	];
	const refusedFile = {
		error: "'Amount' is in no column",
		details: { howToFix: 'Found in row 2: Reference.\nAdd the column.', columns },
	};

	it('gets a page with what is needed and what was found', async () => {
		const { html, formHtml } = await page([refusedFile], { lines: ['File: nov.xlsx'] });
		for (const text of [html, formHtml]) {
			expect(text).toContain('<h1>This file cannot be paid yet</h1>');
			expect(text).toContain('<p>File: nov.xlsx</p>');
			expect(text).toContain('<td>reference</td><td>Ref &#60;b&#62;</td>');
			expect(text).toContain('<td>amount</td><td><i>missing</i></td>');
			expect(text).toContain('<p>Found in row 2: Reference.</p>\n<p>Add the column.</p>');
		}
	});

	it('is no row that could not be sent', async () => {
		expect((await page([refusedFile], { kind: 'result' })).html).toContain('Not sent: 1');
		expect((await page([refusedFile, checked(2)])).html).not.toContain('cannot be paid yet');
	});
});

it('has a style by which a link opens the folded rows of a form, and paper shows them', async () => {
	const { formCss } = await page([checked(2)]);
	const rows = 'div.html > div > div > div';
	expect(formCss).toContain(`${rows} { max-height: 0; overflow: hidden;`);
	expect(formCss).toContain('div.html > div > div:focus-within > div { max-height: 9999999px;');
	expect(formCss).toMatch(/@media print \{\ndiv\.html > div > div > div \{ max-height: none/);
});

it('a printed heading stays with what it is about', async () => {
	const { html, formCss } = await page([checked(2)]);
	for (const style of [html, formCss]) {
		expect(style).toMatch(/ h2, \S+( \S+)? h2 \+ p, .* thead \{ break-after: avoid; \}/);
	}
});
