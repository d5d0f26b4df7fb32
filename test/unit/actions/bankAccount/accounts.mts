import type { IDataObject } from 'n8n-workflow';

/** The parameters of Bank Account → Verify for the account of a person. */
export const individual: IDataObject = {
	bank: 'fnb',
	accountNumber: '1234567890',
	accountType: 'current',
	holderType: 'individual',
	documentType: 'identity_document',
	documentNumber: '0001010000000',
};

/** The same for the account of a business. */
export const business: IDataObject = {
	bank: 'absa',
	accountNumber: '1234567890',
	accountType: 'current',
	holderType: 'business',
	registrationNumber: '2020/000000/07',
};
