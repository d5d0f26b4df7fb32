import { disbursementChoices } from '../../../../nodes/Stitch/actions/disbursement/disbursements';

it.each([
	[
		{
			id: 'd',
			amount: { quantity: '12500.00', currency: 'ZAR' },
			bankBeneficiary: { accountHolder: 'N Dlamini', accountNumber: '1234567890' },
			externalReference: 'salary-2026-11-017',
			created: '2026-11-20T10:30:00Z',
			status: { __typename: 'DisbursementPaused' },
		},
		'R12\u00a0500.00 · N Dlamini · 20 Nov 2026, 12:30 · paused · salary-2026-11-017',
	],
	[{ id: 'd', amount: null, bankBeneficiary: null, status: null }, 'd'],
])('labels the disbursement %j, without the account number', (node, label) => {
	const record = disbursementChoices.asOutput(node);
	expect(disbursementChoices.label(record, 'Africa/Johannesburg')).toBe(label);
});
