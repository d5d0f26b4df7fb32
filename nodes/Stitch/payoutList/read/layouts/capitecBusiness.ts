import { headlessLayout } from '../layout';

/**
 * Sources disagree whose statement the two references are for. Only the second can differ from row to
 * row.
 */
export const capitecBusiness = headlessLayout({ name: 'a Capitec Business file', isPadded: true }, [
	'branchCode',
	'accountNumber',
	'amount',
	'beneficiaryReference',
	'employeeCode',
	'beneficiaryName',
]);
