/** The scopes a client token can hold (spec 5.1, companion 5), as the credential offers them. */
export const clientScopes = [
	{
		name: 'Account Holders',
		value: 'accountholders',
		description: 'Verify bank accounts, together with Bank Account Verification',
	},
	{
		name: 'Bank Account Verification',
		value: 'client_bankaccountverification',
		description: 'Verify bank accounts, together with Account Holders',
	},
	{ name: 'Cards', value: 'client_card', description: 'List and delete stored cards' },
	{
		name: 'Charges',
		value: 'transaction_initiate',
		description: 'Charge granted payment consents and stored cards',
	},
	{
		name: 'Disbursements',
		value: 'client_disbursement',
		description: 'Pay out from the float account',
	},
	{
		name: 'File Management',
		value: 'client_file_management',
		description: 'Upload dispute evidence',
	},
	{
		name: 'Payment Consents',
		value: 'client_recurringpaymentconsentrequest',
		description: 'Ask payers to agree to recurring charges, and end such agreements',
	},
	{
		name: 'Payment Requests',
		value: 'client_paymentrequest',
		description: 'Create, read and cancel payment requests',
	},
	{ name: 'Refunds', value: 'client_refund', description: 'Create and read refunds' },
	{
		name: 'Terminal Sessions',
		value: 'client_terminal_session',
		description: 'Take card payments on a terminal',
	},
];

/** The permissions that a person can give (spec 5.1); `openid` is always included. */
export const userScopes = [
	{ name: 'Accounts', value: 'accounts', description: 'List the bank accounts' },
	{ name: 'Balances', value: 'balances', description: 'Read the balances of the accounts' },
	{
		name: 'Offline Access',
		value: 'offline_access',
		description: 'Stay connected: without it the person signs in again every 15 minutes',
	},
	{ name: 'Transactions', value: 'transactions', description: 'Read the transactions' },
];

/** The last choice of each list, which shows Additional Scopes. Stitch has no scope of this name. */
export const otherScopes = {
	name: 'Other',
	value: 'other',
	description: 'Scopes that are not in this list, for queries that you write yourself',
};

/** A scope as people see it in the credential: `Cards (client_card)`; an unknown one as it is. */
export function scopeInWords(scope: string): string {
	const listed = [...clientScopes, ...userScopes].find(({ value }) => value === scope);
	return listed ? `${listed.name} (${scope})` : scope;
}
