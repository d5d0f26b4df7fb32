import { paymentLabel } from '../../../nodes/Stitch/actions/paymentLabel';

it('knows a payment by amount, person, time, status and reference', () => {
	const record = { id: 'a', status: 'pending', createdAt: '2026-11-20T10:30:00Z' };
	const facts = { amount: '20', who: 'N Dlamini', reference: 'salary-1' };
	const time = { time: '2026-11-20T10:30:00Z' };
	expect(paymentLabel(record, facts)).toEqual(['R20.00', 'N Dlamini', time, 'pending', 'salary-1']);
});
