import type { INodeProperties } from 'n8n-workflow';

import { Stitch } from '../../../nodes/Stitch/Stitch.node';
import { fieldLabels, refusedField } from '../../../nodes/Stitch/transport/fieldNames';

/** What the panel calls its fields, those inside collections too. */
function labelsOf(fields: INodeProperties[]): string[] {
	return fields.flatMap((field) => {
		const inside = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return labelsOf(option.values);
			return 'displayName' in option ? labelsOf([option as INodeProperties]) : [];
		});
		return [field.displayName, ...inside];
	});
}

it('calls no field by a name that the panel does not have', () => {
	const known = labelsOf(new Stitch().description.properties);
	expect(fieldLabels.filter(([, label]) => !known.includes(label))).toEqual([]);
});

it.each([
	['beneficiary.accountNumber: does not fit', 'Account Number', 'does not fit'],
	['beneficiary.name: too long.', 'Beneficiary Name', 'too long'],
	['paymentMethods.eft.beneficiary.bank: unknown', 'Bank', 'unknown'],
	['amount.quantity: must be more than 0', 'Amount', 'must be more than 0'],
	['intent.charge.cashback.amount: too much', 'Cashback Amount', 'too much'],
	['splitSettlements[0].amount.quantity: too much', 'Split Amount', 'too much'],
	['splitSettlements.0.merchantId: unknown', 'Split Merchant ID', 'unknown'],
	['bankAccount.number: wrong', 'Account Number', 'wrong'],
	['accountHolder.identifyingDocument.number: wrong', 'Document Number', 'wrong'],
	['payer.email: wrong', 'Payer Email', 'wrong'],
	['type: not for this bank', 'Payout Speed', 'not for this bank'],
	['bankAccount.type: unknown', 'Account Type', 'unknown'],
	['accountHolder.email: wrong', 'Email', 'wrong'],
	['input.beneficiaryReference: 30 at most', 'Beneficiary Reference', '30 at most'],
])('reads which field is refused from "%s"', (detail, label, why) => {
	expect(refusedField(detail)).toEqual({ label, why });
});

it.each([
	undefined,
	'Request Refused',
	'after: not a cursor of this list',
	'Terminal is busy: try again',
	'amount:',
	'https://example.com: not reachable',
])('does not make a field up where there is none: %s', (detail) => {
	expect(refusedField(detail)).toBeUndefined();
});
