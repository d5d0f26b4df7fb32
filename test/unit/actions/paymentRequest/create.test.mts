import type { IDataObject } from 'n8n-workflow';

import { create } from '../../../../nodes/Stitch/actions/paymentRequest/create.operation';
import { InvalidInput } from '../../../../nodes/Stitch/schemas/field';
import { mistakesIn } from '../perform.mts';
import {
	tomorrow,
	simple,
	simpleBody,
	run,
	whatIsWrong,
	withMore,
	withPayer,
} from './creating.mts';

describe('the request', () => {
	it('goes to the path of the specification with the fields of a simple case', async () => {
		const { sent, body } = await run(simple);
		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://rest.test/v2/payment-requests' });
		expect(sent[0]).not.toHaveProperty('qs');
		expect(body).toEqual(simpleBody);
	});

	it('holds every field of the specification', async () => {
		const { body } = await run({
			...simple,
			paymentMethods: ['absaEft', 'capitecPay', 'card', 'crypto', 'eft'],
			additionalFields: {
				beneficiaryReference: 'Order 1017 shop',
				expireAt: '2026-12-01T12:00:00+02:00',
				metadata: {
					entry: [
						{ key: 'department', value: 'sales' },
						{ key: 'basket', value: { items: [1, 2] } },
						{ key: 'count', value: 2 },
					],
				},
				payer: {
					details: {
						accountCreatedDate: '2024-05-06',
						documentCountry: 'za',
						documentNumber: 'A0000000',
						documentType: 'passport',
						email: 'name@example.com',
						fullName: 'N Test',
						mobileNumber: '+27820000000',
					},
				},
				restrictPayerBank: 'capitec',
				splitSettlement: { part: { merchantId: 'merchant-2', amount: '50.25' } },
			},
		});
		expect(body).toEqual({
			amount: { currency: 'ZAR', quantity: 150.5 },
			externalReference: 'order-1017',
			expireAt: '2026-12-01T10:00:00.000Z',
			restrictPayerBank: 'capitec',
			payer: {
				identifier: 'customer-204',
				identifyingDocument: { type: 'passport', country: 'ZA', number: 'A0000000' },
				mobileNumber: '+27820000000',
				email: 'name@example.com',
				fullName: 'N Test',
				accountCreatedDate: '2024-05-06',
			},
			paymentMethods: {
				eft: {
					enabled: true,
					payerReference: 'Order 1017',
					beneficiaryReference: 'Order 1017 shop',
					beneficiary: { name: 'Example Shop', bank: 'fnb', accountNumber: '1234567890' },
					capitecPay: { enabled: true },
					absaEft: { enabled: true },
				},
				card: { enabled: true },
				crypto: { enabled: true },
			},
			metadata: { department: 'sales', basket: '{"items":[1,2]}', count: 2 },
			splitSettlements: [
				{ merchantId: 'merchant-2', amount: { currency: 'ZAR', quantity: 50.25 } },
			],
		});
	});

	it('names the merchant and no beneficiary when the money goes to a merchant', async () => {
		const { body } = await run({ ...simple, settleTo: 'merchant', merchantId: 'merchant-1' });
		expect(body).toEqual({
			...simpleBody,
			merchantId: 'merchant-1',
			paymentMethods: { eft: { enabled: true, payerReference: 'Order 1017' } },
		});
	});

	it('turns Pay by Bank off, with none of its fields, when it is not chosen', async () => {
		const { body } = await run({
			amount: 10,
			paymentMethods: ['card'],
			settleTo: 'bankAccount',
			additionalFields: { beneficiaryReference: 'Left over' },
		});
		expect(body).toEqual({
			amount: { currency: 'ZAR', quantity: 10 },
			expireAt: tomorrow,
			paymentMethods: { eft: { enabled: false }, card: { enabled: true } },
		});
	});

	it('can settle a card payment to a merchant without Pay by Bank', async () => {
		const { body } = await run({
			amount: 10,
			paymentMethods: ['card'],
			settleTo: 'merchant',
			merchantId: 'merchant-1',
		});
		expect(body).toMatchObject({
			merchantId: 'merchant-1',
			paymentMethods: { eft: { enabled: false }, card: { enabled: true } },
		});
	});

	it('takes one method as text, as an expression may give it', async () => {
		const { body } = await run({ amount: 10, paymentMethods: 'crypto', settleTo: 'bankAccount' });
		expect(body.paymentMethods).toEqual({ eft: { enabled: false }, crypto: { enabled: true } });
	});
});

describe('Expire At', () => {
	it('without a zone is meant in the time zone of the workflow', async () => {
		const { body } = await run(withMore({ expireAt: '2026-12-01T12:00:00' }));
		expect(body.expireAt).toBe('2026-12-01T10:00:00.000Z');
	});

	it('of a day without a time is at its end', async () => {
		const { body } = await run(withMore({ expireAt: '2026-12-01' }));
		expect(body.expireAt).toBe('2026-12-01T21:59:59.999Z');
	});

	it.each(['2026-11-20T10:00:00Z', '2026-11-20T11:59', '2019-01-01'])(
		'rejects %s, which is not in the future',
		(expireAt) => {
			const [mistake] = mistakesIn(create, withMore({ expireAt }));
			expect(mistake?.what).toMatch(/^is in the past: 20\d\d-/);
			expect(mistake?.fix).toContain('Africa/Johannesburg');
		},
	);
});

describe('what is rejected before anything is sent', () => {
	const passport = { documentNumber: 'A0', documentType: 'passport' };
	const part = (fields: IDataObject) => withMore({ splitSettlement: { part: fields } });

	it.each<[string, IDataObject]>([
		["'Amount' is empty", { ...simple, amount: '' }],
		["'Payer Reference' is empty", { ...simple, payerReference: ' ' }],
		[
			"'Payer Reference' can have at most 12 characters and has 13",
			{ ...simple, payerReference: '1234567890123' },
		],
		["'Beneficiary Name' is empty", { ...simple, beneficiaryName: undefined }],
		[
			"'Beneficiary Name' can have at most 20 characters and has 21",
			{ ...simple, beneficiaryName: 'x'.repeat(21) },
		],
		["'Bank' is not recognised by Stitch: My Bank", { ...simple, bank: 'My Bank' }],
		[
			"'Account Number' must be 6 to 13 digits, nothing else",
			{ ...simple, accountNumber: '12345' },
		],
		["'Merchant ID' is empty", { ...simple, settleTo: 'merchant' }],
		["'Settle To' cannot be both", { ...simple, settleTo: 'both' }],
		["'Payment Methods' is empty", { ...simple, paymentMethods: [] }],
		["'Payment Methods' is empty", { ...simple, paymentMethods: [null, ' '] as never }],
		[
			"'Payment Methods' has a value that Stitch does not know: cash",
			{ ...simple, paymentMethods: ['eft', 'cash'] },
		],
		[
			"'Payment Methods' has Capitec Pay without Pay by Bank",
			{ ...simple, paymentMethods: ['capitecPay', 'card'] },
		],
		[
			"'Payment Methods' has ABSA Pay without Pay by Bank",
			{ ...simple, paymentMethods: ['absaEft'] },
		],
		[
			"'External Reference' can have at most 4096 characters and has 4097",
			{ ...simple, externalReference: 'x'.repeat(4097) },
		],
		[
			"'Beneficiary Reference' can have at most 20 characters and has 21",
			withMore({ beneficiaryReference: 'x'.repeat(21) }),
		],
		["'Payer Email' is not an email address", withPayer({ email: 'nobody' })],
		[
			"'Payer Since' is not a date that can be read: soon",
			withPayer({ accountCreatedDate: 'soon' }),
		],
		[
			"'Restrict Payer Bank' is not recognised by Stitch: X!",
			withMore({ restrictPayerBank: 'X!' }),
		],
		[
			"'Restrict Payer Bank' is set, but 'Payment Methods' has no Pay by Bank, so it would limit nothing",
			{ ...withMore({ restrictPayerBank: 'capitec' }), paymentMethods: ['card'] },
		],
		["'Document Country' is empty", withPayer({ ...passport, documentCountry: '' })],
		["'Split Merchant ID' is empty", part({ amount: 1 })],
		["'Split Amount' must be more than 0: 0", part({ merchantId: 'm', amount: 0 })],
		[
			"'Split Amount' is R150.51, more than 'Amount' (R150.50)",
			part({ merchantId: 'm', amount: '150.51' }),
		],
	])('%s', (what, parameters) => {
		const mistakes = mistakesIn(create, parameters);
		expect(mistakes).toHaveLength(1);
		expect(new InvalidInput(mistakes).message).toBe(what);
		expect(mistakes[0]?.fix).not.toBe('');
	});

	it('reports all wrong fields at once', () => {
		expect(
			whatIsWrong({
				...withMore({
					expireAt: 'x',
					payer: { details: { email: 'nobody' } },
					redirect: { addresses: { failureRedirectUrl: 'x' } },
				}),
				amount: '',
				payerReference: '',
				bank: '',
				accountNumber: '1',
			}),
		).toHaveLength(7);
	});
});

it('takes a split of the whole amount', async () => {
	const { body } = await run(
		withMore({ splitSettlement: { part: { merchantId: 'm', amount: '150.50' } } }),
	);
	expect(body.splitSettlements).toEqual([
		{ merchantId: 'm', amount: { currency: 'ZAR', quantity: 150.5 } },
	]);
});

it('leaves out what was added to the collection and left empty', async () => {
	const { body } = await run(
		withMore({
			beneficiaryReference: '',
			expireAt: '',
			metadata: {},
			redirect: { addresses: { redirectUrl: '', failureRedirectUrl: '' } },
			restrictPayerBank: '',
			splitSettlement: {},
		}),
	);
	expect(body).toEqual(simpleBody);
});

describe('Payer ID', () => {
	const document = { documentCountry: 'ZA', documentNumber: '', documentType: 'passport' };
	const nobody = { email: '', ...document };
	const paidBy = (payerId: string, details: IDataObject) => ({ ...withPayer(details), payerId });
	const email = 'name@example.com';

	it('is required once anything else of the payer is given', () => {
		expect(whatIsWrong(paidBy('', { ...nobody, email }))).toEqual([
			"'Payer ID' is empty, but other details of the payer are given",
		]);
		expect(whatIsWrong(paidBy('customer-1', { ...nobody, email }))).toEqual([]);
		expect(whatIsWrong(paidBy('', nobody))).toEqual([]);
	});

	it.each(['', ' ', null, undefined])(
		'is sent alone, without the document whose number is %j',
		async (documentNumber) => {
			const { body } = await run(paidBy('customer-1', { ...nobody, documentNumber }));
			expect(body.payer).toEqual({ identifier: 'customer-1' });
		},
	);
});
