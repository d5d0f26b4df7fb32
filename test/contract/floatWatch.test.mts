import { DateTime } from 'luxon';

import { assignedIn, readExample, valueOf } from '../setup/examples.mts';

type Json = Record<string, unknown>;

const example = readExample('float-watch.json');

/** What the workflow makes of what was typed into its form; of undefined where it starts by itself. */
function readAmount(typed: unknown): { isKnown: unknown; why: unknown; cents: unknown } {
	const before = (json: Json) => ({ $: () => ({ first: () => ({ json }) }) });
	const more = valueOf(assignedIn(example, 'What Was Read', 'more'), before({ more: typed }));
	const read = { $json: { mistakes: [], balances: [20000], more } };
	return {
		isKnown: valueOf(assignedIn(example, 'Still to Pay', 'isKnown'), read),
		why: valueOf(assignedIn(example, 'Still to Pay', 'why'), read),
		cents: valueOf(assignedIn(example, 'How Much', 'more'), before({ more })),
	};
}

describe('what is to be paid besides', () => {
	it.each([
		[undefined, 0],
		[null, 0],
		['', 0],
		['  ', 0],
		['0', 0],
		['2500', 250000],
		['2500.00', 250000],
		['2500.5', 250050],
		['2500,50', 250050],
		['R2500', 250000],
		[' r 2500.01 ', 250001],
		['2 500.00', 250000],
		['2\u00a0500,75', 250075],
		['1 234 567.89', 123456789],
	])('reads %j as %d cents', (typed, cents) => {
		expect(readAmount(typed)).toMatchObject({ isKnown: true, cents });
	});

	it.each([
		'1,500',
		'1.500',
		'2.500,00',
		'2,500.00',
		'25-00',
		'-5',
		'+5',
		'25 00',
		'1e3',
		'0x10',
		'Infinity',
		'R',
		'2500.',
		'.50',
		'2500.005',
		'2500 and 300',
		'not clear',
	])('does not guess what %j is, and says so', (typed) => {
		expect(readAmount(typed)).toMatchObject({
			isKnown: false,
			why: expect.stringMatching(/^'Something else to pay now.*is not clear.*2500\.00$/),
		});
	});

	it('is called as the form calls it', () => {
		const form = JSON.stringify(example.nodes.find(({ name }) => name === 'Check Now')?.parameters);
		const [label] = /'.+'/.exec(String(readAmount('R').why)) ?? [];
		expect(form).toContain(`"fieldLabel":"${label?.slice(1, -1)}"`);
		expect(form).not.toContain('"number"');
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
		const $ = (name: string) => ({ all: () => (outputs[name] ?? []).map((json) => ({ json })) });
		const read = (field: string) =>
			JSON.parse(
				JSON.stringify(valueOf(assignedIn(example, 'What Was Read', field), { $, DateTime })),
			);
		expect(read('rows')).toEqual([row]);
		expect(read('sent')).toEqual([sent]);
	});
});
