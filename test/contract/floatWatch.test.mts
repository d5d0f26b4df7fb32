import { DateTime } from 'luxon';

import {
	assignedIn,
	outputsOf,
	readExample,
	textOf,
	valueOf,
	type Json,
	type Outputs,
} from '../setup/examples.mts';
import { firstThatHolds } from './decisions.mts';

const example = readExample('float-watch.json');
const parametersOf = (node: string) =>
	example.nodes.find(({ name }) => name === node)?.parameters as Json;

describe('what is to be paid besides', () => {
	it.each([
		[undefined, 0],
		[null, 0],
		['', 0],
		[2500, 2500],
		[2500.01, 2500.01],
		['2500.5', 2500.5],
		[-5, 0],
	])('is %j, in rand %d', (more, rand) => {
		const $ = outputsOf({ Settings: [{ more }] });
		expect(valueOf(assignedIn(example, 'How Much', 'more'), { $ })).toBe(rand);
	});

	it('is an amount that can be read in one way only: a number', () => {
		const form = parametersOf('Check Now').formFields;
		expect(form).toMatchObject({ values: [{ fieldName: 'more', fieldType: 'number' }] });
	});
});

const $now = DateTime.fromISO('2026-11-27T08:00:00Z');

/** What a node of the type Edit Fields makes of an item, with fields that are no texts. */
function edited(node: string, $json: Json, $: ReturnType<typeof outputsOf>): Json {
	const { assignments, includeOtherFields } = parametersOf(node) as {
		assignments: { assignments: Array<{ name: string; value: unknown }> };
		includeOtherFields?: boolean;
	};
	const context = { $, $json, $now, DateTime };
	const made = assignments.assignments.map(({ name, value }) => {
		const isOneExpression = /^=\{\{(?:(?!\}\})[^])*\}\}$/.test(String(value));
		if (isOneExpression) return [name, valueOf(value, context)];
		return [name, typeof value === 'string' ? textOf(value, context) : value];
	});
	return { ...(includeOtherFields ? $json : {}), ...(Object.fromEntries(made) as Json) };
}

const suffixed = (row: Json, suffix: number) =>
	Object.fromEntries(Object.entries(row).map(([field, value]) => [`${field}_${suffix}`, value]));

/** Each row with the first payout under its reference, as n8n's Merge does. */
function merged(rows: Json[], payouts: Json[]): Json[] {
	return rows.map((row) => {
		const payout = payouts.find(({ externalReference }) => externalReference === row.reference);
		return { ...suffixed(row, 1), ...suffixed(payout ?? {}, 2) };
	});
}

/** One item with what is added up of each kind of row, as n8n's Summarize makes it. */
function addedUp(rows: Json[]): Json {
	const texts = (of: Json[], field: string, separator: string) =>
		of
			.map((row) => row[field])
			.filter(Boolean)
			.join(separator);
	const groups = [...new Set(rows.map(({ what }) => what))].map((kind) => {
		const of = rows.filter(({ what }) => what === kind);
		const sums = {
			sum_amount: of.reduce((sum, { amount }) => sum + Number(amount), 0),
			count_amount: of.length,
			concatenated_line: texts(of, 'line', '\n'),
			concatenated_reference: texts(of, 'reference', ', '),
			concatenated_questioned: texts(of, 'questioned', ', '),
		};
		return [kind, sums];
	});
	return Object.fromEntries(groups) as Json;
}

/** What the workflow reports of what it has read. */
function reportOf(read: Outputs, settings: Json = {}): Json {
	const outputs: Outputs = {
		Settings: [{ leastAmount: 100, daysAhead: 3, ...settings }],
		...{ Float: [{ availableBalance: 1000 }], Banks: [{}] },
		...{ 'Sent Lately': [{}], 'Due Payouts': [{}], ...read },
	};
	const $ = outputsOf(outputs);
	if (firstThatHolds('float-watch.json: All Read?', { nodes: outputs }) !== 0)
		return edited('Not Known', {}, $);
	outputs['Each Row'] = (outputs['Due Payouts'] ?? []).map((row) => edited('Each Row', row, $));
	const rows = merged(outputs['Each Row'], outputs['Sent Lately'] ?? []);
	const sums = addedUp(rows.map((row) => edited('Due or Not', row, $)));
	const chain = ['How Much', 'How Much Is Missing', 'In Rand', 'The Report'];
	return chain.reduce((json, node) => edited(node, json, $), sums);
}

const due = (reference: string | null, amount: unknown, day: string | null) => ({
	...{ reference, amount, due: day },
	createdAt: '2026-11-20T10:00:00.000Z',
});
const shown = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

describe('n8n itself', () => {
	it('finds the payout of each row by its reference, and keeps rows that have none', () => {
		expect(parametersOf('With Its Payout')).toMatchObject({
			...{ mode: 'combine', joinMode: 'enrichInput1' },
			mergeByFields: { values: [{ field1: 'reference', field2: 'externalReference' }] },
			options: {
				clashHandling: { values: { resolveClash: 'addSuffix' } },
				multipleMatches: 'first',
			},
		});
	});

	it('adds up the rows of each kind into one item', () => {
		const fields = (parametersOf('Add Up').fieldsToSummarize as { values: Json[] }).values;
		expect(parametersOf('Add Up')).toMatchObject({
			fieldsToSplitBy: 'what',
			options: { outputFormat: 'singleItem' },
		});
		expect(fields.map(({ aggregation, field }) => `${aggregation}_${field}`)).toEqual([
			...['sum_amount', 'count_amount', 'concatenate_line'],
			...['concatenate_reference', 'concatenate_questioned'],
		]);
	});
});

describe('a payout that is due', () => {
	const row = due('rent', 500, '2026-11-28');
	const sent = { externalReference: 'rent', amount: 500, createdAt: '2026-11-21T10:00:00Z' };
	const before = { ...sent, createdAt: '2026-11-19T10:00:00Z' };

	/** The amount that the workflow counts as due, and which references it questions. */
	function counted(rows: Json[], payouts: Json[]): [due: string, questioned?: string] {
		const read = { 'Due Payouts': rows, 'Sent Lately': payouts };
		const text = shown(reportOf(read).text);
		const [, amount = ''] = /not sent yet: (.*)/.exec(text) ?? [];
		const [, questioned] = /the same reference: (.*?)\./.exec(text) ?? [];
		return questioned === undefined ? [amount] : [amount, questioned];
	}

	it.each<[string, Json[], Json[], [string, string?]]>([
		['counts while nothing was sent', [row], [{}], ['R500.00 (1)']],
		['no longer counts once its amount was sent', [row], [sent], ['R0.00 (0)']],
		[
			'counts where a different reference was sent',
			...([[row], [{ ...sent, externalReference: 'other' }]] as [Json[], Json[]]),
			['R500.00 (1)'],
		],
		['counts where its reference was used before', [row], [before], ['R500.00 (1)', 'rent']],
		[
			'counts where a different amount was sent',
			...([[row], [{ ...sent, amount: 499.99 }]] as [Json[], Json[]]),
			['R500.00 (1)', 'rent'],
		],
		[
			'counts where two rows have its reference, even if one was sent',
			...([[row, due(' rent ', 700, '2026-11-28')], [sent]] as [Json[], Json[]]),
			['R1 200.00 (2)', 'rent, rent'],
		],
		['is found with spaces around it', [due(' rent ', 500, '2026-11-28')], [sent], ['R0.00 (0)']],
		['is no empty row', [due(null, null, null)], [{}], ['R0.00 (0)']],
	])('%s', (_, rows, payouts, expected) => {
		expect(counted(rows, payouts)).toEqual(expected);
	});

	it('is named where it was sent, and so is not counted', () => {
		const { saysNothing, text } = reportOf({ 'Due Payouts': [row], 'Sent Lately': [sent] });
		expect(saysNothing).toBe(true);
		expect(text).toContain('Not counted, because they were sent: rent.');
	});
});

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

	it.each<[string, Outputs]>([
		['something could not be read', { Banks: [{ error: 'No answer' }] }],
		['there is no balance', { Float: [{}] }],
		['the payouts could not be read', { 'Sent Lately': [{ error: { message: 'No scope' } }] }],
		['the table could not be read', { 'Due Payouts': [{ error: 'No table' }] }],
		['there are two float accounts', { Float: [{ availableBalance: 1 }, { availableBalance: 2 }] }],
	])('says that it is not known where %s', (_, read) => {
		expect(reportOf(read)).toMatchObject({
			saysNothing: false,
			subject: 'Float watch: we do not know whether there is enough money',
			text: expect.stringMatching(/^We do not know .* Check the Stitch dashboard/),
		});
	});

	it('gives the first reason why it is not known, and what to do about it', () => {
		const error = { error: { message: 'No scope' }, details: { howToFix: 'Add the scope.' } };
		const { text } = reportOf({ 'Sent Lately': [error], Banks: [{ error: 'No answer' }] });
		expect(text).toContain('\n\nThe reason: No scope. Add the scope.\n\nThe next check');
		expect(reportOf({ Banks: [{ error: 'No answer..' }] }).text).toContain('reason: No answer.\n');
		expect(reportOf({ Float: [{}] }).text).toContain('Stitch shows no balance, or more than one');
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
