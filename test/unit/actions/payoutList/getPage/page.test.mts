import type { IDataObject } from 'n8n-workflow';

import { pageOf, type PageText } from '../../../../../nodes/Stitch/actions/payoutList/getPage/page';

const checked = (row: number, change: IDataObject = {}): IDataObject => ({
	...{ row, pay: true, verdict: 'willBePaid', explanation: '', warnings: [] },
	...{ externalReference: `a-${row}`, beneficiaryName: 'N Test', bank: 'fnb' },
	...{ accountNumber: '1234567890', amount: 10.5 },
	...change,
});

const refused = (row: number, explanation: string, change: IDataObject = {}) =>
	checked(row, { pay: false, verdict: 'cannotBePaid', explanation, ...change });

const page = (rows: IDataObject[], text: Partial<PageText> = {}, summary: IDataObject = {}) =>
	pageOf(rows, summary, { title: 'Payments', lines: [], ...text });

/** The headings of a page, from above. */
const headingsOf = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text]) => text);

const times = (html: string, text: string) => html.split(text).length - 1;

describe('a page', () => {
	it('shows first the rows that cannot be paid, then those to check, then the good ones', () => {
		const rows = [
			checked(2),
			checked(3, { warnings: ['The bank is down today: this payment may arrive late or fail.'] }),
			refused(4, "Row 4: 'Bank' is empty. Fill in this cell."),
			checked(5, { pay: false, verdict: 'alreadyPaid', explanation: 'It was paid.' }),
		];
		expect(headingsOf(page(rows).html)).toEqual([
			'2 payments, R21.00 in total',
			'<i>Cannot be paid: 1</i>',
			'<em>Check these first: 1</em>',
			'<span>Sent before: 1</span>',
			'<b>Will be paid: 1</b>',
		]);
	});

	it('says all of what there is to say of a row, in whole sentences', () => {
		const warnings = [
			'This is the first payment to this account in 35 days.',
			'The name is sent as “Pieter van der Merwe”, because banks take 20 characters.',
		];
		const explanation =
			'It was sent before and has failed, so it would be paid again. The account does not exist, is closed, or cannot take this payment. Ask the recipient for the account details.';
		const { html } = page([checked(2, { warnings, verdict: 'payAgain', explanation })]);
		expect(html).toContain(explanation);
		const failed = page([{ status: 'error', amount: 10, reasonText: 'The account is not active' }]);
		expect(failed.html).toContain('The account is not active.<');
	});

	it('shows the status of payments, and whether failed rows may have been sent', () => {
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
		const { html } = page(rows);
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

	it('says a reason once for all rows that have it', () => {
		const rows = [2, 3, 4].map((row) => refused(row, `Row ${row}: 'Bank' is empty.`));
		expect(times(page(rows).html, '&#39;Bank&#39; is empty.')).toBe(1);
	});

	it('shows amounts with spaces, and their sum', () => {
		const { html } = page([checked(2, { amount: 149_812.1 }), checked(3, { amount: '1 000,50' })]);
		expect(html).toContain('R149\u00a0812.10');
		expect(html).toContain('2 payments, R150\u00a0812.60 in total');
	});

	it('folds more than 20 rows of which the same is said, and no fewer', () => {
		const many = Array.from({ length: 21 }, (_, row) => checked(row));
		expect(page(many).html).toContain('<details><summary><strong>21 payments, R220.50</strong>');
		expect(page(many.slice(1)).html).not.toContain('<details');
	});

	it('folds a warning that many rows have behind its number and reason, below the rare ones', () => {
		const common = 'This is the first payment to this account.';
		const many = Array.from({ length: 21 }, (_, row) => checked(row, { warnings: [common] }));
		const { html, formHtml } = page([...many, checked(22, { warnings: ['The bank is down.'] })]);
		const [open = '', folded = ''] = html.split('<details><summary>');
		expect(headingsOf(open)).toContain('<em>Check these first: 22</em>');
		expect(open).toContain('The bank is down.');
		expect(folded).toContain(`<strong>21 payments, R220.50: ${common}</strong></summary><table>`);
		expect(formHtml).toContain(
			`<p><strong>21 payments, R220.50: ${common}</strong></p><div><table>`,
		);
	});

	it('sorts a row by what weighs most of it, and says the rest below it', () => {
		const [down, first] = [
			'The bank is down today: this payment may arrive late or fail.',
			'This is the first payment.',
		];
		const rows = [
			checked(2, { warnings: [down, first] }),
			checked(3, { warnings: [first] }),
			checked(4, { warnings: [down] }),
		];
		const { html } = page(rows);
		const lines = [...html.matchAll(/<td[^>]* headers="(why|more|Row)">([^<]*)/g)].map(
			([, , text]) => text,
		);
		expect(lines).toEqual([down, '2', first, '4', first, '3', '']);
	});

	it('keeps open what cannot be paid, however many rows it is', () => {
		const many = Array.from({ length: 21 }, (_, row) => refused(row, 'Nothing is right.'));
		expect(page(many).html).not.toContain('<details');
	});

	it('says who did what and when, the messages, the float and whether the client is a test client', () => {
		const text = { businessName: 'A Shop', footer: 'Ask us.', lines: ['Uploaded by a clerk.'] };
		const summary = {
			client: 'test',
			floatBalance: 1000,
			messages: ['Too little'],
			notes: ['Agrees'],
		};
		const { html } = page([checked(2)], text, summary);
		const said = ['A Shop', 'Ask us.', 'Uploaded by a clerk.', 'A test client', 'R1\u00a0000.00'];
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
	])('is taken for more than a text: %s', (hostile) => {
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
		const { html, formHtml } = page(rows as IDataObject[], text, summary);
		expect(html).not.toContain(hostile);
		expect(formHtml).not.toMatch(/[{}$]|<script|<img|<\/h1>\s*Paid/);
	});

	it('turns the direction of what follows', () => {
		expect(page([checked(2, { beneficiaryName: 'N\u202eTest' })]).html).not.toContain('\u202e');
	});

	it('shows more of an account number than its last four digits, in any column', () => {
		const rows = [
			checked(2, { externalReference: '1234567890', beneficiaryName: '1234567890' }),
			refused(3, 'Row 3: look at 1234567890.', { amount: '1234567890123' }),
			{ error: 'Account 1234567890 is closed.', accountNumber: 1234567890, amount: 1 },
		];
		const { html, formHtml } = page(rows as IDataObject[]);
		expect(html + formHtml).not.toContain('123456');
		expect(html).toContain('…7890');
		expect(page([checked(2, { accountNumber: '12345' })]).html).not.toMatch(/1?2345/);
	});
});

it('is made for a form of tags and attributes that n8n keeps', () => {
	const many = Array.from({ length: 30 }, (_, row) => checked(row));
	const { formHtml } = page([...many, refused(31, 'Wrong.')], { footer: 'Ask us.' });
	const kept = 'b div i em strong h1 h2 span sub ul li p table thead tbody tfoot td tr th'.split(
		' ',
	);
	const used = [...formHtml.matchAll(/<([a-z0-9]+)((?: [a-z]+="[^"]*")*)>/g)];
	expect(times(formHtml, '<') - times(formHtml, '</')).toBe(used.length);
	expect(used.filter(([, tag = '']) => !kept.includes(tag))).toEqual([]);
	const attributes = used.flatMap(([, , text = '']) =>
		[...text.matchAll(/ ([a-z]+)=/g)].map(([, one]) => one),
	);
	expect([...new Set(attributes)].sort()).toEqual(['colspan', 'headers']);
});
