import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

type Json = Record<string, unknown>;

const file = join(projectFolder, 'examples', 'month-at-a-glance.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as NewWorkflow;

/** What the nodes with code make of what the nodes before them have given; an empty item by itself. */
function pageOf(given: Record<string, Json[]>): string {
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
	return String(outputs.Page?.[0]?.html);
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
		const again = payout('two', status, '2026-12-02', { amount: 300 });
		const html = pageOf({ Payouts: [failed, again] });
		expect(tile('Failed payouts', html)).toBe('0  none');
		expect(html).toContain(`Failed, sent again (R300.00 on 2 December), ${where}`);
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

	it('are failed payouts where the later one has the reference, and another payee', () => {
		const other = payout('two', 'completed', '2026-11-23', { beneficiaryName: 'Another' });
		const html = pageOf({ Payouts: [failed, other] });
		expect(tile('Failed payouts', html)).toBe('1  see below');
		expect(html).toContain(
			'A payout to another name with this reference was paid since (R350.00 on 23 November): compare the two. The account is closed',
		);
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
