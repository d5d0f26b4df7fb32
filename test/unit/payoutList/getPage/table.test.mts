import type { IDataObject } from 'n8n-workflow';

import { shortEscaped } from '../../../../nodes/Stitch/payoutList/getPage/table';
import { checked, first, lastTime, notPaid, page, paid, shown, summaryOf } from './list.mts';

const times = (html: string, text: string) => html.split(text).length - 1;

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
		const last = { lastTo: hostile, lastReference: hostile, lastDate: hostile, difference: 1 };
		const rows = [
			row,
			notPaid(3, 'cannotBePaid', { explanation: hostile }),
			notPaid(4, 'alreadyPaid', { status: hostile, createdAt: hostile }),
			checked(5, { warnings: [hostile], facts: [hostile], ...last }),
			checked(6, { togetherWith: hostile }),
			{ error: hostile },
		];
		const text = { title: hostile, businessName: hostile, footer: hostile, lines: [hostile] };
		const missing = [{ beneficiaryName: hostile, lastAmount: 1, ...last }];
		const earlier = [{ day: hostile, count: 1, sum: 1 }];
		const summary = summaryOf({
			...{ alerts: [hostile], messages: [hostile], notes: [hostile], readAs: hostile },
			...{ headings: { amount: hostile }, checkedAt: hostile, blocked: hostile },
			lastTime: lastTime({ day: hostile, missing, earlier }),
		});
		for (const given of [summary, { ...summary, blocked: '' }]) {
			const { html, formHtml } = await page(rows as IDataObject[], given, text);
			expect(html).not.toContain(hostile);
			expect(formHtml).not.toMatch(/[{}$]|<script|<img|<\/h1>\s*Paid/);
		}
	});

	it('turns the direction of what follows', async () => {
		expect(await shown([checked(2, { beneficiaryName: 'N\u202eTest' })])).not.toContain('\u202e');
	});
});

describe('a row', () => {
	it('shows facts under the payee as small lines, above what is to do', async () => {
		const row = checked(2, { facts: ['Since then R5.00 on 3 November.'], warnings: ['Look.'] });
		expect(await shown([row])).toContain('<sub>Since then R5.00 on 3 November.</sub><br><em>Look.');
	});

	it('says to which account and in how many payments somebody was paid the last time', async () => {
		const html = await shown([checked(2, { difference: 1, lastTo: 'FNB …4417', lastPayments: 2 })]);
		expect(html).toContain('paid 25 October to FNB …4417, 2 payments');
	});

	it('shows what is at Stitch under a reference that was sent, in the words of the sections', async () => {
		const sent = { status: 'submitted', createdAt: '2026-11-24T22:30:00Z', amountAtStitch: 8.5 };
		const html = await shown([notPaid(2, 'alreadyPaid', sent)]);
		expect(html).toContain('R8.50<br><sub>sent 25 November, on its way</sub>');
		expect(html).toContain('<strong>+R2.00</strong>');
	});

	it('is below what weighs most of it, with the rows of which the same is said, and above the rest', async () => {
		const warned = (row: number, ...warnings: string[]) =>
			checked(row, { warnings, severity: 'check' });
		const bankDown = 'The bank is down today.';
		const late = 'The payment can be late.';
		const html = await shown([warned(2, bankDown, late), warned(3, late), warned(4, bankDown)]);
		const lines = [...html.matchAll(/<tr><t[hd][^>]*>(?:<em>)?([^<]*)/g)].map(([, text]) => text);
		expect(lines.slice(lines.indexOf('Row'))).toEqual([
			...['Row', bankDown, '2', late, '4', '3', late],
		]);
	});
});

it('is made for a form of tags and attributes that n8n keeps, and looks the same as a document', async () => {
	const rows = [checked(2), first(3), notPaid(4, 'cannotBePaid', { explanation: 'Wrong.' })];
	const summary = summaryOf({ alerts: ['A'], messages: ['B'], notes: ['C'] });
	const { html, formHtml } = await page(rows, summary, { footer: 'Ask us.' });
	const kept = 'b div i em strong h1 h2 span sub br ul li p table thead tbody td tr th'.split(' ');
	const used = [...formHtml.matchAll(/<([a-z0-9]+)((?: [a-z]+="[^"]*")*)>/g)];
	expect(times(formHtml, '<') - times(formHtml, '</')).toBe(used.length);
	expect(used.filter(([, tag = '']) => !kept.includes(tag))).toEqual([]);
	const attributes = used.flatMap(([, , text = '']) =>
		[...text.matchAll(/ ([a-z]+)=/g)].map(([, one]) => one),
	);
	expect([...new Set(attributes)].sort()).toEqual(['colspan', 'scope']);
	expect(html).toContain(formHtml);
});

/** Gmail cuts off a mail that is larger. */
const GMAIL = 102 * 1024;

it.each([
	['250 checked rows', 250, checked, 'review'],
	['600 results', 600, (row: number) => paid(row, { status: row % 20 ? 'completed' : 'error' })],
] as Array<[string, number, typeof checked, 'review' | undefined]>)(
	'a page of %s stays below the size at which Gmail cuts off a mail',
	async (_, count, rowOf, kind = 'result' as never) => {
		const rows = Array.from({ length: count }, (_row, index) => ({
			...rowOf(index),
			...{ amount: 12_345.5, difference: index % 9, accountNumber: '62000000010' },
			...{ beneficiaryName: 'Nomvula Dlamini', externalReference: `SALARY-2026-11-${index}` },
			reasonText: index % 20 ? null : 'The account is not active',
		}));
		const { html } = await page(rows, summaryOf(), { kind });
		expect(Buffer.byteLength(html)).toBeLessThan(GMAIL);
	},
);

it('a page has its plain rules in a separate style, because Gmail drops one that it does not know', async () => {
	const { html } = await page([checked(2)]);
	const [plain = '', ...others] = [...html.matchAll(/<style>([^<]*)/g)].map(([, css]) => css);
	expect(plain).toContain('text-align: right;');
	expect(plain).not.toMatch(/@|:has|::|\[(?!colspan\])/);
	expect(others.join('')).toMatch(/@media[^]*@page/);
	expect(html).not.toMatch(/@media[^{]*\{[^{}]*(\{[^{}]*\}[^{}]*)*@page/);
});

it('a row whose earlier payment failed has no difference from it next to “no earlier payment”', async () => {
	const failed = { status: 'error', createdAt: '2026-11-24T09:00:00Z', amountAtStitch: 11.5 };
	const explanation = 'Failed on 24 November.';
	const html = await shown([first(2, { verdict: 'payAgain', explanation, ...failed })]);
	expect(html).toContain('<td><sub>no earlier payment</sub></td><td></td>');
	const sent = { ...failed, status: 'completed', amountAtStitch: 11.5 };
	expect(await shown([notPaid(2, 'sentWithOtherValues', sent)])).toContain('\u2212R1.00');
});

it('a text of a row is cut where it would fill the page, and ours fit whole', () => {
	expect(shortEscaped('x'.repeat(800))).toBe('x'.repeat(800));
	expect(shortEscaped('x'.repeat(801))).toBe(`${'x'.repeat(800)}…`);
});
