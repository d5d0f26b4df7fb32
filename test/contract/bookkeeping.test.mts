import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

const file = join(projectFolder, 'examples', 'bookkeeping.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as NewWorkflow;

/** Rent that a tenant has paid on the first, under the words that are on every statement of theirs. */
const RENT = {
	kind: 'Payment',
	counts: true,
	id: 'payment-1',
	cents: 100_000,
	reference: 'rent-2026-11-unit-12',
	payerReference: 'RENT 12',
	beneficiaryReference: 'RENT 12',
	settlement: '',
	day: '2026-11-01',
};

interface Compared {
	entries: Array<{ onStatement?: string }>;
	statement: { rows: Array<{ result: string; isFound: boolean; isUnclear: boolean }> };
}

/** What a node with code makes of what is before it. */
function run<Output>(name: string, json: object, text = ''): Output {
	const code = String(nodes.find((node) => node.name === name)?.parameters.jsCode);
	const before: Record<string, object> = { 'Read Text': { data: text } };
	const $ = (other: string) => ({
		isExecuted: other in before,
		first: () => ({ json: before[other] }),
	});
	const $input = { first: () => ({ json }) };
	const returned = runInNewContext(`(() => {${code}})()`, { $, $input, DateTime }) as unknown;
	// Of another context, as far as jest can tell.
	const [item] = JSON.parse(JSON.stringify(returned)) as Array<{ json: Output }>;
	if (item === undefined) throw new Error(`${name} has returned nothing.`);
	return item.json;
}

/** Compares entries of November with the days of a statement that has "RENT 12" on each row. */
function compare(days: string[], entries: object[] = [RENT], words = 'RENT 12'): Compared {
	const books = { title: 'November 2026', start: '2026-11-01T00:00:00.000+02:00', entries };
	const rows = days.map((day) => `${day};${words};1000,00`);
	return run('Compare', books, ['Date;Description;Amount', ...rows].join('\n'));
}

const resultsOf = ({ statement }: Compared) => statement.rows.map(({ result }) => result);

/** What the page and the file warn of. */
function warningsOf(compared: Compared): string {
	const nothing = { count: 0, cents: 0 };
	const books = {
		isOver: true,
		missing: [],
		days: [],
		totals: { payments: nothing, refunds: nothing, payouts: nothing },
		confirmations: { received: nothing, pending: nothing, unsettled: nothing, none: nothing },
		...compared,
	};
	return run<{ text: string }>('Report', books).text;
}

const FOUND = 'Found: payment rent-2026-11-unit-12';
const away = (days: number) =>
	`Reference and amount fit payment rent-2026-11-unit-12, but the day is ${days} days away`;

describe('the day of a row of the bank statement', () => {
	it.each([
		['2026-10-30', away(2), 'Not found'],
		['2026-10-31', FOUND, 'Row 2'],
		['2026/11/01', FOUND, 'Row 2'],
		['2026-11-11T00:00:00', FOUND, 'Row 2'],
		['2026-11-12', away(11), 'Not found'],
		['2026-10-02', away(30), 'Not found'],
		// These days are not read, so they are not compared.
		['12/11/2026', FOUND, 'Row 2'],
		['2026-11-31', FOUND, 'Row 2'],
		['', FOUND, 'Row 2'],
	])('%s: %s', (day, result, where) => {
		const compared = compare([day]);
		expect(resultsOf(compared)).toEqual([result]);
		expect(compared.entries).toMatchObject([{ onStatement: where }]);
	});

	it('tells the month of a rent that has the same words on each statement', () => {
		const compared = compare(['2026-10-01', '2026-11-02', '2026-12-01']);
		expect(resultsOf(compared)).toEqual([away(31), FOUND, away(30)]);
		expect(compared.entries).toMatchObject([{ onStatement: 'Row 3' }]);
		expect(compared.statement.rows).toMatchObject([
			{ isFound: false, isUnclear: false },
			{ isFound: true },
			{ isFound: false, isUnclear: false },
		]);
	});

	it('counts, for a settlement, from the last of its payments', () => {
		const settled = ['2026-11-02', '2026-11-20'].map((day, index) => ({
			...RENT,
			...{ id: `payment-${index}`, cents: 50_000, settlement: 'SETTLE-7', day },
		}));
		expect(resultsOf(compare(['2026-11-28'], settled, 'SETTLE 7'))).toEqual([
			'Found: settlement SETTLE-7 (2 payments)',
		]);
		expect(resultsOf(compare(['2026-11-05'], settled, 'SETTLE 7'))).toEqual([
			'Reference and amount fit settlement SETTLE-7 (2 payments), but the day is 15 days away',
		]);
	});
});

describe('a statement of another month', () => {
	const WARNING = 'This statement is of another month: none of its rows is of November 2026';

	it('is said to be one, on the page and in the file', () => {
		expect(warningsOf(compare(['2026-10-02', '2026-12-01']))).toContain(WARNING);
	});

	it.each([[['2026-10-02', '2026-11-30']], [['02/10/2026']], [[]]])(
		'is none that has the days %j',
		(days) => {
			expect(warningsOf(compare(days))).not.toContain('another month');
		},
	);
});
