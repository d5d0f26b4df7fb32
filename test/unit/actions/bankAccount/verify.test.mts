import { verifyAccount } from '../../../../nodes/Stitch/actions/bankAccount/verify.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';
import { business, individual } from './accounts.mts';

const everything = {
	accountType: 'savings',
	familyName: 'Test',
	initials: 'NT',
	businessName: 'Example Trading',
	additionalFields: {
		branchCode: '250655',
		country: 'za',
		email: 'name@example.com',
		phone: '+27000000000',
	},
};

const verified = answer(200, { id: 'bav_1', verificationResult: { outcome: 'verified' } });

const ofFnb = { bank: 'fnb', number: '1234567890', type: 'current' };
const ofAbsa = { ...ofFnb, bank: 'absa' };
const everyAccountField = { branchCode: '250655', type: 'savings' };
const contact = { phone: '+27000000000', email: 'name@example.com' };
const document = { type: 'identity_document', number: '0001010000000' };
const registrationNumber = '2020/000000/07';

it.each`
	what                                                                         | parameters                                                    | bankAccount                            | accountHolder
	${'an individual with nothing but what is required'}                         | ${individual}                                                 | ${ofFnb}                               | ${{ type: 'individual', identifyingDocument: document }}
	${'an individual with every field of the specification'}                     | ${{ ...individual, ...everything, documentType: 'passport' }} | ${{ ...ofFnb, ...everyAccountField }}  | ${{ type: 'individual', familyName: 'Test', initials: 'NT', ...contact, identifyingDocument: { ...document, type: 'passport', country: 'ZA' } }}
	${'a business with nothing but what is required'}                            | ${business}                                                   | ${ofAbsa}                              | ${{ type: 'business', registrationNumber }}
	${'a business with every field of the specification, none of an individual'} | ${{ ...business, ...everything }}                             | ${{ ...ofAbsa, ...everyAccountField }} | ${{ type: 'business', registrationNumber, country: 'ZA', name: 'Example Trading', ...contact }}
`('verifies $what', async ({ parameters, bankAccount, accountHolder }) => {
	const body = { bankAccount, accountHolder };
	const { output, sent } = await perform(verifyAccount, parameters, [verified]);
	const url = 'https://rest.test/v2/bank-account-verifications';
	// As JSON, which leaves out what is undefined.
	expect(JSON.parse(JSON.stringify(sent))).toStrictEqual([{ method: 'POST', url, body }]);
	expect(output).toEqual(verified.body);
});
