import {
	amountFound,
	comparedAccount,
	comparedAmount,
	differenceInWords,
	differencesOf,
	idFound,
} from '../../../nodes/Stitch/idempotency/comparison';

describe('an amount of the service', () => {
	const withCurrency = { quantity: '150.00', currency: 'ZAR' };

	it.each([[150], ['150'], ['150.00'], [' 150.0 '], [withCurrency]])(
		'is %p in rand with two decimals',
		(value) => {
			expect(amountFound(value)).toBe('150.00');
		},
	);

	it.each([[undefined], [null], [''], ['$150'], [{}], [{ amount: 150 }], [[150]]])(
		'is empty when Stitch gives %p',
		(value) => {
			expect(amountFound(value)).toBeUndefined();
		},
	);
});

describe('an amount that was asked for', () => {
	const differenceFrom = (found: unknown) =>
		differencesOf([comparedAmount('150.00', found)]).map(differenceInWords);

	it.each([
		[{ quantity: '150.00', currency: 'ZAR' }],
		[{ quantity: '150.00', currency: 'zar' }],
		[{ quantity: '150.00' }],
		[{ quantity: '150.00', currency: null }],
		['150'],
	])('is the same as %j', (found) => {
		expect(differenceFrom(found)).toEqual([]);
	});

	it('is not the same in a different currency', () => {
		expect(differenceFrom({ quantity: '150.00', currency: 'USD' })).toEqual([
			"'Amount' was 150.00 USD and is now R150.00",
		]);
	});
});

describe('an ID of the service', () => {
	it.each([['charge-1'], [{ id: 'charge-1' }], [{ id: 'charge-1', status: 'success' }]])(
		'is found in %j',
		(value) => {
			expect(idFound(value)).toBe('charge-1');
		},
	);

	it.each([[undefined], [null], [''], [7], [{}], [{ id: '' }], [{ id: 7 }], [{ id: null }]])(
		'is not found in %j',
		(value) => {
			expect(idFound(value)).toBeUndefined();
		},
	);
});

describe('an account number of the service', () => {
	const isSame = (asked: string, found: unknown) =>
		differencesOf([comparedAccount(asked, found)]).length === 0;

	it.each([
		['without its leading zero', '0620000010', '620000010'],
		['without all of its leading zeros', '00620000010', '620000010'],
		['padded with zeros', '620000010', '00000620000010'],
		['with white space around it', '620000010', ' 620000010 '],
		['as a number', '0620000010', 620000010],
		['of a card', '4123456789012345', '4123456789012345'],
	])('is the one that was asked for %s', (_, asked, found) => {
		expect(isSame(asked, found)).toBe(true);
		expect(comparedAccount(asked, found).found).toBeDefined();
	});

	it.each([
		['masked', '******0010'],
		['shortened', '0010'],
		['in another form', 'ZA-620000010'],
		['longer than any', '1'.repeat(21)],
		['not at all', undefined],
	])('is unknown when it comes %s', (_, found) => {
		expect(comparedAccount('620000010', found).found).toBeUndefined();
	});

	it('is shown to nobody where it is another one', () => {
		const [different] = differencesOf([comparedAccount('620000010', '620000028')]);
		expect(different && differenceInWords(different)).toBe("'Account Number' is not the same");
	});

	it('is another one where its digits are others', () => {
		expect(isSame('620000010', '620000011')).toBe(false);
		expect(isSame('0000012345', '0000054321')).toBe(false);
	});
});
