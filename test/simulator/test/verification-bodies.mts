import { knownHolder } from '../verification/known-holder.mts';

export const path = '/bank-account-verifications';

/** The account and holders that verify. */
export const account = { bank: 'fnb', number: '1234567890', type: 'current' };
export const individual = {
	type: 'individual',
	familyName: knownHolder.familyName,
	initials: knownHolder.initials,
	identifyingDocument: { type: 'identity_document', number: knownHolder.identityNumber },
};
export const business = {
	type: 'business',
	registrationNumber: knownHolder.registrationNumber,
	name: knownHolder.businessName,
};

export const body = (bankAccount: object = {}, accountHolder: object = individual) => ({
	bankAccount: { ...account, ...bankAccount },
	accountHolder,
});
