import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { InvalidInput } from '../../../../nodes/Stitch/schemas/invalidInput';
import { itemOf } from '../../builders.mts';
import { mistakesIn } from '../perform.mts';
import { run, simple, split, whatIsWrong, withMore, withPayer } from './creating.mts';

describe('a Beneficiary Name of more than 20 characters', () => {
	const long = { ...simple, beneficiaryName: 'Example Shop of Cape Town' };

	it('is rejected, and the option that shortens it is named', () => {
		expect(mistakesIn(create, long)).toMatchObject([
			{ fix: "Shorten it to 20 characters, or turn on 'Shorten Names' under Options." },
		]);
	});

	it('is sent with its first 20 characters where Shorten Names is on', async () => {
		const { body } = await run({ ...long, options: { shortenNames: true } });
		expect(body).toMatchObject({
			paymentMethods: { eft: { beneficiary: { name: 'Example Shop of Cape' } } },
		});
	});

	it('is not read where the payment goes to a merchant', () => {
		const toMerchant = { settleTo: 'merchant', merchantId: 'm-1', options: { shortenNames: true } };
		const item = itemOf({ ...long, ...toMerchant });
		const read = jest.spyOn(item, 'get');
		expect(mistakesIn(create, item)).toEqual([]);
		expect(read).not.toHaveBeenCalledWith('beneficiaryName');
	});
});

const but = (more: object) => ({ ...simple, ...more }) as IDataObject;
const passport = { documentNumber: 'A0', documentType: 'passport', documentCountry: '' };

it.each`
	given                                                                          | complaint
	${but({ amount: '' })}                                                         | ${"'Amount in Rand' is empty"}
	${but({ payerReference: ' ' })}                                                | ${"'Payer Reference' is empty"}
	${but({ payerReference: '1234567890123' })}                                    | ${"'Payer Reference' can have at most 12 characters and has 13"}
	${but({ beneficiaryName: undefined })}                                         | ${"'Beneficiary Name' is empty"}
	${but({ beneficiaryName: 'x'.repeat(21) })}                                    | ${"'Beneficiary Name' can have at most 20 characters and has 21"}
	${but({ bank: 'My Bank' })}                                                    | ${"'Bank' is not recognised by Stitch: My Bank"}
	${but({ accountNumber: '12345' })}                                             | ${"'Account Number' has 5 digits, and needs at least 6"}
	${but({ accountNumber: '1'.repeat(21) })}                                      | ${"'Account Number' has 21 digits, and can have at most 20"}
	${but({ settleTo: 'merchant' })}                                               | ${"'Merchant ID' is empty"}
	${but({ settleTo: 'both' })}                                                   | ${"'Settle To' cannot be both"}
	${but({ paymentMethods: [] })}                                                 | ${"'Payment Methods' is empty"}
	${but({ paymentMethods: [null, ' '] })}                                        | ${"'Payment Methods' is empty"}
	${but({ paymentMethods: ['eft', 'cash'] })}                                    | ${"'Payment Methods' has a value that Stitch does not know: cash"}
	${but({ paymentMethods: ['capitecPay', 'card'] })}                             | ${"'Payment Methods' has Capitec Pay without Pay by Bank"}
	${but({ paymentMethods: ['absaEft'] })}                                        | ${"'Payment Methods' has ABSA Pay without Pay by Bank"}
	${but({ externalReference: 'x'.repeat(4097) })}                                | ${"'External Reference' can have at most 4096 characters and has 4097"}
	${withMore({ beneficiaryReference: 'x'.repeat(21) })}                          | ${"'Beneficiary Reference' can have at most 20 characters and has 21"}
	${withMore({ expireAt: '2026-11-20T10:00:00Z' })}                              | ${/^'Expire At' is in the past: 20\d\d-/}
	${withMore({ expireAt: '2026-11-20T11:59' })}                                  | ${/^'Expire At' is in the past: 20\d\d-/}
	${withMore({ expireAt: '2019-01-01' })}                                        | ${/^'Expire At' is in the past: 20\d\d-/}
	${withMore({ restrictPayerBank: 'X!' })}                                       | ${"'Restrict Payer Bank' is not recognised by Stitch: X!"}
	${withPayer({ email: 'nobody' })}                                              | ${"'Payer Email' is not an email address"}
	${withPayer({ accountCreatedDate: 'soon' })}                                   | ${"'Payer Since' is not a date that can be read: soon"}
	${{ ...withPayer({ email: 'a@example.com' }), payerId: '' }}                   | ${"'Payer ID' is empty, but other details of the payer are filled in"}
	${{ ...withMore({ restrictPayerBank: 'capitec' }), paymentMethods: ['card'] }} | ${"'Restrict Payer Bank' is set, but 'Payment Methods' has no Pay by Bank, so it would limit nothing"}
	${withPayer(passport)}                                                         | ${"'Document Country' is empty"}
	${split('', 1)}                                                                | ${"'Split Merchant ID' is empty"}
	${split('m', 0)}                                                               | ${"'Split Amount in Rand' must be more than 0: 0"}
	${split('m', '150.51')}                                                        | ${"'Split Amount in Rand' is R150.51, more than 'Amount in Rand' (R150.50)"}
`(
	'rejects: $complaint',
	({ given, complaint }: { given: IDataObject; complaint: string | RegExp }) => {
		const [mistake, ...more] = mistakesIn(create, given);
		expect(more).toEqual([]);
		expect(mistake && new InvalidInput([mistake]).message).toEqual(
			typeof complaint === 'string' ? complaint : expect.stringMatching(complaint),
		);
		expect(mistake?.fix).not.toBe('');
	},
);

it('names the zone of the workflow, and all wrong fields at once', () => {
	expect(mistakesIn(create, withMore({ expireAt: '2019-01-01' }))[0]?.fix).toContain(
		'Africa/Johannesburg',
	);
	const more = withMore({
		expireAt: 'x',
		payer: { details: { email: 'nobody' } },
		redirect: { addresses: { failureRedirectUrl: 'x' } },
	});
	expect(
		whatIsWrong({ ...more, amount: '', payerReference: '', bank: '', accountNumber: '1' }),
	).toHaveLength(7);
	expect(whatIsWrong({ ...withPayer({ email: '', documentNumber: '' }), payerId: '' })).toEqual([]);
});
