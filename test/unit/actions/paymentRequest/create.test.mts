import type { IDataObject } from 'n8n-workflow';

import { run, simple, simpleBody, split, tomorrow, withMore, withPayer } from './creating.mts';

const inRand = (quantity: number) => ({ currency: 'ZAR', quantity });
const on = { enabled: true };
const { eft } = simpleBody.paymentMethods;
const { beneficiary: _, ...eftToMerchant } = eft;
const toMerchant = { settleTo: 'merchant', merchantId: 'merchant-1' };
const card = { amount: 10, paymentMethods: ['card'], settleTo: 'bankAccount' };
const cardBody = {
	amount: inRand(10),
	expireAt: tomorrow,
	paymentMethods: { eft: { enabled: false }, card: on },
};
const ofPayer = (identifier: string, more: object = {}) => ({
	...simpleBody,
	payer: { identifier, ...more },
});
const document = { documentCountry: 'za', documentNumber: 'A0000000', documentType: 'passport' };
const noDocument = (documentNumber: unknown) =>
	withPayer({ ...document, documentNumber } as IDataObject);
const details = {
	accountCreatedDate: '2024-05-06',
	email: 'name@example.com',
	fullName: 'N Test',
	mobileNumber: '+27820000000',
};
const entry = [
	{ key: 'department', value: 'sales' },
	{ key: 'basket', value: { items: [1, 2] } },
	{ key: 'count', value: 2 },
];
const empty = {
	beneficiaryReference: '',
	expireAt: '',
	metadata: {},
	redirect: { addresses: { redirectUrl: '', failureRedirectUrl: '' } },
	restrictPayerBank: '',
	splitSettlement: {},
};

it.each`
	what                                   | given                                                                                | body
	${'a simple case'}                     | ${simple}                                                                            | ${simpleBody}
	${'every method'}                      | ${{ ...simple, paymentMethods: ['absaEft', 'capitecPay', 'card', 'crypto', 'eft'] }} | ${{ ...simpleBody, paymentMethods: { eft: { ...eft, capitecPay: on, absaEft: on }, card: on, crypto: on } }}
	${'a merchant and no beneficiary'}     | ${{ ...simple, ...toMerchant }}                                                      | ${{ ...simpleBody, merchantId: 'merchant-1', paymentMethods: { eft: eftToMerchant } }}
	${'nothing of Pay by Bank without it'} | ${{ ...card, additionalFields: { beneficiaryReference: 'Left over' } }}              | ${cardBody}
	${'a merchant without Pay by Bank'}    | ${{ ...card, ...toMerchant }}                                                        | ${{ ...cardBody, merchantId: 'merchant-1' }}
	${'one method as text'}                | ${{ ...card, paymentMethods: 'crypto' }}                                             | ${{ ...cardBody, paymentMethods: { eft: { enabled: false }, crypto: on } }}
	${'a reference for the beneficiary'}   | ${withMore({ beneficiaryReference: 'Order 1017 shop' })}                             | ${{ ...simpleBody, paymentMethods: { eft: { ...eft, beneficiaryReference: 'Order 1017 shop' } } }}
	${'a bank of the payer'}               | ${withMore({ restrictPayerBank: 'capitec' })}                                        | ${{ ...simpleBody, restrictPayerBank: 'capitec' }}
	${'metadata, nested values as text'}   | ${withMore({ metadata: { entry } })}                                                 | ${{ ...simpleBody, metadata: { department: 'sales', basket: '{"items":[1,2]}', count: 2 } }}
	${'a part for another merchant'}       | ${split('merchant-2', '50.25')}                                                      | ${{ ...simpleBody, splitSettlements: [{ merchantId: 'merchant-2', amount: inRand(50.25) }] }}
	${'a part that is all of it'}          | ${split('m', '150.50')}                                                              | ${{ ...simpleBody, splitSettlements: [{ merchantId: 'm', amount: inRand(150.5) }] }}
	${'nothing of what is empty'}          | ${withMore(empty)}                                                                   | ${simpleBody}
	${'a payer with everything'}           | ${withPayer({ ...details, ...document })}                                            | ${ofPayer('customer-204', { ...details, identifyingDocument: { type: 'passport', country: 'ZA', number: 'A0000000' } })}
	${'no document without a number'}      | ${noDocument('')}                                                                    | ${ofPayer('customer-204')}
	${'nor with a space for it'}           | ${noDocument(' ')}                                                                   | ${ofPayer('customer-204')}
	${'nor with null'}                     | ${noDocument(null)}                                                                  | ${ofPayer('customer-204')}
	${'nor with none'}                     | ${noDocument(undefined)}                                                             | ${ofPayer('customer-204')}
	${'an expiry with a zone'}             | ${withMore({ expireAt: '2026-12-01T12:00:00+02:00' })}                               | ${{ ...simpleBody, expireAt: '2026-12-01T10:00:00.000Z' }}
	${'one in the zone of the workflow'}   | ${withMore({ expireAt: '2026-12-01T12:00:00' })}                                     | ${{ ...simpleBody, expireAt: '2026-12-01T10:00:00.000Z' }}
	${'the end of a day without a time'}   | ${withMore({ expireAt: '2026-12-01' })}                                              | ${{ ...simpleBody, expireAt: '2026-12-01T21:59:59.999Z' }}
`('sends $what', async ({ given, body }: { given: IDataObject; body: object }) => {
	const request = await run(given);
	expect(request.body).toEqual(body);
	expect(request.sent).toEqual([
		{ method: 'POST', url: 'https://rest.test/v2/payment-requests', body: expect.anything() },
	]);
});
