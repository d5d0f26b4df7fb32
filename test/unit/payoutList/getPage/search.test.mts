import { matchesSearch } from '../../../../nodes/Stitch/payoutList/getPage/search';

const payment = {
	...{ beneficiaryName: 'Elsab\u00e9 Coetzee', externalReference: 'SALARY-11-002' },
	id: 'ZGlzYnVyc2VtZW50OjE=',
};

it.each(['Elsab\u00e9', 'elsabe\u0301', 'ELSABE', ' elsabe  coetzee', 'salary-11', ''])(
	'a payment is found by a part of its payee or reference, however it is written: %j',
	(search) => {
		expect(matchesSearch(payment, search)).toBe(true);
	},
);

it('a payment is found by its whole Stitch ID, in which short texts are by chance', () => {
	expect(matchesSearch(payment, 'ZGlzYnVyc2VtZW50OjE=')).toBe(true);
	expect(matchesSearch(payment, 'Ojo')).toBe(false);
	expect(matchesSearch(payment, 'OjE')).toBe(false);
});

it.each(['elsabeth', 'SALARY-11-003', 'N Dlamini'])('a payment is not found by %j', (search) => {
	expect(matchesSearch(payment, search)).toBe(false);
	expect(matchesSearch({}, search)).toBe(false);
});
