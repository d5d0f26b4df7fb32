import { DateTime } from 'luxon';

import {
	assignedIn,
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
} from '../setup/examples.mts';

const example = readExample('float-watch.json');

describe('what is to be paid besides', () => {
	it.each([
		[undefined, 0],
		[null, 0],
		['', 0],
		[2500, 250000],
		[2500.01, 250001],
		['2500.5', 250050],
		[-5, 0],
	])('is %j, in cents %d', (more, cents) => {
		const $ = outputsOf({ Settings: [{ more }] });
		expect(valueOf(assignedIn(example, 'How Much', 'more'), { $ })).toBe(cents);
	});

	it('is an amount that can be read in one way only: a number', () => {
		const form = example.nodes.find(({ name }) => name === 'Check Now')?.parameters.formFields;
		expect(form).toMatchObject({ values: [{ fieldName: 'more', fieldType: 'number' }] });
	});
});

describe('a payout that is due', () => {
	const DAY = 24 * 60 * 60_000;
	const added = Date.parse('2026-11-20T10:00:00Z');
	const row = { reference: 'rent', amount: 500, day: '2026-11-28', addedAt: added };
	const sent = { reference: 'rent', cents: 50000, at: added + DAY };

	/** What the workflow counts as due, and which references it questions. */
	function counted(rows: Json[], payouts: Json[]): { due: number; usedBefore: unknown } {
		const $json = { rows, sent: payouts, firstDay: '2026-11-14', lastDay: '2026-11-30' };
		const value = (field: string) => valueOf(assignedIn(example, 'Still to Pay', field), { $json });
		const usedBefore = JSON.parse(JSON.stringify(value('usedBefore'))) as unknown;
		return { due: (value('due') as Json[]).length, usedBefore };
	}

	it('no longer counts once its amount was sent under its reference', () => {
		expect(counted([row], [])).toEqual({ due: 1, usedBefore: [] });
		expect(counted([row], [sent])).toEqual({ due: 0, usedBefore: [] });
		expect(counted([row], [{ ...sent, reference: 'other' }])).toEqual({ due: 1, usedBefore: [] });
	});

	it('counts, and is questioned, where its reference was used before or for another amount', () => {
		const questioned = { due: 1, usedBefore: ['rent'] };
		expect(counted([row], [{ ...sent, at: added - DAY }])).toEqual(questioned);
		expect(counted([row], [{ ...sent, cents: 49999 }])).toEqual(questioned);
	});

	it('is questioned where two rows have its reference', () => {
		const { due, usedBefore } = counted([row, { ...row, amount: 700 }], [sent]);
		expect([due, usedBefore]).toEqual([1, ['rent', 'rent']]);
	});

	it('is read with the moment at which its row was added', () => {
		const outputs: Record<string, Json[]> = {
			'Due Payouts': [
				{
					reference: ' rent ',
					amount: 500,
					due: '2026-11-28',
					createdAt: '2026-11-20T10:00:00.000Z',
				},
				{ reference: null, amount: null, due: null, createdAt: '2026-11-20T10:00:00.000Z' },
			],
			'Sent Lately': [
				{ externalReference: 'rent', amount: 500, createdAt: '2026-11-21T10:00:00Z' },
				{},
			],
		};
		const all = (name: string) => (outputs[name] ?? []).map((json) => ({ json }));
		const $ = (name: string) => ({ isExecuted: true, all: () => all(name) });
		const read = (field: string) =>
			JSON.parse(
				JSON.stringify(valueOf(assignedIn(example, 'What Was Read', field), { $, DateTime })),
			);
		expect(read('rows')).toEqual([row]);
		expect(read('sent')).toEqual([sent]);
	});
});

const CHAIN = [
	...['What Was Read', 'Still to Pay', 'How Much', 'How Much Is Missing', 'In Rand'],
	...['Parts of the Report', 'The Report'],
];

/** What the workflow reports of what it has read. */
function reportOf(read: Record<string, Json[]>, settings: Json = {}): Json {
	const $now = DateTime.fromISO('2026-11-27T08:00:00Z');
	const outputs: Record<string, Json[]> = {
		Settings: [{ leastAmount: 100, daysAhead: 3, ...settings }],
		Float: [{ availableBalance: 1000 }],
		...read,
	};
	const $ = (name: string) => {
		const items = (outputs[name] ?? []).map((json) => ({ json }));
		return { isExecuted: true, all: () => items, first: () => items[0] };
	};
	let $json: Json = {};
	for (const name of CHAIN) {
		const { assignments, includeOtherFields } = example.nodes.find((node) => node.name === name)
			?.parameters as { assignments: { assignments: Set[] }; includeOtherFields?: boolean };
		const context = { $, $json, $now, DateTime };
		const made: Json = includeOtherFields ? { ...$json } : {};
		for (const { name: field, value } of assignments.assignments) {
			const [group = '', inside] = field.split('.');
			const set = (value.startsWith('={{') && value.endsWith('}}') ? valueOf : textOf)(
				value,
				context,
			);
			made[group] = inside ? { ...(made[group] as Json), [inside]: set } : set;
		}
		$json = made;
		outputs[name] = [made];
	}
	return $json;
}

interface Set {
	name: string;
	value: string;
}

const due = (reference: string, amount: unknown, day: string) => ({
	...{ reference, amount, due: day },
	createdAt: '2026-11-20T10:00:00Z',
});
const shown = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

describe('the report', () => {
	it('says nothing where there is enough money, to the cent', () => {
		const Float = [{ availableBalance: 1100 }];
		const rows = {
			Float,
			'Due Payouts': [due('a', 999.99, '2026-11-27'), due('b', 0.01, '2026-11-30')],
		};
		expect(reportOf(rows)).toMatchObject({
			saysNothing: true,
			subject: 'Float watch: enough money',
			text: expect.stringMatching(/^There is enough money .* until Monday, 30 November 2026\./),
		});
	});

	it('says how much is missing: what is due, what waits, what is paid besides', () => {
		const read = {
			'Due Payouts': [due('a', 900.1, '2026-11-28'), due('long ago', 50, '2026-11-12')],
			'Sent Lately': [
				{ externalReference: 'x', amount: 80.2, status: 'paused', createdAt: '2026-11-26' },
				{ externalReference: 'y', amount: 500, status: 'completed', createdAt: '2026-11-26' },
			],
		};
		const { saysNothing, subject, text } = reportOf(read, { more: 20.05 });
		expect([saysNothing, shown(subject)]).toEqual([false, 'Float watch: R100.35 missing']);
		expect(shown(text)).toBe(
			[
				'The float account is R100.35 short of what is needed until Monday, 30 November 2026. Please top it up.',
				'In the float account: R1 000.00\nNeeded: R1 100.35',
				'Due and not sent yet: R900.10 (1)\nWaiting at Stitch for money: R80.20\nAlso to pay now: R20.05\nTo stay in the account after that: R100.00',
				'The payouts that are due:\n- a, R900.10, due 2026-11-28',
			].join('\n\n'),
		);
	});

	it('asks for the least amount where nothing is due', () => {
		const Float = [{ availableBalance: 99.5 }];
		expect(shown(reportOf({ Float }).subject)).toBe('Float watch: R0.50 missing');
	});

	it.each<[string, Record<string, Json[]>]>([
		['something could not be read', { Banks: [{ error: 'No answer' }] }],
		['there is no balance', { Float: [{}] }],
		['there are two float accounts', { Float: [{ availableBalance: 1 }, { availableBalance: 2 }] }],
	])('says that it is not known where %s', (_, read) => {
		expect(reportOf(read)).toMatchObject({
			saysNothing: false,
			subject: 'Float watch: we do not know whether there is enough money',
			text: expect.stringMatching(/^We do not know .* Check the Stitch dashboard/),
		});
	});

	it('names rows that it cannot count, and does not count them', () => {
		const rows = [due('a', null, '2026-11-28'), due('b', 10, 'Friday'), due('', 0, '2026-11-28')];
		const { saysNothing, subject, text } = reportOf({ 'Due Payouts': rows });
		expect([saysNothing, subject]).toEqual([
			false,
			'Float watch: please check the table of due payouts',
		]);
		expect(text).toContain('not clear: a, b, a row without a reference. Please fix');
		expect(text).toContain('Due and not sent yet: R0.00 (0)');
	});

	it('names banks that are slow or down, and no others', () => {
		const bank = { supported: true, name: 'FNB', payments: 'degraded' };
		const Banks = [
			bank,
			{ ...bank, name: 'Absa', payments: 'unavailable', description: 'Until noon' },
			{ ...bank, name: 'Capitec', payments: 'available' },
			{ ...bank, name: 'Old Bank', supported: false },
		];
		const { saysNothing, subject, text } = reportOf({ Banks });
		expect([saysNothing, subject]).toEqual([
			false,
			'Float watch: enough money, but a bank is slow or down',
		]);
		expect(text).toMatch(/today:\n- FNB is slow\n- Absa is down: Until noon$/);
	});
});
