import { simplifyAccount } from '../../../nodes/Stitch/actions/columns';

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

it('the float account shows how old its balance is', () => {
	const float = { ...account, accountFunction: 'float', updatedAt: '2026-11-20T10:00:00Z' };
	expect(simplifyAccount(float)).toMatchObject({
		accountFunction: 'float',
		updatedAt: '2026-11-20T10:00:00Z',
	});
});
