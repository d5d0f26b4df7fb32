import type { IDataObject } from 'n8n-workflow';

import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';
import { row, says, verify } from './verifying.mts';

describe('a bank is asked', () => {
	it('of the account and of whoever should hold it, with the names that the sheet has', async () => {
		const cells = { initials: 'N. P.', familyName: 'Dlamini' };
		const { sent, bodies } = await verify([row(2, cells)], [says()]);
		expect(sent[0]).toMatchObject({ method: 'POST', url: expect.stringMatching(/verifications$/) });
		expect(bodies).toEqual([
			{
				bankAccount: { bank: 'fnb', number: '1234567820', type: 'unknown' },
				accountHolder: {
					type: 'individual',
					...{ familyName: 'Dlamini', initials: 'NP' },
					identifyingDocument: { type: 'identity_document', number: '9001010000080' },
				},
			},
		]);
	});

	it.each<[string, SheetRow['cells'], IDataObject]>([
		[
			'a passport, where there is no ID number',
			{ idNumber: '', passportNumber: 'A1234567' },
			{ identifyingDocument: { type: 'passport', number: 'A1234567' } },
		],
		[
			'a passport of the country that the sheet names',
			{ idNumber: '', passportNumber: 'A1234567', passportCountry: 'zw' },
			{ identifyingDocument: { type: 'passport', country: 'ZW', number: 'A1234567' } },
		],
		[
			'an ID number, where there is a passport too',
			{ idNumber: '900101 0000 080', passportNumber: 'A1234567' },
			{ identifyingDocument: { type: 'identity_document', number: '9001010000080' } },
		],
		[
			'a business',
			{ idNumber: '', registrationNumber: '2000/000000/07' },
			{ type: 'business', registrationNumber: '2000/000000/07' },
		],
	])('of %s', async (_what, cells, holder) => {
		const { bodies } = await verify([row(2, cells)], [says()]);
		expect(bodies[0]?.accountHolder).toMatchObject(holder);
	});

	it('once of rows that are alike, and its answer is that of all', async () => {
		const twice = [row(2), row(2)];
		const { sent } = await verify(twice, [says()]);
		expect(sent).toHaveLength(1);
		expect(twice.map(({ verified }) => verified?.outcome)).toEqual(['verified', 'verified']);
	});

	it('of no row that is not paid', async () => {
		expect((await verify([row(2, {}, 'cannotBePaid')], [])).sent).toEqual([]);
	});

	it('of none while the option is off, which is said of the new accounts that would be paid', async () => {
		const { sent, notes } = await verify([row(2, {}, 'cannotBePaid'), row(3)], [], 'off');
		expect(sent).toEqual([]);
		expect(notes).toEqual([
			'No bank was asked about 1 new account: Verify Accounts does that. Stitch bills each account.',
		]);
		expect((await verify([row(2, {}, 'cannotBePaid')], [], 'off')).notes).toEqual([]);
	});

	it('of no passport whose country is not a code, which is said', async () => {
		const passport = { idNumber: '', passportNumber: 'A1', passportCountry: 'Zimbabwean' };
		const { sent, notes } = await verify([row(2, passport)], []);
		expect(sent).toEqual([]);
		expect(notes).toEqual([
			'1 account was not verified: the country of a passport has to be a two-letter code, such as ZW.',
		]);
	});

	it('of no row without a number, and not of a bank that Stitch does not verify, which is said', async () => {
		const rows = [
			row(2, { idNumber: '' }),
			row(3, { idNumber: '101010000080' }),
			row(4, { bank: 'za_citibank' }),
		];
		const { sent, notes } = await verify(rows, []);
		expect(sent).toEqual([]);
		expect(notes).toEqual([
			'2 accounts were not verified: no ID number of 13 digits, passport or registration number.',
			'1 account was not verified: Stitch verifies none of Citibank.',
		]);
	});
});
