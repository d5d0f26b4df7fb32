import { z } from 'zod/v4';

import { accountNumber } from '../../schemas/accountNumber';
import { bank } from '../../schemas/bank';
import { banksWithoutInstant, disbursementBanks } from '../../schemas/banks';
import { optionalOneOf, refuse } from '../../schemas/field';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';

/** In characters (public documentation). */
export const longestName = 20;

/**
 * A disbursement (spec 2.5) without the nonce, which is derived from the checked values. It is made
 * once, not for each item.
 */
export const disbursementSchema = z
	.object({
		amount: paymentAmount('Amount'),
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		beneficiaryReference: visibleText('Beneficiary Reference', { max: 20 }),
		beneficiary: z.object({
			name: visibleText('Beneficiary Name', {
				max: longestName,
				shortenedBy: 'Shorten Names',
			}),
			accountNumber: accountNumber('Account Number'),
			bank: bank('Bank', disbursementBanks, { open: true }),
		}),
		type: optionalOneOf('Payout Speed', ['default', 'instant']),
	})
	.superRefine(({ type, beneficiary }, context) => {
		if (type === 'instant' && banksWithoutInstant.includes(beneficiary.bank)) {
			refuse(
				context,
				'Payout Speed',
				'is Instant, which this bank does not support',
				'Choose Same Day for this bank.',
			);
		}
	});

export type Disbursement = z.output<typeof disbursementSchema>;
