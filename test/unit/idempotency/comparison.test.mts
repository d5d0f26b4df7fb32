import { amountFound, idFound } from '../../../nodes/Stitch/idempotency/comparison';

describe('an amount of the service', () => {
	it.each([[150], ['150'], ['150.00'], [' 150.0 ']])('is %p in rand with two decimals', (value) => {
		expect(amountFound(value)).toBe('150.00');
	});

	it.each([[undefined], [null], [''], ['$150'], [{ quantity: '150.00' }]])(
		'is not told by %p',
		(value) => {
			expect(amountFound(value)).toBeUndefined();
		},
	);
});

describe('an ID of the service', () => {
	it.each([['charge-1'], [{ id: 'charge-1' }], [{ id: 'charge-1', status: 'success' }]])(
		'is found in %j',
		(value) => {
			expect(idFound(value)).toBe('charge-1');
		},
	);

	it.each([[undefined], [null], [''], [7], [{}], [{ id: '' }], [{ id: 7 }], [{ id: null }]])(
		'is not told by %j',
		(value) => {
			expect(idFound(value)).toBeUndefined();
		},
	);
});
