import { forAgent } from '../../../nodes/Stitch/run/simplify';

describe('an AI agent', () => {
	it('gets the last two digits of an account number', () => {
		const columns = { beneficiaryName: 'N Test', accountNumber: '1234567890', amount: 10 };
		expect(forAgent(columns)).toEqual({ ...columns, accountNumber: '…90' });
	});

	it.each([[{ accountNumber: null }], [{ accountNumber: '…90' }], [{ status: 'paid' }]])(
		'gets %j as it is',
		(columns) => {
			expect(forAgent(columns)).toEqual(columns);
		},
	);
});
