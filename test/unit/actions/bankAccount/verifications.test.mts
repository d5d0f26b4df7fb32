import type { IDataObject } from 'n8n-workflow';

import { simplifyVerification } from '../../../../nodes/Stitch/actions/bankAccount/verifications';

const request = {
	bankAccount: { bank: 'fnb', branchCode: '250655', number: '1234567890', type: 'savings' },
	accountHolder: {
		type: 'individual',
		familyName: 'Test',
		identifyingDocument: { type: 'passport', country: 'ZA', number: 'A1' },
	},
};

/** A verification with these verdicts beside those that agree. */
function verified(bankAccount: IDataObject = {}, accountHolder: IDataObject = {}, sent = request) {
	return {
		id: 'bav_1',
		...sent,
		verificationResult: {
			outcome: 'verified',
			bankAccount: {
				exists: 'verified',
				typeMatch: 'verified',
				isOpen: true,
				isOpenForMoreThanThreeMonths: null,
				acceptsCredits: true,
				acceptsDebits: true,
				...bankAccount,
			},
			accountHolder: {
				identifyingDocument: 'verified',
				familyName: 'verified',
				initials: 'verified',
				...accountHolder,
			},
		},
		createdAt: '2026-11-20T10:00:00Z',
		updatedAt: '2026-11-20T10:00:00Z',
	};
}

it('shows the outcome first, and the first two verdicts on what was given', () => {
	expect(Object.entries(simplifyVerification(verified()))).toEqual([
		['outcome', 'verified'],
		['reasonText', 'The bank confirms everything that was entered'],
		['exists', 'verified'],
		['isOpen', true],
		['acceptsCredits', true],
		['identifyingDocumentMatch', 'verified'],
		['familyNameMatch', 'verified'],
		['bank', 'fnb'],
		['accountNumber', '1234567890'],
		['id', 'bav_1'],
	]);
});

describe('the columns of a verification', () => {
	const unknownType = { ...request, bankAccount: { ...request.bankAccount, type: 'unknown' } };

	it.each([
		['The account is closed', verified({ isOpen: false, acceptsCredits: false })],
		['The account cannot receive payments at the moment', verified({ acceptsCredits: false })],
		[
			'The account was opened less than three months ago',
			verified({ isOpenForMoreThanThreeMonths: false }),
		],
		['The account cannot make payments', verified({ acceptsDebits: false })],
		[
			'The account is closed',
			verified({
				...{ isOpen: false, isOpenForMoreThanThreeMonths: false },
				...{ acceptsCredits: false, acceptsDebits: false },
			}),
		],
		[
			'The account does not exist at this bank. The bank has something else on record for Family Name',
			verified({ exists: 'refuted' }, { familyName: 'refuted' }),
		],
		['The bank could not check Family Name', verified({}, { familyName: 'indeterminate' })],
		[
			'Not entered, so not checked: Account Type and Initials',
			verified({ typeMatch: 'indeterminate' }, { initials: 'indeterminate' }, unknownType),
		],
		[
			'The account is closed. The bank has something else on record for Family Name. Not entered, so not checked: Initials',
			verified({ isOpen: false }, { familyName: 'refuted', initials: 'indeterminate' }),
		],
	])('say: %s', (expected, verification) => {
		expect(simplifyVerification(verification).reasonText).toBe(expected);
	});

	it.each([
		['refuted', 'Stitch names no reason'],
		['indeterminate', 'Stitch names no reason'],
		['verified', 'The bank confirms everything that was entered'],
	])('say of the outcome %s without any verdict: %s', (outcome, reasonText) => {
		const verification = { ...verified(), verificationResult: { outcome } };
		expect(simplifyVerification(verification)).toMatchObject({ outcome, reasonText });
	});

	it('name the details of a business as the editor does', () => {
		const details = { registrationNumber: 'refuted', name: 'refuted', phone: 'indeterminate' };
		const business = { type: 'business', registrationNumber: '1', name: 'X', phone: '1' };
		const verification = {
			...verified(),
			accountHolder: business,
			verificationResult: { outcome: 'refuted', bankAccount: {}, accountHolder: details },
		};
		expect(simplifyVerification(verification)).toMatchObject({
			outcome: 'refuted',
			reasonText:
				'The bank has something else on record for Registration Number and Business Name. The bank could not check Phone',
			registrationNumberMatch: 'refuted',
			businessNameMatch: 'refuted',
		});
	});
});

it('says of a verification that still runs that it is pending', () => {
	const answer = { status: 'pending', message: 'Still running' };
	expect(simplifyVerification(answer)).toEqual({
		outcome: 'pending',
		reasonText: 'Still running',
	});
});
