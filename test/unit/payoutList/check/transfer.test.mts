import {
	accountKey,
	hasMoved,
	sumOf,
	transferInWords,
	transferOf,
	type Payout,
	type Transfer,
} from '../../../../nodes/Stitch/payoutList/check/transfer';
import type { PreparedPayment } from '../../../../nodes/Stitch/idempotency/payment';

const payment = {
	amount: { cents: 35050 },
	body: {
		beneficiary: { name: 'T Tester', accountNumber: '001234567890', bank: 'fnb' },
		externalReference: 'salary-1',
		beneficiaryReference: 'Salary Nov',
	},
} as unknown as PreparedPayment;

it('a transfer is what a payment would send, its account without leading zeros', () => {
	expect(transferOf(payment)).toEqual({
		...{ name: 'T Tester', who: expect.any(String), bank: 'fnb', account: '1234567890' },
		...{ cents: 35050, reference: 'salary-1', statement: 'Salary Nov' },
	});
});

it('a transfer names the same person however the name is written', () => {
	const named = (name: string) => ({
		...payment,
		body: { ...payment.body, beneficiary: { name, accountNumber: '1', bank: 'fnb' } },
	});
	expect(transferOf(named('TESTER  t')).who).toBe(transferOf(payment).who);
	expect(transferOf(named('T Toaster')).who).not.toBe(transferOf(payment).who);
});

it('a transfer is approved with its amount, its payee and the whole account', () => {
	expect(transferInWords(transferOf(payment))).toBe('R350.50 to T Tester, FNB 1234567890');
});

it('two transfers go to one account only if bank and number are the same', () => {
	const one = transferOf(payment);
	const keys = [one, { ...one, cents: 1 }, { ...one, bank: 'absa' }, { ...one, account: '2' }].map(
		(each: Transfer) => accountKey(each),
	);
	expect(new Set(keys).size).toBe(3);
	expect(keys[0]).toBe(keys[1]);
});

it.each([
	['done', true],
	['open', true],
	['paused', true],
	[undefined, true],
	['failed', false],
])('money of a payout that is %s has moved or may have: %s', (meaning, moved) => {
	expect(hasMoved({ meaning } as Payout)).toBe(moved);
});

it('a sum of nothing is nothing', () => {
	expect([sumOf([]), sumOf([{ cents: 1 }, { cents: 2 }])]).toEqual([0, 3]);
});
