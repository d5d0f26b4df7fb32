import {
	chargeReasons,
	failedPaymentReasons,
	heldPaymentReasons,
	meaningInWords,
	payerReasons,
	reasonInWords,
	verificationReasons,
} from '../../../nodes/Stitch/transport/reasons';

const words = (text: string) => text.trim().split(/\s+/).sort();

describe('the reasons that have plain words', () => {
	it.each([
		[
			// Spec 7, with the two that are deprecated, and one of the public documentation.
			'a failed payment',
			failedPaymentReasons,
			`account_verification_failed bank_error bank_processing_error beneficiary_bank_processing_error
			exceeded_limit inactive_account insufficient_funds internal_error invalid_account
			invalid_destination invalid_transaction_details payment_not_received restricted_account`,
		],
		// Spec 3.2, and public documentation.
		['a held payment', heldPaymentReasons, 'insufficient_funds no_satisfactory_source_bank'],
		// Public documentation, spelled as there.
		[
			'a payer who did not pay',
			payerReasons,
			`AccountBlockedByBank BankError BankTimeout BankUnavailable BeneficiaryMultifactorFailed
			BeneficiaryMultifactorTimeout CryptoUserDeclaredPaid CryptoWalletBlocked DuplicatePayment
			IncorrectLoginCredentials InsufficientFundsForPayment InvalidDestinationAccount
			InvalidSourceAccount
			LoginMultifactorFailed LoginMultifactorTimeout PaymentDeclinedByBank PaymentLimitsExceeded
			PaymentMinimumNotMet PaymentMultifactorFailed PaymentMultifactorTimeout
			PaymentRequestBlocked UnkownPaymentError`,
		],
		// The public reference's `TransactionStateReason` and `RecurringConsentStatusReason`.
		[
			'a failed charge',
			chargeReasons,
			`authenticationError authorizationFailed capitecClientBlockedMerchant
			capitecClientDeactivated capitecConsentInvalid capitecConsentRequestDeclined
			capitecConsentRequestFraudulent capitecConsentRequestTimedOut capitecConsentRevoked
			capitecDuplicatePayment capitecInsufficientFunds capitecMaxTransactionLimitExceeded
			capitecPaymentAfterLastPaymentDate capitecPaymentAlreadyPaidForSelectedInterval
			capitecPaymentBeforeFirstPaymentDate capitecTransactionLimitExceeded downstreamProviderError
			downstreamProviderUnavailable insufficientFunds invalidCardError invalidConsentRequest
			restrictedCard secure3dDeclined secure3dLookupFailed secure3dNotCompleted
			waitingFor3dSecure waitingForCapitecConsentRequest`,
		],
		// Spec 7, spelled as there.
		[
			'an account that could not be verified',
			verificationReasons,
			`bond_account_not_allowed instituition_not_supported invalid_account_number
			invalid_account_number_length invalid_account_type invalid_branch_number technical_error`,
		],
	])('of %s are all that the service documents', (_, reasons, documented) => {
		expect(Object.keys(reasons).sort()).toEqual(words(documented));
	});

	it.each(
		[
			...[chargeReasons, failedPaymentReasons, heldPaymentReasons],
			...[payerReasons, verificationReasons],
		].flatMap((reasons) => Object.keys(reasons).map((code) => [code, reasons] as const)),
	)('say of %s what happened and what to do, without the code', (code, reasons) => {
		const text = meaningInWords(reasons, code);
		expect(text).toMatch(/^[A-Z][^_]*[a-z]\. [A-Z][^_]*[a-zA-Z]'?$/);
		expect(text).not.toMatch(/error|problem|failure|mistake/i);
	});
});

describe("the explanation of a payment's reason", () => {
	it('distinguishes a payout that waits for money from one that has waited too long', () => {
		expect(reasonInWords({ status: 'paused', statusReason: 'insufficient_funds' })).toMatch(
			/continues automatically$/,
		);
		expect(reasonInWords({ status: 'error', statusReason: 'insufficient_funds' })).toMatch(
			/before you try again$/,
		);
	});

	it('knows the reasons of charges, none of which a payout can have', () => {
		const codes = Object.keys(chargeReasons);
		for (const statusReason of codes) {
			const text = meaningInWords(chargeReasons, statusReason);
			expect(reasonInWords({ status: 'failure', statusReason })).toBe(text);
		}
		const others = [failedPaymentReasons, heldPaymentReasons].flatMap((one) => Object.keys(one));
		expect(others.filter((code) => codes.includes(code))).toEqual([]);
	});

	it.each([
		['what a person wrote when they cancelled it', 'cancelled', 'Wrong amount', undefined],
		['the words of the service for a code that is new', 'error', 'new_rule', 'It says so.'],
	])('is %s', (_, status, code, description) => {
		expect(reasonInWords({ status, statusReason: code, description })).toBe(description ?? code);
	});

	it('shows no account number that a person or Stitch has written', () => {
		const statusReason = 'Not to 1234567890';
		expect(reasonInWords({ status: 'cancelled', statusReason })).toBe('Not to …90');
		const described = { status: 'error', statusReason: 'new_rule', description: statusReason };
		expect(reasonInWords(described)).toBe('Not to …90');
	});

	it.each([
		['bank_on_holiday_2', 'Bank on holiday 2'],
		// As charges and their refunds spell theirs.
		['exceedsOriginalAmount', 'Exceeds original amount'],
	])('is a new code, spelled out, when there is no explanation: %s', (statusReason, text) => {
		expect(reasonInWords({ status: 'error', statusReason })).toBe(text);
	});

	it('is not invented by the node', () => {
		expect(reasonInWords({ status: 'completed' })).toBeUndefined();
		// A name that every object has is no code.
		expect(reasonInWords({ status: 'error', statusReason: 'constructor' })).toBe('constructor');
	});
});
