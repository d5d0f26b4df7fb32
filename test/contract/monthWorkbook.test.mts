import type { Json } from '../setup/examples.mts';
import { NOVEMBER, runWithFiles } from './monthForTheBooks.mts';

const row = (day: string, cents: number, more: Json = {}) => ({
	...{ kind: 'payout', day, cents, amount: cents / 100, description: 'Payout' },
	...{ payee: 'T Tester', reference: 'SAL-1', ...more },
});
const lists = (rows: Json[] = [row('2026-11-05', -123456)]) => ({
	Rows: rows,
	'By Day': [
		{ Day: '2026-11-05', Payouts: -1234.56, Total: -1234.56 },
		{ Day: 'Month', Payouts: -1234.56, Total: -1234.56 },
	],
	'Run Columns': [{ Time: '2026-11-05 09:30', File: 'a.csv', Paid: 1234.56 }],
});

/** The files that an Excel workbook of a month is packed of, by their paths in it. */
function partsOf(...given: Parameters<typeof lists>): Record<string, string> {
	const [item] = runWithFiles('Workbook', lists(...given), NOVEMBER);
	const files = Object.values(item?.binary ?? {});
	return Object.fromEntries(
		files.map(({ fileName, data }) => [fileName, Buffer.from(data, 'base64').toString('utf8')]),
	);
}

/** A sheet, counted from 1. */
const sheet = (number: number, ...given: Parameters<typeof lists>): string =>
	partsOf(...given)[`xl/worksheets/sheet${number}.xml`] ?? '';

describe('the workbook of a month for the books', () => {
	it('has days and times as dates of Excel, which counts days', () => {
		// 2026-11-05 is 46331 days after Excel's day 0.
		expect(sheet(1)).toContain('<row><c s="2"><v>46331</v></c>');
		expect(sheet(2)).toContain('<row><c s="2"><v>46331</v></c>');
		expect(sheet(3)).toMatch(/<row><c s="3"><v>46331\.3958333\d*<\/v><\/c>/);
	});

	it('has amounts as numbers, a total in the last row, and columns as wide as what is in them', () => {
		expect(sheet(1)).toContain('<c s="4"><v>-1234.56</v></c>');
		expect(sheet(1)).toContain('<is><t>Month</t></is></c><c s="5"><v>-1234.56</v></c>');
		expect(sheet(2)).toMatch(
			/<is><t>Month<\/t>.*<c s="5"><v>-1234\.56<\/v><\/c><\/row><\/sheetData>/,
		);
		expect(sheet(1)).toContain('<col min="1" max="1" width="12" customWidth="1"/>');
		expect(sheet(2, [row('2026-11-05', -1, { payee: 'x'.repeat(30) })])).toContain(
			'<col min="3" max="3" width="32" customWidth="1"/>',
		);
	});

	it('takes names and references for text, whatever they are', () => {
		const text = '<b>=1+1 & "x"\u0001';
		const shown = sheet(2, [row('2026-11-05', -1, { payee: text, reference: '2026-11-05' })]);
		expect(shown).toContain('<is><t>&#60;b&#62;=1+1 &#38; &#34;x&#34; </t></is>');
		expect(shown).toContain('<is><t>2026-11-05</t></is>');
	});

	it('is packed of every part that it names', () => {
		const parts = partsOf();
		const named = [...(parts['[Content_Types].xml'] ?? '').matchAll(/PartName="\/([^"]+)"/g)];
		expect(named.map(([, part]) => part).sort()).toEqual(
			Object.keys(parts)
				.filter((part) => !/rels$|^\[/.test(part))
				.sort(),
		);
		expect(named.length).toBe(5);
	});
});
