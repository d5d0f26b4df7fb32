import type { IDataObject } from 'n8n-workflow';

import { verifyAccount } from '../../../../nodes/Stitch/actions/bankAccount/verify.operation';
import { complaints } from '../perform.mts';
import { business, individual } from './accounts.mts';

it.each`
	wrong                                                         | complaint
	${{ bank: 'za_hsbc' }}                                        | ${"'Bank' is not recognised by Stitch: za_hsbc"}
	${{ accountNumber: '12345' }}                                 | ${"'Account Number' has 5 digits, and needs at least 6"}
	${{ accountNumber: '1'.repeat(14) }}                          | ${"'Account Number' has 14 digits, and can have at most 13"}
	${{ holderType: 'trust' }}                                    | ${"'Account Holder Type' cannot be trust"}
	${{ documentType: 'licence' }}                                | ${"'Document Type' cannot be licence"}
	${{ documentNumber: '' }}                                     | ${"'Document Number' is empty"}
	${{ holderType: 'business' }}                                 | ${"'Registration Number' is empty"}
	${{ additionalFields: { branchCode: '25065x' } }}             | ${"'Branch Code' must be exactly 6 digits"}
	${{ additionalFields: { branchCode: '51001' } }}              | ${"'Branch Code' must be exactly 6 digits, and this one has 5: it may have lost a leading zero"}
	${{ additionalFields: { branchCode: '2506555' } }}            | ${"'Branch Code' must be exactly 6 digits"}
	${{ accountType: 'bond' }}                                    | ${"'Account Type' cannot be bond"}
	${{ accountType: '' }}                                        | ${"'Account Type' is empty"}
	${{ additionalFields: { country: 'ZAF' } }}                   | ${"'Country' is not a two-letter country code"}
	${{ additionalFields: { email: 'name@' } }}                   | ${"'Email' is not an email address"}
	${{ familyName: 'x'.repeat(61) }}                             | ${"'Family Name' can have at most 60 characters and has 61"}
	${{ ...business, bank: 'fnb', businessName: 'x'.repeat(61) }} | ${"'Business Name' can have at most 60 characters and has 61"}
	${{ initials: 'ABCDEF' }}                                     | ${"'Initials' can have at most 5 characters and has 6"}
	${{ options: { maxWaitSeconds: 'long' } }}                    | ${"'Maximum Wait' cannot be long"}
	${{ options: { onTimeout: 'Fail' } }}                         | ${"'On Timeout' cannot be Fail"}
`('rejects before anything is sent: $complaint', ({ wrong, complaint }) => {
	expect(complaints(verifyAccount, { ...individual, ...wrong })).toEqual([complaint]);
});

it.each<[IDataObject]>([
	[{ accountNumber: '123456' }],
	[{ accountNumber: '1234567890123' }],
	[{ familyName: 'x'.repeat(60) }],
	[{ initials: 'ABCDE' }],
	[{ ...business, businessName: 'x'.repeat(60) }],
])('takes %j, which is just allowed', (parameters) => {
	expect(complaints(verifyAccount, { ...individual, ...parameters })).toEqual([]);
});
