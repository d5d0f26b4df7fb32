import type { IDataObject } from 'n8n-workflow';

import { notPaidYet } from '../../../../nodes/Stitch/actions/disbursement/disbursements';
import { listPage } from '../../../../nodes/Stitch/payoutList/getPage/page';
import type { PageText } from '../../../../nodes/Stitch/payoutList/getPage/pageText';

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

const shown = async (...given: Parameters<typeof page>) => (await page(...given)).html;

/** What comes of a payment, as Create puts it out: a status, or a failure. */
const paid = (row: number, outcome: IDataObject) =>
	checked(row, { verdict: undefined, ...outcome });

const many = (change: (row: number) => IDataObject = checked) =>
	Array.from({ length: 21 }, (_, row) => change(row));

/** The headings of a page, from above. */
const headingsOf = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);

const times = (html: string, text: string) => html.split(text).length - 1;

const bankDown = 'The bank is down today: this payment may arrive late or fail.';
const isFirst = 'This is the first payment to this account in 35 days.';
const closed = 'The account does not exist, is closed, or cannot take this payment.';

describe('a page', () => {
	it.each`
		of                                                    | rows                                                                                                                            | headings
		${'what cannot be paid first, then what is to check'} | ${[checked(2), checked(3, { warnings: [bankDown] }), refused(4, 'Empty.'), checked(5, { pay: false, verdict: 'alreadyPaid' })]} | ${['2 payments, R21.00 in total', '<i>Need you: 1</i>', '<em>Ready to pay, but check first: 1</em>', '<span>Sent before: 1</span>', '<b>Ready to pay: 1</b>']}
		${'how far payments are'}                             | ${['completed', 'pending', 'error', 'new-at-stitch'].map((status, row) => paid(row, { status }))}                               | ${['<i>Failed: 1</i>', '<em>Status unknown: 1</em>', '<b>On its way: 1</b>', '<b>Paid: 1</b>']}
		${'whether what failed may have been sent'}           | ${[paid(2, { error: 'No.', details: { carriedOut: 'unknown' } }), paid(3, { error: 'No.', details: {} })]}                      | ${['<i>May have been sent: 1</i>', '<i>Not sent: 1</i>']}
		${'no row as ready that does not say so'}             | ${[checked(2, { pay: undefined }), checked(3, { pay: 'true' })]}                                                                | ${['<i>Need you: 2</i>']}
		${'no payment as paid that Stitch shows otherwise'}   | ${[paid(2, { status: 'completed', notAsAsked: ['Amount'] })]}                                                                   | ${['<i>Sent, but not as asked: 1</i>']}
	`('shows $of', async ({ rows, headings }: { rows: IDataObject[]; headings: string[] }) => {
		expect(headingsOf(await shown(rows))).toEqual(headings);
	});

	it.each`
		what                                                   | rows                                                                                  | says
		${'a warning, and that its row is paid too'}           | ${[checked(2, { warnings: [isFirst] })]}                                              | ${[isFirst, 'These are paid too. If one is wrong, pay nothing and fix the file.']}
		${'why a row is paid again, whole'}                    | ${[checked(2, { verdict: 'payAgain', explanation: `Failed. ${closed}` })]}            | ${[`Failed. ${closed}`]}
		${'why a payment failed, as a sentence'}               | ${[paid(2, { status: 'error', reasonText: 'The account is not active' })]}            | ${['The account is not active.<']}
		${'why a row was not sent, and what to do'}            | ${[checked(2), paid(3, { error: 'Refused.', details: { howToFix: 'Ask Stitch.' } })]} | ${['Refused. Ask Stitch.']}
		${'a status that it does not know'}                    | ${[paid(2, { status: 'new-at-stitch' })]}                                             | ${['Stitch says “new-at-stitch”.']}
		${'what Stitch shows otherwise, and not to pay again'} | ${[paid(2, { status: 'completed', notAsAsked: ['Amount', 'Bank'] })]}                 | ${['Stitch shows a different &#39;Amount&#39; and &#39;Bank&#39;.', 'Do not pay them again.']}
		${'amounts with spaces, and their sum'}                | ${[checked(2, { amount: 149_812.1 }), checked(3, { amount: '1 000,50' })]}            | ${['R149\u00a0812.10', '2 payments, R150\u00a0812.60 in total']}
	`('says $what', async ({ rows, says }: { rows: IDataObject[]; says: string[] }) => {
		const html = await shown(rows);
		for (const text of says) expect(html).toContain(text);
	});

	it('says once what holds for many: of payments on their way, and of a reason', async () => {
		expect(await shown([paid(2, { status: 'pending', reasonText: notPaidYet })])).not.toContain(
			notPaidYet,
		);
		const rows = [2, 3, 4].map((row) => refused(row, 'The bank is missing.'));
		expect(times(await shown(rows), 'The bank is missing.')).toBe(1);
	});

	it('says in a sum which amounts are not in it', async () => {
		const rows = [refused(2, 'Wrong.', { amount: '1,500' }), refused(3, 'Wrong.')];
		const { html, text } = await page(rows);
		expect(times(html, 'R10.50 and 1 unclear amount<')).toBe(2);
		expect(text).toContain('Need you: 2 payments, R10.50 and 1 unclear amount');
		expect(await shown([refused(2, 'Wrong.', { amount: null }), ...rows])).toContain(
			'R10.50 and 2 unclear amounts',
		);
	});

	it('says above all rows what to do next', async () => {
		const [above] = (await shown([refused(2, 'Wrong.'), checked(3)])).split('<table');
		expect(above).toContain(
			'<strong>What to do next:</strong> You can pay the rows that are ready',
		);
		expect(await shown([checked(3)])).not.toContain('What to do next');
	});

	it.each`
		summary                                                                 | says
		${{ changesSince: '2026-10-25', changes: ['New: A (row 2), R10.00.'] }} | ${'<h2>Changes since 25 October 2026</h2>\n<ul><li><span>New: A (row 2), R10.00.'}
		${{ changesSince: '2026-10-25', changes: [] }}                          | ${'The same people as on 25 October 2026, and no amount differs by more than 30%.'}
		${{ floatBalance: 1000 }}                                               | ${'R1\u00a0000.00'}
		${{ messages: ['Too little'] }}                                         | ${'<li><em>Too little'}
		${{ notes: ['Agrees'] }}                                                | ${'<li><span>Agrees'}
	`(
		'says of the summary: $says',
		async ({ summary, says }: { summary: IDataObject; says: string }) => {
			expect(await shown([checked(2)], {}, summary)).toContain(says);
			expect(await shown([checked(2)])).not.toContain(says);
		},
	);

	it('says who did what and when', async () => {
		const text = { businessName: 'A Shop', footer: 'Ask us.', lines: ['Uploaded by a clerk.'] };
		const html = await shown([checked(2)], text);
		for (const part of ['A Shop', 'Ask us.', 'Uploaded by a clerk.']) expect(html).toContain(part);
	});

	it('sorts a row by what weighs most of it, and says the rest below it', async () => {
		const warned = (row: number, ...warnings: string[]) => checked(row, { warnings });
		const html = await shown([
			warned(2, bankDown, isFirst),
			warned(3, isFirst),
			warned(4, bankDown),
		]);
		const lines = [...html.matchAll(/<tr><t[hd][^>]*>([^<]*)/g)].map(([, text]) => text);
		expect(lines).toEqual(['Row', bankDown, '2', isFirst, '4', isFirst, '3', '']);
	});

	it('folds more than 20 rows of which the same is said, and no fewer', async () => {
		expect(await shown(many())).toContain(
			'<details><summary><strong>21 payments, R220.50</strong>',
		);
		expect(await shown(many().slice(1))).not.toContain('<details');
	});

	it('keeps open what cannot be paid, however many rows it is', async () => {
		expect(await shown(many((row) => refused(row, 'Wrong.')))).not.toContain('<details');
	});

	it('folds a warning that many rows have behind its number and reason, below the rare ones', async () => {
		const common = many((row) => checked(row, { warnings: [isFirst] }));
		const { html, formHtml } = await page([...common, checked(22, { warnings: [bankDown] })]);
		const [open = '', folded = ''] = html.split('<details><summary>');
		expect(headingsOf(open)).toContain('<em>Ready to pay, but check first: 22</em>');
		expect(open).toContain(bankDown);
		expect(folded).toContain(`<strong>21 payments, R220.50: ${isFirst}</strong></summary><table>`);
		expect(formHtml).toContain(
			`<p><strong>21 payments, R220.50: ${isFirst}</strong> <a href="#rows">Show all 21 rows</a></p><div><table>`,
		);
	});
});

describe('a payment that was not paid', () => {
	const attempt = (status: string, day: number, change: IDataObject = {}) =>
		paid(day, {
			...{ status, createdAt: `2026-11-${day}T08:00:00.000Z`, externalReference: 'a-1' },
			...change,
		});

	it.each`
		status         | now
		${'error'}     | ${'completed'}
		${'cancelled'} | ${'pending'}
		${'reversed'}  | ${'paused'}
		${'error'}     | ${'new-at-stitch'}
	`(
		'is shown as sent again where it is $status and its later one $now',
		async ({ status, now }) => {
			const other = { accountNumber: '1111111111' };
			const html = await shown([attempt(now, 26, other), attempt(status, 25)], { kind: 'report' });
			expect(html).toContain('<span>Sent again: 1</span>');
			expect(html).not.toMatch(/Failed|Cancelled|Sent back/);
		},
	);

	it.each([
		['is older', attempt('completed', 24)],
		['has a different reference', attempt('completed', 26, { externalReference: 'a-2' })],
		[
			'has a different payee',
			attempt('completed', 26, { beneficiaryName: 'B Other', accountNumber: '1111111111' }),
		],
	])('is shown as failed where the other one %s', async (_, other) => {
		const html = await shown([attempt('error', 25), other], { kind: 'report' });
		expect(html).toMatch(/<i>Failed: 1<\/i>/);
		expect(html).not.toContain('Sent again');
	});

	it('is counted once where its later one has failed as well', async () => {
		const html = await shown([attempt('error', 25), attempt('error', 26)], { kind: 'report' });
		expect(html).toMatch(/<i>Failed: 1<[^]*<span>Sent again: 1</);
	});

	it('keeps what is said of it where it was sent again', async () => {
		const failed = attempt('error', 25, { reasonText: 'Approved by a colleague' });
		const sentAgain = await shown([failed, attempt('completed', 26)]);
		expect(sentAgain).toContain('Approved by a colleague.');
	});

	it.each(['', null])('is shown as failed where it has no reference: %j', async (none) => {
		const without = { externalReference: none };
		const rows = [attempt('error', 25, without), attempt('completed', 26, without)];
		expect(await shown(rows)).not.toContain('Sent again');
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
		expect(await shown([checked(2, { beneficiaryName: 'N\u202eTest' })])).not.toContain('\u202e');
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
		expect(await shown([checked(2, { accountNumber: '12345' })])).not.toMatch(/1?2345/);
	});
});

it('is made for a form of tags and attributes that n8n keeps', async () => {
	const { formHtml } = await page([...many(), refused(31, 'Wrong.')], { footer: 'Ask us.' });
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
		paid(row, {
			...{ status: row % 20 ? 'completed' : 'error', amount: 12_345.5 },
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
		paid(2, { status: 'completed' }),
		paid(3, { status: 'error', reasonText: 'The account is closed' }),
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
			expect.stringMatching(/^Delete the rows that you have paid in another way/),
			'',
			'Failed:',
			'- row 3, N Test, a-3, …7890, R10.50: The account is closed.',
		]);
	});

	it('counts the rows of which there are too many to list', async () => {
		const failed = Array.from({ length: 53 }, () => ({ ...rows[1] }));
		const { text } = await page(failed as IDataObject[], { kind: 'result' });
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
