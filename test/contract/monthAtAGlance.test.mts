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
