import { isFound } from '../../../../nodes/Stitch/payoutList/getPage/found';

const payment = {
	...{ beneficiaryName: 'Elsab\u00e9 Coetzee', externalReference: 'SALARY-11-002' },
	id: 'ZGlzYnVyc2VtZW50OjE=',
};

it.each(['Elsab\u00e9', 'elsabe\u0301', 'ELSABE', ' elsabe  coetzee', 'salary-11', ''])(
	'a payment is found by a part of its payee or reference, however it is written: %j',
	(search) => {
		expect(isFound(payment, search)).toBe(true);
	},
);

it('a payment is found by its whole Stitch ID, in which short texts are by chance', () => {
	expect(isFound(payment, 'ZGlzYnVyc2VtZW50OjE=')).toBe(true);
	expect(isFound(payment, 'Ojo')).toBe(false);
	expect(isFound(payment, 'OjE')).toBe(false);
});

it.each(['elsabeth', 'SALARY-11-003', 'N Dlamini'])('a payment is not found by %j', (search) => {
	expect(isFound(payment, search)).toBe(false);
	expect(isFound({}, search)).toBe(false);
});
