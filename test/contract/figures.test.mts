import { readFileSync } from 'node:fs';

import { findColumns } from '../../nodes/Stitch/payoutList/read/headings';
import { linesOf } from '../../nodes/Stitch/payoutList/read/lines';
import { mostRowsAbove } from '../../nodes/Stitch/payoutList/read/refused';
import { bankNamed, disbursementBanks } from '../../nodes/Stitch/schemas/bank';
import { mostAtOnce, mostByItself } from '../../nodes/Stitch/transport/pace';

const payingAFile = readFileSync('docs/paying-a-file.md', 'utf8');

/** The cells of the rows of a table below this heading row. */
function rowsBelow(text: string, heading: RegExp): string[][] {
	const lines = text.split('\n');
	const below = lines.slice(lines.findIndex((line) => heading.test(line)) + 2);
	const rows = below.slice(
		0,
		below.findIndex((line) => !line.startsWith('|')),
	);
	return rows.map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

const needed = ['reference', 'name', 'bank', 'account number', 'amount', 'statement reference'];

/** Where Payout List → Check finds each of its columns. */
function placesOf(headings: readonly string[]): number[] {
	const { found } = findColumns(linesOf([{ row: [...headings] }]), {});
	return Object.values(found).map(({ place }) => place);
}

describe('the columns that the clerk reads of', () => {
	const table = rowsBelow(payingAFile, /^\| Column +\|/);

	it('are the ones that Payout List → Check needs', () => {
		expect(table.map(([column]) => column)).toEqual(needed);
		expect(placesOf(needed)).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it.each(table)(
		'are recognised as %s by the headings %s and %s',
		(column, english = '', afrikaans = '') => {
			for (const heading of `${english}, ${afrikaans}`.split(', ')) {
				const headings = needed.map((one) => (one === column ? heading : one));
				expect([heading, placesOf(headings)]).toEqual([heading, [0, 1, 2, 3, 4, 5]]);
			}
		},
	);

	it('have their headings within so many first rows', () => {
		expect(payingAFile).toContain(`in one of the first ${mostRowsAbove} rows`);
	});
});

describe('the bank names that the clerk reads of', () => {
	const [list = ''] = payingAFile.split('\n').filter((line) => line.startsWith('Absa · '));
	const names = list.split(/ · | or /);

	it('are all banks that a payout can go to', () => {
		const named = new Set(names.map((name) => bankNamed(disbursementBanks, name)));
		expect([...named].sort()).toEqual([...disbursementBanks].sort());
	});

	it('are the same bank in capitals', () => {
		const named = (name: string) => bankNamed(disbursementBanks, name);
		expect(names.map((name) => named(name.toUpperCase()))).toEqual(names.map(named));
	});
});

describe('the empty sheet for payments', () => {
	const parts = readFileSync('examples/payments.xlsx', 'latin1');

	it('has these columns, and no row that could be paid', () => {
		const headings = [...parts.matchAll(/<t>([^<]*)<\/t>/g)].map(([, heading = '']) => heading);
		expect(headings).toEqual(needed);
		expect(parts.match(/<row /g)).toHaveLength(1);
	});

	it('keeps everything but the amount as text, so that no leading zero is lost', () => {
		const formats = [...parts.matchAll(/<xf numFmtId="(\d+)"[^>]*xfId/g)].map(([, id]) => id);
		const columns = [...parts.matchAll(/<col [^>]*style="(\d+)"/g)];
		const text = '49';
		const twoDecimals = '2';
		expect(columns.map(([, style]) => formats[Number(style)])).toEqual(
			needed.map((column) => (column === 'amount' ? twoDecimals : text)),
		);
	});
});

it('performance has as many requests at once as the node sends', () => {
	const performance = readFileSync('docs/running-n8n.md', 'utf8');
	expect(performance).toContain(`up to ${mostByItself} requests at once`);
	expect(performance).toContain(`a fixed number, up to ${mostAtOnce}`);
});
