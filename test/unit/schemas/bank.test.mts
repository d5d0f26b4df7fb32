import { accountNumber, optionalBank, requiredBank } from '../../../nodes/Stitch/schemas/bank';
import { check } from '../../../nodes/Stitch/schemas/invalidInput';
import { complaintOf } from './complaint.mts';

const closed = requiredBank('Bank', ['fnb', 'standard_bank'], { open: false });
const open = requiredBank('Bank', ['fnb', 'standard_bank'], { open: true });

it.each([
	['fnb', 'fnb'],
	['FNB', 'fnb'],
	['Standard Bank', 'standard_bank'],
	['standard bank', 'standard_bank'],
	[' standard_bank ', 'standard_bank'],
	['First National Bank', 'fnb'],
	['First National Bank (FNB)', 'fnb'],
	['The Standard Bank of South Africa Ltd', 'standard_bank'],
	['Standard Bank SA', 'standard_bank'],
])('takes %j for %s', (given, id) => {
	expect(check(closed, given)).toBe(id);
	expect(check(open, given)).toBe(id);
});

it.each(['absa', 'za_new_bank2'])(
	'leaves %s to the service, whose sets shift, only where the field says so',
	(given) => {
		expect(check(open, given)).toBe(given);
		expect(() => check(closed, given)).toThrow(`'Bank' is not recognised by Stitch: ${given}`);
	},
);

it.each(['Absa', 'za-new-bank', 'First Bank', 'fnb; absa', 'Bank'])(
	'rejects what is neither a known name nor in the form of an ID: %s',
	(given) => {
		expect(() => check(open, given)).toThrow(`'Bank' is not recognised by Stitch: ${given}`);
	},
);

it('does not repeat what may be an account number', () => {
	expect(() => check(open, '1234567890')).toThrow(/Stitch: …90$/);
});

it.each(['', ' ', undefined, null])('rejects %j, unless it may be left empty', (given) => {
	expect(() => check(open, given)).toThrow("'Bank' is empty");
	expect(check(optionalBank('Bank', ['fnb'], { open: true }), given)).toBeUndefined();
});

it('checks what may be left empty like any other when it is given', () => {
	const optional = optionalBank('Restrict Payer Bank', ['fnb'], { open: false });
	expect(check(optional, 'FNB')).toBe('fnb');
	expect(() => check(optional, 'absa')).toThrow("'Restrict Payer Bank' is not recognised");
});

it.each([
	[['fnb'], "'Bank' is a list, not text"],
	[{ id: 'fnb' }, "'Bank' is an object, not text"],
])('rejects %j, which is no text', (given, why) => {
	expect(() => check(open, given)).toThrow(why);
	expect(() => check(optionalBank('Bank', ['fnb'], { open: true }), given)).toThrow(why);
});

it('says where to find the right one', () => {
	expect(complaintOf(closed, 'Absa')?.fix).toContain('Use its common name, such as Absa');
});

it.each([
	['12345', 'has 5 digits, and needs at least 6', /^Digits are missing: /],
	[12345, 'has 5 digits, and needs at least 6', /^Digits are missing: /],
	[
		'12 345 678 901 234',
		'has 14 digits, and can have at most 13',
		/^Compare it with what its holder/,
	],
	['12345A7890', 'must contain digits only', /^Remove all other characters/],
	['0000000000', 'has only zeros', /^Enter the number that its holder gave you/],
])(
	'says of the account number %j what is wrong with it, and not its digits',
	(given, what, fix) => {
		const complaint = complaintOf(accountNumber(13)('Account Number'), given);
		expect(complaint?.fix).toMatch(fix);
		expect(() => check(accountNumber(13)('Account Number'), given)).toThrow(
			`'Account Number' ${what}`,
		);
		expect(JSON.stringify(complaint)).not.toContain('12345');
	},
);

it.each(['123456', '1234567890123', '62 000 000 010'])('takes the account number %s', (given) => {
	expect(check(accountNumber(13)('Account Number'), given)).toBe(given.replaceAll(' ', ''));
});
