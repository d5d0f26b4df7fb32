import { withoutHeadings } from '../layout';

/** Absa Business Integrator Online. */
export const absaBio = withoutHeadings({ name: 'an Absa BIO file' }, [
	'accountNumber',
	'beneficiaryName',
	'branchCode',
	'amount',
	'beneficiaryReference',
]);
