import type { IDataObject } from 'n8n-workflow';

/** Parameters of Disbursement → Create that read each row's amount and reference. */
export function payoutParameters(options: IDataObject = {}, more: IDataObject = {}): IDataObject {
	return {
		resource: 'disbursement',
		operation: 'create',
		amount: '={{ $json.amount }}',
		externalReference: '={{ $json.reference }}',
		beneficiaryName: '={{ $json.name }}',
		bank: '={{ $json.bank }}',
		accountNumber: '={{ $json.account }}',
		beneficiaryReference: 'Salary',
		nonceSource: 'externalReference',
		options,
		...more,
	};
}

/** A row that pays R10.00, with whatever the test is about. */
export function payoutRow(reference: string, more: IDataObject = {}): IDataObject {
	return { amount: 10, reference, name: 'N Test', bank: 'fnb', account: '1234567890', ...more };
}

/** So many rows, every one with a reference of its own. */
export function payoutRows(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => payoutRow(`row-${index}`));
}
