import type { ColumnName } from '../knownColumns';
import { columnsInOrder, headlessLayout, type Layout } from '../layout';
import { written } from '../line';

/** Payroll files end with the branch code, files for creditors with what the payee's statement shows. */
const order: readonly ColumnName[] = [
	'employeeCode',
	'beneficiaryName',
	'amount',
	'accountNumber',
	'branchCode',
	'beneficiaryReference',
];

export const acbeft = headlessLayout({ name: 'an ACBEFT file' }, order);

/** Its “Reference” is what the payee's statement shows, and its “No” the payee. */
export const acbeftWithHeadings: Layout = {
	name: 'an ACBEFT file with headings',
	fits: ([first]) =>
		first?.cells.map((cell) => written(cell).toLowerCase()).join() ===
		'no,name,amount,acc no,br code,reference,email',
	columns: () => columnsInOrder([...order, 'email'], 0),
};
