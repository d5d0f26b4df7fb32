import { email } from '../../../nodes/Stitch/schemas/email';
import { check } from '../../../nodes/Stitch/schemas/field';

it.each([
	['name@example.com', 'name@example.com'],
	[' n.dlamini+pay@mail.example.co.za ', 'n.dlamini+pay@mail.example.co.za'],
	['', undefined],
	[undefined, undefined],
])('reads %p', (given, expected) => {
	expect(check(email('Payer Email'), given)).toBe(expected);
});

it.each(['name', 'name@', '@example.com', 'one@example.com, two@example.com', 'a b@example.com'])(
	'rejects %p',
	(given) => {
		expect(() => check(email('Payer Email'), given)).toThrow(
			"'Payer Email' is not an email address",
		);
	},
);
