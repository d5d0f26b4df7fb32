import {
	chargeReasons,
	failedPaymentReasons,
	heldPaymentReasons,
	meaningInWords,
	reasonInWords,
} from '../../../nodes/Stitch/transport/reasons';

/** Of the public reference's `TransactionStateReason` and `RecurringConsentStatusReason`. */
const documented = `authenticationError authorizationFailed capitecClientBlockedMerchant
	capitecClientDeactivated capitecConsentInvalid capitecConsentRequestDeclined
	capitecConsentRequestFraudulent capitecConsentRequestTimedOut capitecConsentRevoked
	capitecDuplicatePayment capitecInsufficientFunds capitecMaxTransactionLimitExceeded
	capitecPaymentAfterLastPaymentDate capitecPaymentAlreadyPaidForSelectedInterval
	capitecPaymentBeforeFirstPaymentDate capitecTransactionLimitExceeded downstreamProviderError
	downstreamProviderUnavailable insufficientFunds invalidCardError invalidConsentRequest
	restrictedCard secure3dDeclined secure3dLookupFailed secure3dNotCompleted
	waitingFor3dSecure waitingForCapitecConsentRequest`;

const codes = Object.keys(chargeReasons);

describe('why a charge has failed', () => {
	it('is in plain words for codes that Stitch documents', () => {
		expect(codes.sort()).toEqual(documented.split(/\s+/).sort());
	});

	it.each(codes)('says of %s what happened and what to do, without the code', (code) => {
		const text = meaningInWords(chargeReasons, code);
		expect(text).toMatch(/^[A-Z][^_]*[a-z]\. [A-Z][^_]*[a-zA-Z]$/);
		expect(text).not.toMatch(/error|problem|failure|mistake/i);
		expect(reasonInWords({ status: 'failure', statusReason: code })).toBe(text);
	});

	it('passes on every other code as it is', () => {
		const statusReason = 'capitecInvalidDebitDay';
		expect(reasonInWords({ status: 'failure', statusReason })).toBe(statusReason);
	});

	it('is never taken for the reason of a payout', () => {
		const others = [failedPaymentReasons, heldPaymentReasons].flatMap((one) => Object.keys(one));
		expect(others.filter((code) => codes.includes(code))).toEqual([]);
	});
});
