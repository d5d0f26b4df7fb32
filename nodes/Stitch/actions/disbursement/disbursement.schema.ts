import { z } from 'zod/v4';

import { accountNumber } from '../../schemas/accountNumber';
import { bank } from '../../schemas/bank';
import { banksWithoutInstant, disbursementBanks } from '../../schemas/banks';
import { optionalOneOf } from '../../schemas/field';
import { paymentAmount } from '../../schemas/money';
import { optionalVisibleText, visibleText } from '../../schemas/visibleText';

/** In characters (public documentation). */
export const longestName = 20;

/** What the panel calls the type of a payout, and the type that every bank supports. */
const namesOfType = {
	payoutSpeed: { label: 'Payout Speed', ordinary: 'Same Day' },
	/** In nodes of version 1. */
	type: { label: 'Type', ordinary: 'Default' },
};

/** A disbursement (spec 2.5) without the nonce, which is derived from the checked values. */
const schemaOf = ({ label, ordinary }: { label: string; ordinary: string }) =>
	z
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
			type: optionalOneOf(label, ['default', 'instant']),
		})
		.superRefine(({ type, beneficiary }, context) => {
			if (type === 'instant' && banksWithoutInstant.includes(beneficiary.bank)) {
				context.addIssue({
					code: 'custom',
					message: `${label} is Instant, which this bank does not support`,
					params: { fix: `Choose ${ordinary} under ${label} for this bank.` },
				});
			}
		});

/** Disbursements by the field that their type is read from. They are made once, not for each item. */
export const disbursementSchemas = {
	payoutSpeed: schemaOf(namesOfType.payoutSpeed),
	type: schemaOf(namesOfType.type),
};

export type Disbursement = z.output<typeof disbursementSchemas.payoutSpeed>;
