import { z } from 'zod/v4';

import { accountNumber } from '../../schemas/accountNumber';
import { bank } from '../../schemas/bank';
import { banksWithoutInstant, disbursementBanks } from '../../schemas/banks';
import { optionalOneOf } from '../../schemas/field';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';

/** A disbursement (spec 2.5) without the nonce, which is derived from the checked values. */
export const disbursementSchema = z
	.object({
		amount: paymentAmount('Amount'),
		externalReference: optionalVisibleText('External Reference', { max: 4096 }),
		beneficiaryReference: visibleText('Beneficiary Reference', { max: 20 }),
		beneficiary: z.object({
			name: visibleText('Beneficiary Name', { max: 20 }),
			accountNumber: accountNumber('Account Number'),
			bank: bank('Bank', disbursementBanks, { open: true }),
		}),
		type: optionalOneOf('Type', ['default', 'instant']),
	})
	.superRefine(({ type, beneficiary }, context) => {
		if (type === 'instant' && banksWithoutInstant.includes(beneficiary.bank)) {
			context.addIssue({
				code: 'custom',
				message: 'Type is Instant, which this bank does not support',
				params: { fix: 'Choose the type Default for this bank.' },
			});
		}
	});

export type Disbursement = z.output<typeof disbursementSchema>;
