const tellPayer = 'The payer has to speak to their bank, or agree to charges on another card';
const tryLater = 'Try again later. If it happens again, ask Stitch support';
const topUp = 'Try again in a few days, or ask the payer to pay in another way';
/** Also where the node itself finds that a payment consent cannot be charged. */
export const newConsent =
	'To charge the payer again, ask for a new consent with Payment Consent → Create';

/**
 * Why a charge has failed or is pending, and why nobody agreed to it (public reference, which lists
 * some 80 and adds to them). The most frequent ones; the others are shown as Stitch names them.
 */
export const chargeReasons = {
	authenticationError: { what: "The payer's bank could not identify the payer", fix: tellPayer },
	authorizationFailed: { what: "The payer's bank declined the charge", fix: tellPayer },
	downstreamProviderError: { what: "The payer's bank did not process the charge", fix: tryLater },
	downstreamProviderUnavailable: { what: "The payer's bank was not available", fix: tryLater },
	insufficientFunds: { what: 'There was too little money on the card', fix: topUp },
	invalidCardError: {
		what: 'The card is not valid',
		fix: 'The payer has to check whether it has expired, or agree to charges on another card',
	},
	invalidConsentRequest: { what: 'The payment consent cannot be charged', fix: newConsent },
	restrictedCard: { what: "The payer's bank does not allow this charge", fix: tellPayer },
	secure3dDeclined: {
		what: 'The payer did not confirm the charge with 3-D Secure',
		fix: tellPayer,
	},
	secure3dLookupFailed: {
		what: 'The bank could not check the card with 3-D Secure',
		fix: tryLater,
	},
	secure3dNotCompleted: {
		what: 'The payer did not finish confirming the charge with 3-D Secure',
		fix: 'Ask the payer to be ready to confirm, then charge again',
	},
	waitingFor3dSecure: {
		what: 'The payer has to confirm the charge with 3-D Secure',
		fix: 'Send the payer to the interactionUrl of the charge',
	},
	capitecClientBlockedMerchant: {
		what: 'The payer has blocked you at Capitec',
		fix: 'The payer can lift that in their Capitec app',
	},
	capitecClientDeactivated: {
		what: "The payer's Capitec profile is not active",
		fix: 'The payer has to speak to Capitec, or pay in another way',
	},
	capitecConsentInvalid: { what: 'The payment consent is not valid at Capitec', fix: newConsent },
	capitecConsentRequestDeclined: {
		what: 'The payer declined in their Capitec app',
		fix: 'Ask the payer whether they still want this',
	},
	capitecConsentRequestFraudulent: {
		what: 'The payer reported the request as fraud in their Capitec app',
		fix: 'Speak to the payer before you do anything else',
	},
	capitecConsentRequestTimedOut: {
		what: 'The payer did not answer in their Capitec app in time',
		fix: newConsent,
	},
	capitecConsentRevoked: { what: 'The payer has taken back their consent', fix: newConsent },
	capitecDuplicatePayment: {
		what: 'Capitec took it for a payment that had already been made',
		fix: "Check the payer's account before you charge again",
	},
	capitecInsufficientFunds: { what: "The payer's account had too little money", fix: topUp },
	capitecMaxTransactionLimitExceeded: {
		what: 'The amount is above the maximum that the payer agreed to, or above their limit',
		fix: 'Charge a smaller amount, or ask the payer to agree to a higher maximum',
	},
	capitecPaymentAfterLastPaymentDate: {
		what: 'The last day of the payment consent has passed',
		fix: newConsent,
	},
	capitecPaymentAlreadyPaidForSelectedInterval: {
		what: 'The payer has already paid in this interval, such as this month',
		fix: 'Charge again in the next interval',
	},
	capitecPaymentBeforeFirstPaymentDate: {
		what: 'The first day of the payment consent has not come yet',
		fix: 'Charge again from that day on',
	},
	capitecTransactionLimitExceeded: {
		what: 'The amount is above a limit of the payer at Capitec',
		fix: 'The payer can raise the limit there, or pay in another way',
	},
	waitingForCapitecConsentRequest: {
		what: 'The payer has not answered in their Capitec app yet',
		fix: 'Wait, or remind the payer',
	},
};
