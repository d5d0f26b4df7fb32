import {
	hasOneReference,
	type NamedColumns,
} from '../../../../nodes/Stitch/payoutList/read/headings';
import { findColumns, headings, linesOf, refusal } from './sheets.mts';

function find(lines: unknown[][], named: NamedColumns = {}) {
	const { top, found } = findColumns(linesOf(...lines), named);
	const places = Object.entries(found).map(([column, { place }]) => [column, place]);
	return { top, places: Object.fromEntries(places) as Record<string, number> };
}

const inOrder = {
	...{ externalReference: 0, beneficiaryName: 1, bank: 2 },
	...{ accountNumber: 3, amount: 4, beneficiaryReference: 5 },
};

describe('the columns of a list', () => {
	it.each([
		['in English', headings],
		[
			'in Afrikaans',
			['Verwysing', 'Begunstigde', 'Bank', 'Rekeningnommer', 'Bedrag', 'Staatverwysing'],
		],
		['shortened', ['Verw.', 'Naam en van', 'Bank', 'Rek. Nr.', 'Net salaris', 'Statement ref']],
		[
			'as payrolls write them',
			['Ref', 'Name & Surname', 'Bank', 'Account no', 'Amount in Rand', 'Statement ref'],
		],
		[
			'of suppliers',
			['Invoice No.', 'Supplier', 'Bank', 'Account number', 'Amount due', 'Statement reference'],
		],
		[
			'with other capitals and signs',
			['REF. no', 'Full_Name', ' bank ', 'Account No.', 'Amount (R)', 'Statement-Ref'],
		],
	])('are recognised %s', (_how, cells) => {
		expect(find([cells])).toEqual({ top: 0, places: inOrder });
	});

	it('of suppliers give way to a reference and to the holder of the account', () => {
		const more = [...headings, 'Invoice number', 'Supplier name'];
		expect(find([more])).toEqual({ top: 0, places: inOrder });
	});

	it('are refused by name if two mean the same and none is better', () => {
		const two = ['Supplier', 'Supplier name', ...headings.filter((one) => one !== 'Name')];
		expect(refusal([two]).message).toBe("'name' could be two columns: “Supplier”, “Supplier name”");
	});

	it.each([
		...['Amount ($)', '€ amount', 'Amount £', 'Net salary %'],
		...['Salary', 'Total', 'Total amount', 'Loon', 'Salaris', 'Totaal'],
	])('are not recognised where they may be no rand to pay: %s', (heading) => {
		const other = headings.map((text) => (text === 'Amount' ? heading : text));
		expect(refusal([other]).message).toContain("'amount' is in no column");
	});

	it.each(['Account', 'Rekening'])(
		'are not recognised where they may be of the ledger: %s',
		(one) => {
			const other = headings.map((text) => (text === 'Account number' ? one : text));
			expect(refusal([other]).message).toContain("'account number' is in no column");
			expect(find([other], { accountNumber: one }).places).toMatchObject(inOrder);
		},
	);

	it.each([
		['amount', 'Amount', 'Total'],
		['amount', 'Amount', 'Salary'],
		['account number', 'Account number', 'Account'],
	])('are rejected where %s could be “%s” or “%s”', (column, known, unclear) => {
		expect(refusal([[unclear, ...headings]]).message).toBe(
			`'${column}' could be two columns: “${known}”, “${unclear}”`,
		);
	});

	it('are recognised in any order', () => {
		expect(find([[...headings].reverse()]).places).toMatchObject({
			externalReference: 5,
			amount: 1,
		});
	});

	it('are recognised beside a column without a heading', () => {
		expect(find([['', ...headings, '']]).places).toMatchObject({ externalReference: 1, amount: 5 });
	});

	it('are recognised below a title, and not in it', () => {
		expect(find([['Salary payments'], [], ['Bank', 'Amount'], headings]).top).toBe(3);
	});

	it.each(['Reference', 'Statement reference'])(
		'are enough with one reference, which is both: %s',
		(reference) => {
			const one = [reference, ...headings.slice(1, 5)];
			const { places } = find([one]);
			expect(places).toMatchObject({ externalReference: 0, beneficiaryReference: 0 });
			expect(find([one, [], one]).top).toBe(0);
			expect(hasOneReference(findColumns(linesOf(one), {}))).toBe(true);
			expect(hasOneReference(findColumns(linesOf(headings), {}))).toBe(false);
		},
	);

	it('have no statement reference where the user has given one for all rows', () => {
		const { found } = findColumns(linesOf(headings.slice(0, 5)), {}, ['beneficiaryReference']);
		expect(found).not.toHaveProperty('beneficiaryReference');
	});

	it('are rejected without any reference', () => {
		expect(refusal([headings.slice(1, 5)]).message).toBe(
			"'reference' is in no column: no heading is “reference” or similar; 'statement reference' is in no column: no heading is “statement reference” or similar",
		);
	});

	it('are looked for in the first 30 rows', () => {
		const above = (count: number) => Array.from({ length: count }, () => ['A note']);
		expect(find([...above(29), headings]).top).toBe(29);
		expect(refusal([...above(30), headings]).message).toMatch(/has no row of headings/);
	});

	it('are those that the user names, whatever another one is called', () => {
		const cells = [...headings, 'Staff no'];
		expect(find([cells], { externalReference: 'staff no.' }).places.externalReference).toBe(6);
	});

	it('tell two columns of one heading apart where the user names the one that n8n has numbered', () => {
		const cells = [...headings, 'Amount_1'];
		expect(find([cells], { amount: 'Amount' }).places.amount).toBe(headings.indexOf('Amount'));
		expect(find([cells], { amount: 'Amount_1' }).places.amount).toBe(6);
	});

	it('are told apart by signs, and by letters of any script', () => {
		const cells = ['#', 'Имя', 'Банк', '', 'Amount', 'Statement reference', 'Account no'];
		const named = { externalReference: '#', beneficiaryName: 'Имя', bank: 'Банк' };
		const own = { externalReference: 0, beneficiaryName: 1, bank: 2 };
		expect(find([cells], named).places).toMatchObject(own);
		expect(refusal([[...headings, '']], { externalReference: '#' }).message).toBe(
			"'reference' is in no column: no heading is “reference” or similar",
		);
	});

	it('are not those of another year', () => {
		const cells = [...headings, 'Salary_2025'];
		expect(find([cells]).places.amount).toBe(headings.indexOf('Amount'));
	});

	it.each(['Net pay', 'Amount_1'])(
		'are rejected when another heading could be the same column: %s',
		(other) => {
			expect(refusal([[...headings, other]]).message).toBe(
				`'amount' could be two columns: “Amount”, “${other}”`,
			);
		},
	);

	it('are rejected with one heading twice, and the message says where both are', () => {
		expect(refusal([[...headings, 'Amount']]).message).toBe(
			"'amount' could be two columns: “Amount” (column E), “Amount” (column G)",
		);
	});

	const isNotAmount = (heading: string) => heading !== 'Amount';

	it.each([
		['in another order', [...headings].reverse()],
		['and one more', [...headings, 'Initials']],
		['in another order, with one that is unknown', ['Sum', ...headings.filter(isNotAmount)]],
	])('are rejected when a second table below has them %s', (_, others) => {
		const tables = [['Salaries'], headings, [], others];
		expect(refusal(tables).message).toBe(
			"'Sheet' has tables with different columns: their headings are in rows 2 and 4",
		);
		expect(find([headings, [], headings]).top).toBe(0);
		const renamed = headings.map((heading) => (isNotAmount(heading) ? heading : 'Sum'));
		expect(find([headings, [], renamed]).top).toBe(0);
	});

	it.each([
		['semicolons', ';'],
		['commas', ','],
		['tabs', '\t'],
	])('are rejected in one cell with %s, and the message says what to do', (signs, sign) => {
		const inOneCell = [headings.join(sign)];
		for (const lines of [[inOneCell], [['Salaries, November, 2026'], inOneCell]]) {
			expect(refusal(lines).mistakes[0]?.fix).toMatch(
				new RegExp(`\n${signs} separate the columns .* Read it with ${signs}, or save it as`, 'i'),
			);
		}
	});

	it('are rejected without them below a title, of whose commas nothing is said', () => {
		const { mistakes } = refusal([['Salaries, bank, November, 2026']]);
		expect(mistakes[0]?.fix).toContain('Write the headings above the rows');
	});
});
