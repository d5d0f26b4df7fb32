/** Spec 5.1 and spec (terminal) 5: the scopes of client tokens. */
export const clientScopes = [
	'client_paymentrequest',
	'client_disbursement',
	'client_bankaccountverification',
	'accountholders',
	'client_card',
	'client_terminal_session',
	'client_refund',
	'client_file_management',
	// Public reference: recurring payments.
	'client_recurringpaymentconsentrequest',
	'transaction_initiate',
] as const;

/** Spec 5.1: the scopes of user tokens. */
export const userScopes = [
	'openid',
	'accounts',
	'transactions',
	'balances',
	'offline_access',
] as const;
