import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import { readExample } from '../examples.mts';

type Json = Record<string, unknown>;

const { nodes } = readExample('month-at-a-glance.json');

const pageOf = (given: Record<string, Json[]>) => String(outputOf('Page', given)?.html);
const booksOf = (given: Record<string, Json[]>) => outputOf('Entries', given);

/** What the nodes with code make of what the nodes before them have given; an empty item by itself. */
function outputOf(node: 'Entries' | 'Page', given: Record<string, Json[]>): Json | undefined {
	const outputs: Record<string, Json[]> = {
		Month: [
			{
				title: 'November 2026',
				start: '2026-11-01T00:00:00.000+02:00',
				end: '2026-12-01T00:00:00.000+02:00',
			},
		],
		Settings: [{ shopName: 'Shop', leastAmount: '1000' }],
		...given,
	};
	const $ = (name: string) => {
		const all = (outputs[name] ?? [{}]).map((json) => ({ json }));
		return { all: () => all, first: () => all[0] };
	};
	for (const name of ['Entries', 'Page']) {
		const code = String(nodes.find((node) => node.name === name)?.parameters.jsCode);
		const returned = runInNewContext(`(() => {${code}})()`, { $, DateTime }) as unknown;
		// Of another context, as far as jest can tell.
		const items = JSON.parse(JSON.stringify(returned)) as Array<{ json: Json }>;
		outputs[name] = items.map(({ json }) => json);
	}
	return outputs[node]?.[0];
}

/** What a tile of the page says, without its mark-up. */
function tile(name: string, html: string): string {
	const [, more = ''] = html.split(`<h2>${name}</h2>`);
	const [shown = ''] = more.split('</div>');
	return shown.replace(/<[^>]+>/g, ' ').trim();
}

describe('the float on the page', () => {
	it.each<[string, Json[], string]>([
		['one balance', [{ id: 'f1', availableBalance: 1000 }], 'R1000.00  to pay out from'],
		['too little', [{ id: 'f1', availableBalance: 999.99 }], 'R999.99  below R1000.00'],
		['nothing', [{ id: 'f1', availableBalance: 0 }], 'R0.00  below R1000.00'],
		['an account without an ID', [{ availableBalance: 2000 }], 'R2000.00  to pay out from'],
		['no account', [{}], 'not known  Stitch does not say'],
		['no answer', [], 'not known  Stitch does not say'],
		['no balance', [{ id: 'f1', availableBalance: null }], 'not known  Stitch does not say'],
		['a balance in words', [{ id: 'f1', availableBalance: '7' }], 'not known  Stitch does not say'],
		[
			'two accounts',
			[
				{ id: 'f1', availableBalance: 5000 },
				{ id: 'f2', availableBalance: 5000 },
			],
			'not known  there are several accounts',
		],
		['a refusal', [{ error: 'There is no float account' }], 'not known'],
	])('is known only from exactly one balance: %s', (_, float, shown) => {
		expect(tile('Float now', pageOf({ Float: float }))).toBe(shown);
	});
});

describe('the month on the page', () => {
	it('begins and ends at midnight in South Africa', () => {
		const at = (statusDate: string, index: number) => ({
			...{ id: `payment-${index}`, status: 'completed', amount: 10, createdAt: statusDate },
			statusDate,
		});
		const html = pageOf({
			Payments: [
				'2026-10-31T21:59:59.999Z',
				'2026-10-31T22:00:00Z',
				'2026-11-30T21:59:59.999Z',
				'2026-11-30T22:00:00Z',
			].map(at),
		});
		expect(tile('Payments in', html)).toMatch(/^R20.00  2 payments/);
		expect(html).toContain('<title>1 Nov: in R10.00, out R0.00</title>');
		expect(html).toContain('<title>30 Nov: in R10.00, out R0.00</title>');
	});
});

const payment = (id: string, more: Json = {}): Json => ({
	...{ id, status: 'completed', amount: 10, createdAt: '2026-11-02T10:00:00Z' },
	...{ statusDate: '2026-11-02T10:00:00Z', paymentConfirmation: 'received', ...more },
});

describe('what Stitch gives in other ways than today', () => {
	it('takes times without an offset as UTC', () => {
		const books = booksOf({
			Payments: [
				payment('one', {
					...{ statusDate: '2026-11-30T21:59:00', createdAt: '2026-11-02T23:00:00' },
					paymentConfirmationDate: '2026-11-30T21:59:30',
				}),
				payment('two', { statusDate: '2026-11-30T22:01:00' }),
			],
		});
		expect(books?.entries).toMatchObject([
			{
				id: 'one',
				at: '2026-11-30T23:59:00.000+02:00',
				day: '2026-11-30',
				createdAt: '2026-11-03T01:00:00.000+02:00',
				confirmedAt: '2026-11-30T23:59:30.000+02:00',
			},
		]);
		const link = { id: 'l', amount: 5, createdAt: '2026-11-02T23:00:00' };
		expect(pageOf({ 'Open Links': [link] })).toContain('sent on 3 Nov');
	});

	it.each([null, undefined, '', 'ten', Number.NaN])('does not count the amount %j', (amount) => {
		const given = {
			Payments: [payment('one', { amount }), payment('two')],
			Payouts: [{ ...payment('three', { amount, paymentConfirmation: null }), status: 'error' }],
			'Open Links': [{ id: 'link', amount }],
		};
		expect(booksOf(given)).toMatchObject({
			entries: [
				{ id: 'one', cents: 0, counts: false, reasonText: 'The amount cannot be read' },
				{ id: 'two', cents: 1000, counts: true, reasonText: '' },
				{ id: 'three', counts: false, reasonText: 'The amount cannot be read' },
			],
			totals: { payments: { count: 1, cents: 1000 } },
			confirmations: { received: { count: 1, cents: 1000 } },
		});
		const html = pageOf(given);
		expect(html).toContain(
			'The amount cannot be read, so it is not counted: payment one, payout three.',
		);
		expect(html).not.toMatch(/NaN|null|undefined/);
		expect(tile('Open links', html)).toBe('R0.00  1 link is not paid yet');
	});

	it('shows a confirmation that is not known here, as not confirmed', () => {
		const given = { Payments: [payment('one', { paymentConfirmation: 'in_doubt' })] };
		expect(booksOf(given)).toMatchObject({
			entries: [{ confirmation: 'unknown', confirmationText: 'Not known: in_doubt' }],
			confirmations: { unknown: { count: 1, cents: 1000 }, none: { count: 0 } },
		});
		expect(tile('Paid, not confirmed', pageOf(given))).toBe(
			'R10.00  1 payment, of which 1 not known',
		);
	});
});

describe('a list that Stitch did not give', () => {
	const refused = [{ error: 'No scope' }];
	const REST = 'Everything else is there.';
	const times = (html: string) => html.split(REST).length - 1;

	it('is not known, and never nothing', () => {
		const html = pageOf({ Payments: refused, Payouts: refused });
		expect(html).toContain('Not known: payments, payouts.');
		expect(html).not.toContain('Nothing came in or went out.');
		expect(times(html)).toBe(1);
		expect(pageOf({})).toContain('Nothing came in or went out.');
	});

	it('is not known beside the bars of the others', () => {
		const html = pageOf({ Payments: [payment('one')], Refunds: refused });
		expect(html).toContain('<title>2 Nov: in R10.00, out not known</title>');
		expect(html).toContain('Not known: refunds.');
	});

	it('is not the rest: where there is none, none is said to be there', () => {
		const names = ['Payments', 'Refunds', 'Payouts', 'Open Links', 'Float'];
		const html = pageOf(Object.fromEntries(names.map((name) => [name, refused])));
		expect([times(html), html.split('No scope').length - 1]).toEqual([0, 5]);
	});
});

describe('payouts that have failed', () => {
	const at = (day: string) => `${day}T10:00:00+02:00`;
	const payout = (id: string, status: string, day: string, more: Json = {}): Json => ({
		...{ id, status, externalReference: 'p-1', beneficiaryName: 'Payee', amount: 350 },
		...{ createdAt: at(day), statusDate: at(day), reasonText: 'The account is closed' },
		...more,
	});
	const failed = payout('one', 'error', '2026-11-20');

	it.each([
		['error', 'Failed'],
		['cancelled', 'Cancelled'],
		['reversed', 'Sent back by the bank'],
	])('are not counted as failed where they were paid since: %s', (status, words) => {
		const first = payout('one', status, '2026-11-20');
		const html = pageOf({ Payouts: [payout('two', 'completed', '2026-11-23'), first] });
		expect(tile('Failed payouts', html)).toBe('0  none');
		expect(html).toContain(`${words}, paid since (R350.00 on 23 November)`);
		expect(html).not.toContain('The account is closed');
		expect(tile('Payouts', html)).toBe('R350.00  1 payout');
	});

	it.each([
		['pending', 'on its way'],
		['submitted', 'on its way'],
		['paused', 'waiting for money'],
	])('are not counted as failed where they were sent again: %s', (status, where) => {
		// Of the next month, which the page itself does not show.
		const again = payout('two', status, '2026-12-02');
		const html = pageOf({ Payouts: [failed, again] });
		expect(tile('Failed payouts', html)).toBe('0  none');
		expect(html).toContain(`Failed, sent again (R350.00 on 2 December), ${where}`);
	});

	it.each<[string, Json[]]>([
		['nothing was sent since', []],
		['the later one failed, too', [payout('two', 'error', '2026-12-02')]],
		['the other is an earlier one', [payout('two', 'completed', '2026-10-31')]],
		[
			'the other has another reference',
			[payout('two', 'completed', '2026-12-02', { externalReference: 'p-2' })],
		],
	])('are failed payouts where %s', (_, others) => {
		const html = pageOf({ Payouts: [failed, ...others] });
		expect(tile('Failed payouts', html)).toBe('1  see below');
		expect(html).toContain('The account is closed');
	});

	it.each<[string, Json, string]>([
		['payee', { beneficiaryName: 'Another' }, 'R350.00'],
		['amount', { amount: 300 }, 'R300.00'],
		['amount, which cannot be read', { amount: null }, 'amount not known'],
	])('are failed payouts where the later one has the reference, and another %s', (_, more, is) => {
		const other = payout('two', 'completed', '2026-11-23', more);
		const html = pageOf({ Payouts: [failed, other] });
		expect(tile('Failed payouts', html)).toBe('1  see below');
		expect(html).toContain(
			`A payout to another name or over another amount with this reference was paid since (${is} on 23 November): compare the two. The account is closed`,
		);
	});

	it('are failed payouts where neither amount can be read', () => {
		const none = { amount: null };
		const html = pageOf({
			Payouts: [
				payout('one', 'error', '2026-11-20', none),
				payout('two', 'completed', '2026-11-23', none),
			],
		});
		expect(tile('Failed payouts', html)).toBe('1  see below');
		expect(html).toContain('</td><td>not known</td><td>20 Nov</td>');
	});

	it('are failed payouts where they have no reference', () => {
		const none = { externalReference: null };
		const payouts = [
			payout('one', 'error', '2026-11-20', none),
			payout('two', 'completed', '2026-11-23', none),
		];
		expect(tile('Failed payouts', pageOf({ Payouts: payouts }))).toBe('1  see below');
	});
});
