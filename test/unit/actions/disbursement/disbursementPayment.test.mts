import { banksWithoutInstant } from '../../../../nodes/Stitch/schemas/bank';
import {
	disbursementForm,
	disbursementPayment,
} from '../../../../nodes/Stitch/actions/disbursement/disbursementPayment';
import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';
import { answer, graphqlPage, serviceOf } from '../../builders.mts';

const valid = {
	amount: '10.50',
	externalReference: 'salary-1',
	beneficiaryReference: 'Salary',
	beneficiaryName: 'N Test',
	accountNumber: '1234567890',
	bank: 'fnb',
	payoutSpeed: undefined,
	nonceSource: 'externalReference',
};

type Parameters = Record<string, unknown>;

const read = (parameters: Parameters) => disbursementForm.read({ get: (name) => parameters[name] });

function mistakesOf(raw: Parameters): string[] {
	try {
		read(raw);
		return [];
	} catch (cause) {
		if (!(cause instanceof InvalidInput)) throw cause;
		return cause.mistakes.map((mistake) => new InvalidInput([mistake]).message);
	}
}

const beneficiary = (more: object) => ({ ...valid, ...more });

describe('a disbursement (spec 2.5)', () => {
	it('does not guess an amount that can be read in two ways', () => {
		expect(mistakesOf({ ...valid, amount: '1,500' })[0]).toContain('can be read in two ways');
	});

	it('is read with its amount in cents', () => {
		expect(read(valid)).toMatchObject({ amount: { cents: 1050 }, accountNumber: '1234567890' });
	});

	it.each(['123456', '4123 4567 8901 2345', '1'.repeat(20)])(
		'takes the account number %s: a card or a loan account is long',
		(accountNumber) => {
			expect(mistakesOf(beneficiary({ accountNumber }))).toEqual([]);
		},
	);

	it.each(['62 000 000 010', ' 62\u00a0000\u202f000 010 ', '6200 0000 010', 62000000010])(
		'reads the account number %p without its spaces',
		(accountNumber) => {
			expect(read(beneficiary({ accountNumber })).accountNumber).toBe('62000000010');
		},
	);

	it('never shows an account number that a column in the wrong field holds', () => {
		expect(mistakesOf({ ...valid, amount: 'No. 1234567890' })).toEqual([
			"'Amount in Rand' is not an amount: No. …90",
		]);
	});

	it('leaves a bank that is not known yet to Stitch', () => {
		const bank = 'za_a_bank_of_next_year';
		expect(read(beneficiary({ bank })).bank).toBe(bank);
	});

	// Of a number that a spreadsheet shortened, advice to remove its letters would lead to another account.
	it.each`
		raw                                                          | mistakes
		${beneficiary({ beneficiaryName: '' })}                      | ${["'Beneficiary Name' is empty"]}
		${beneficiary({ beneficiaryName: 'A name of 21 letters.' })} | ${["'Beneficiary Name' can have at most 20 characters and has 21"]}
		${{ ...valid, beneficiaryReference: 'x'.repeat(21) }}        | ${["'Beneficiary Reference' can have at most 20 characters and has 21"]}
		${{ ...valid, externalReference: 'x'.repeat(4097) }}         | ${["'External Reference' can have at most 4096 characters and has 4097"]}
		${beneficiary({ accountNumber: '12345' })}                   | ${["'Account Number' has 5 digits, and needs at least 6"]}
		${beneficiary({ accountNumber: '1'.repeat(21) })}            | ${["'Account Number' has 21 digits, and can have at most 20"]}
		${beneficiary({ accountNumber: '12345A7890' })}              | ${["'Account Number' must contain digits only"]}
		${beneficiary({ accountNumber: 4123456789012345 })}          | ${["'Account Number' is a number with more than 15 digits, so its last digits were lost"]}
		${beneficiary({ accountNumber: '6.20012E+10' })}             | ${["'Account Number' was shortened: 6.20012E+10"]}
		${beneficiary({ accountNumber: '1234567890\u200b' })}        | ${["'Account Number' has an invisible character (U+200B) at position 11"]}
		${beneficiary({ bank: 'The Bank' })}                         | ${["'Bank' is not recognised by Stitch: The Bank"]}
		${{ ...valid, payoutSpeed: 'fast' }}                         | ${["'Payout Speed' cannot be fast"]}
		${{ ...valid, amount: 0, beneficiaryReference: ' ' }}        | ${["'Amount in Rand' must be more than 0: 0", "'Beneficiary Reference' is empty"]}
	`('rejects: $mistakes', ({ raw, mistakes }) => {
		expect(mistakesOf(raw)).toEqual(mistakes);
	});

	it.each(banksWithoutInstant)('rejects an instant payment to %s', (bank) => {
		expect(mistakesOf({ ...beneficiary({ bank }), payoutSpeed: 'instant' })).toEqual([
			"'Payout Speed' is Instant, which this bank does not support",
		]);
		expect(mistakesOf({ ...beneficiary({ bank }), payoutSpeed: 'default' })).toEqual([]);
	});
});

it('finds the first payout of a nonce with why it has failed, wherever REST says it', async () => {
	const first = { id: 'd-1', nonce: 'n', status: 'error' };
	const { service } = serviceOf([
		graphqlPage('disbursements', [{ ...first, status: { __typename: 'DisbursementError' } }]),
		answer(200, { ...first, reason: 'inactive_account' }),
	]);
	expect(await disbursementPayment.find(service, 'n')).toMatchObject({
		status: 'error',
		statusReason: 'inactive_account',
	});
});
