import { knownHolder } from '../../test/simulator/verification/knownHolder.mts';

/** Banks of the demo that are not as usual, by their IDs. */
export const banksInTrouble = { african_bank: 'unavailable', za_bidvest: 'degraded' };

/** What a person enters to make something happen, and what comes of it: the values of a test client. */
export const testValues: Array<{ what: string; happens: string }> = [
	{
		what: 'Payouts',
		happens:
			'Amounts below R400 to account numbers that end in 0 are paid. R400 the bank declines, R401 inactive account, R402 invalid account, R404 waits and is paid, more than R404 waits and is declined.',
	},
	{
		what: 'Banks',
		happens:
			'African Bank is down, and Bidvest Bank is slow: payments to them get a warning before they are made.',
	},
	{
		what: 'Payment links',
		happens: 'Open paymentUrl in a browser, and play the payer: Pay, Fail or Close.',
	},
	{
		what: 'Verification',
		happens: `Account 1234567890 of any bank, ID number ${knownHolder.identityNumber}, initials ${knownHolder.initials}, family name ${knownHolder.familyName}, account type ${knownHolder.accountType}: verified. Another ID number: refuted.`,
	},
	{
		what: 'Card machines',
		happens:
			'terminal-1 and terminal-2. R149.00 is approved, R149.50 is declined (50 cents and more are).',
	},
	{ what: 'Refunds', happens: 'An amount that ends in 51 cents does not work out.' },
];
