import { headlessLayout } from '../layout';

/** Absa Business Integrator Online. */
export const absaBio = headlessLayout({ name: 'an Absa BIO file' }, [
	'accountNumber',
	'beneficiaryName',
	'branchCode',
	'amount',
	'beneficiaryReference',
]);
