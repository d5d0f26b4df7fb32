import { readPayee, plainAccount } from '../../../../nodes/Stitch/payoutList/read/payee';
import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';

type How = Partial<Parameters<typeof readPayee>[1]>;

function payee(change: SheetRow['cells'], { payers = new Set<string>(), ...how }: How = {}) {
	const cells = { beneficiaryName: 'N Test', accountNumber: '1234567890', amount: '10', ...change };
	return readPayee({ row: 2, item: 1, types: {}, cells }, { payers, ...how });
}

const whyNot = (change: SheetRow['cells'], how: How = {}) => payee(change, how).wrong;

describe('the bank of a payee', () => {
	it('comes from the branch code', () => {
		expect(payee({ branchCode: '51001' })).toMatchObject({ cells: { bank: 'standard_bank' } });
		expect(whyNot({ branchCode: '51001' })).toBeUndefined();
	});

	it('is the one that the row names, if the branch code agrees', () => {
		const row = payee({ bank: 'First National Bank', branchCode: '250655' });
		expect(row.cells.bank).toBe('First National Bank');
		expect(row.wrong).toBeUndefined();
	});

	it('is none if the branch code is that of a different bank', () => {
		expect(whyNot({ bank: 'Absa', branchCode: '250655' })).toEqual({
			field: 'Branch Code',
			what: 'is that of FNB, but the bank is Absa',
			fix: 'Find out which of them is right, and correct the other.',
		});
	});

	it.each(['123456', '281667', '450105'])('is none if the branch code is %s', (code) => {
		expect(whyNot({ branchCode: code })).toMatchObject({ field: 'Branch Code' });
		expect(payee({ branchCode: code }).cells.bank).toBeUndefined();
		expect(whyNot({ bank: 'FNB', branchCode: code })).toMatchObject({ field: 'Branch Code' });
	});

	it('that is not recognised stays, and is rejected later', () => {
		expect(payee({ bank: 'Nedbnk', branchCode: '198765' })).toMatchObject({
			cells: { bank: 'Nedbnk' },
		});
	});
});

describe('a row that is not paid to a bank account', () => {
	it.each(['CASH', 'Cheque', 'Kontant', 'eWallet'])(
		'is not paid: its method is %s',
		(payMethod) => {
			expect(whyNot({ payMethod })).toEqual({
				field: 'Pay Method',
				what: `is ${payMethod}, not a payment to a bank account`,
				fix: 'This row is not paid here.',
			});
		},
	);

	it.each(['ACB', 'eft', 'Bank transfer', 'Electronic'])(
		'is none if its method is %s',
		(payMethod) => {
			expect(whyNot({ payMethod })).toBeUndefined();
		},
	);

	it('is not paid if its account type is none of a bank account, where the layout says so', () => {
		const notAccounts = { d: 'an eWallet' };
		expect(whyNot({ accountType: 'D' }, { notAccounts })).toMatchObject({
			field: 'Account Type',
			what: 'is D, an eWallet: not a bank account',
		});
		expect(whyNot({ accountType: '1' }, { notAccounts })).toBeUndefined();
		expect(whyNot({ accountType: 'D' })).toBeUndefined();
	});

	it('is not paid if it is the account that pays, with or without zeros before it', () => {
		const payers = new Set(['1234567890']);
		expect(whyNot({ accountNumber: '00 1234567890' }, { payers })).toMatchObject({
			field: 'Account Number',
			what: 'is the account that pays',
		});
		expect(whyNot({ accountNumber: '1234567891' }, { payers })).toBeUndefined();
	});

	it('is not paid if it has a sub-account', () => {
		expect(whyNot({ subAccount: '12' })).toMatchObject({ field: 'Sub-Account Number' });
		expect(whyNot({ subAccount: '000' })).toBeUndefined();
	});
});

describe('an amount in cents', () => {
	it.each([
		['00001250000', '12500.00'],
		['5', '0.05'],
		['0', '0.00'],
		['99999999999', '999999999.99'],
	])('%s is R%s', (cents, rand) => {
		expect(payee({ amount: cents }, { isInCents: true })).toMatchObject({
			cells: { amount: rand },
		});
	});

	it.each(['125.00', '12 500', '-5', '1,250', '1E5'])('is refused as %s', (amount) => {
		expect(whyNot({ amount }, { isInCents: true })).toMatchObject({ field: 'Amount in Rand' });
	});
});

it('an account number loses zeros before it only in a layout that fills it up with them', () => {
	const accountNumber = '0000062000000010';
	expect(payee({ accountNumber }, { isPadded: true }).cells.accountNumber).toBe('62000000010');
	expect(payee({ accountNumber }).cells.accountNumber).toBe(accountNumber);
	expect(plainAccount('0000')).toBe('0');
});
