import { z } from 'zod/v4';

import { accountNumber } from '../../schemas/accountNumber';
import { bank } from '../../schemas/bank';
import { banksWithoutInstant, disbursementBanks } from '../../schemas/banks';
import { optionalOneOf, optionalText, text } from '../../schemas/field';
import { money } from '../../schemas/money';

/** A disbursement (spec 2.5), without the nonce, which comes from the checked rest. */
export const disbursementSchema = z
	.object({
		amount: money('Amount'),
		externalReference: optionalText('External Reference', { max: 4096 }),
		beneficiaryReference: text('Beneficiary Reference', { max: 20 }),
		beneficiary: z.object({
			name: text('Beneficiary Name', { max: 20 }),
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
