import {
	asDisbursement,
	disbursementEvents,
} from '../../../../nodes/Stitch/actions/disbursement/disbursements';

describe('the events of disbursements', () => {
	it('are all of one type of subscription', () => {
		const types = Object.keys(disbursementEvents.kinds).map(disbursementEvents.filterType);
		expect(new Set(types)).toEqual(new Set(['disbursement']));
	});

	it('are read where GraphQL lists disbursements, and nowhere else', () => {
		const node = { id: 'd', status: { __typename: 'DisbursementPaused' } };
		expect(disbursementEvents.ofNode?.('disbursements', node)).toEqual({
			data: node,
			state: { __typename: 'DisbursementPaused' },
		});
		expect(disbursementEvents.ofNode?.('refunds', node)).toBeUndefined();
	});

	it('do without a status that is not there', () => {
		expect(disbursementEvents.ofNode?.('disbursements', { id: 'd' })?.state).toEqual({});
	});
});

it('tells a disbursement of GraphQL in the words of REST', () => {
	const node = {
		id: 'd',
		nonce: 'n',
		amount: { quantity: '150.00', currency: 'ZAR' },
		bankBeneficiary: { accountHolder: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
		created: '2026-11-20T10:00:00Z',
		status: {
			__typename: 'DisbursementReversed',
			disbursementReversedReason: 'invalid_account',
			date: '2026-11-21T10:00:00Z',
		},
	};
	expect(asDisbursement(node)).toEqual({
		id: 'd',
		nonce: 'n',
		amount: { quantity: '150.00', currency: 'ZAR' },
		beneficiary: { name: 'Payee', accountNumber: '1234567890', bankId: 'fnb' },
		status: 'reversed',
		statusReason: 'invalid_account',
		statusDate: '2026-11-21T10:00:00Z',
		createdAt: '2026-11-20T10:00:00Z',
	});
});
