import {
	amountCell,
	amountColumns,
	simplifyAccount,
	simplifyRecord,
} from '../../../nodes/Stitch/actions/columns';

describe('an amount', () => {
	it.each([
		['10.10', 10.1],
		['0.00', 0],
		['-3.30', -3.3],
		['1500', 1500],
		[33.3, 33.3],
		['9999999999999.99', 9999999999999.99],
		['0000000000000000000010.10', 10.1],
		['10.1000000000000000000', 10.1],
	])('is a number, whichever form it came in: %j', (value, expected) => {
		expect(amountCell(value)).toBe(expected);
	});

	it.each([
		// A number has no more than 15 digits that are sure.
		['99999999999999.99'],
		['1,500.00'],
		['R10'],
		[''],
	])('stays as it came where a number would not be the same: %j', (value) => {
		expect(amountCell(value)).toBe(value);
	});

	it('is next to its currency, and both columns exist when there is none', () => {
		const expected = { amount: 10.1, currency: 'ZAR' };
		expect(amountColumns({ amount: { quantity: '10.10', currency: 'ZAR' } })).toEqual(expected);
		expect(amountColumns({ amount: 10.1, currency: 'ZAR' })).toEqual(expected);
		expect(amountColumns({})).toEqual({ amount: null, currency: null });
	});
});

describe('a record that is not specified', () => {
	it('has a column for each of the first nine values in it, and the ID last', () => {
		const record = {
			id: 'a',
			last4: '1111',
			expiry: { month: 1, year: 30 },
			issuer: { bank: { name: 'B' } },
			limit: { quantity: '10.50', currency: 'ZAR' },
			amount: { quantity: '1.00', currency: 'ZAR' },
			tags: ['x'],
			none: null,
			tenth: 'left out',
		};
		expect(Object.entries(simplifyRecord(record))).toEqual([
			['last4', '1111'],
			['expiryMonth', 1],
			['expiryYear', 30],
			['issuerBankName', 'B'],
			['limit', 10.5],
			['limitCurrency', 'ZAR'],
			['amount', 1],
			['currency', 'ZAR'],
			['tags', ['x']],
			['id', 'a'],
		]);
	});
});

const account = {
	id: 'a',
	name: 'Savings',
	accountNumber: '1234567890',
	accountType: 'savings',
	bankId: 'fnb',
	availableBalance: { quantity: '10.10', currency: 'ZAR' },
	currentBalance: { quantity: '-0.50', currency: 'ZAR' },
};

it('an account has its balances as numbers, in the order in which they are read', () => {
	expect(Object.entries(simplifyAccount(account))).toEqual([
		['name', 'Savings'],
		['availableBalance', 10.1],
		['currentBalance', -0.5],
		['currency', 'ZAR'],
		['bank', 'fnb'],
		['accountNumber', '1234567890'],
		['accountType', 'savings'],
		['id', 'a'],
	]);
});

it('an account without balances, for which there was no scope, has the columns all the same', () => {
	const { availableBalance: _, currentBalance: __, ...rest } = account;
	expect(simplifyAccount(rest)).toMatchObject({
		availableBalance: null,
		currentBalance: null,
		currency: null,
	});
});

it('the float account shows how old its balance is, and where to transfer money', () => {
	const where = { accountNumber: '1234567890', branchCode: '250655' };
	const updatedAt = '2026-11-20T10:00:00Z';
	const float = { ...account, ...where, updatedAt };
	expect(simplifyAccount(float)).toMatchObject({ ...where, updatedAt });
});
