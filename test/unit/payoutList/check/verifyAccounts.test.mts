import type { IDataObject } from 'n8n-workflow';

import type { ListRow } from '../../../../nodes/Stitch/payoutList/check/listRow';
import type { SheetRow } from '../../../../nodes/Stitch/payoutList/read/rows';
import { verifyAccounts } from '../../../../nodes/Stitch/payoutList/check/verifyAccounts';
import { answer, serviceOf, type Script } from '../../builders.mts';

const row = (
	number: number,
	cells: SheetRow['cells'] = {},
	verdict: ListRow['verdict'] = 'willBePaid',
): ListRow => {
	const bank = cells.bank ?? 'fnb';
	const beneficiary = { name: 'N Test', accountNumber: `12345678${number}0`, bank };
	return {
		sheet: {
			...{ row: number, item: number, types: {} },
			cells: { idNumber: '9001010000080', ...cells },
		},
		...{ verdict, explanation: '', warnings: [] },
		payment: { body: { beneficiary } } as unknown as ListRow['payment'],
		transfer: {} as ListRow['transfer'],
	};
};

/** What a bank says (spec 2.7); all of it is right where nothing else is said. */
const says = (account: IDataObject = {}, holder: IDataObject = {}, outcome = 'indeterminate') =>
	answer(200, {
		verificationResult: {
			outcome,
			bankAccount: {
				...{ exists: 'verified', typeMatch: 'indeterminate', isOpen: true, acceptsCredits: true },
				...account,
			},
			accountHolder: { identifyingDocument: 'verified', ...holder },
		},
	});

async function verify(rows: ListRow[], script: Script, which: 'all' | 'off' = 'all') {
	const { service, sent, clock } = serviceOf(script);
	const said = await verifyAccounts(rows, service, which);
	const [first] = rows;
	return {
		...{ ...said, sent, first },
		waitedMs: clock.pauses.reduce((sum, pause) => sum + pause, 0),
		bodies: sent.map(({ body }) => JSON.parse(JSON.stringify(body)) as IDataObject),
		said: first?.verified?.says,
		outcome: first?.verified?.outcome,
	};
}

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
			'No bank was asked about 1 new account: Verify Accounts is off. Stitch bills each account.',
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

describe('what a bank says', () => {
	it('is counted, where all of it is right', async () => {
		const named = { familyName: 'Dlamini' };
		const { first, said, outcome, notes } = await verify([row(2, named)], [says()]);
		expect(first).toMatchObject({ verdict: 'willBePaid' });
		expect([said, outcome]).toEqual([undefined, 'verified']);
		expect(notes).toEqual(['1 account was confirmed by the bank.']);
	});

	it('is right of a number alone, where the row has no family name, and that is said', async () => {
		const { notes } = await verify([row(2, { familyName: 'Dlamini' }), row(3)], [says(), says()]);
		expect(notes).toEqual([
			'2 accounts were confirmed by the bank.',
			"For 1 of 2, the bank compared only the number in the row, and no family name: the number may be someone else's.",
		]);
	});

	it.each([
		[{ exists: 'refuted' }, /does not exist/],
		[{ isOpen: false }, /is closed/],
		[{ acceptsCredits: false }, /takes no payments/],
	])('of the account keeps a row from being paid: %j', async (account, why) => {
		const { first, outcome } = await verify([row(2)], [says(account)]);
		expect(first).toMatchObject({
			verdict: 'cannotBePaid',
			explanation: expect.stringMatching(why),
		});
		expect(outcome).toBe('refuted');
	});

	it('of the holder holds a row back', async () => {
		const holder = { identifyingDocument: 'refuted', initials: 'refuted', familyName: 'verified' };
		expect((await verify([row(2)], [says({}, holder)])).first).toMatchObject({
			verdict: 'holderRefuted',
			explanation:
				'The bank has something else on record for the ID number and the initials. Call the payee on a number that you already had, and correct the row.',
		});
	});

	it.each([
		[
			'without',
			{},
			' Without its country in a column “passport country”, it counts as South African.',
		],
		['with', { passportCountry: 'ZW' }, ''],
	])('of a passport %s its country holds a row back, and says what was asked', async (...given) => {
		const [, country, more] = given;
		const cells = { idNumber: '', passportNumber: 'A1234567', ...country };
		const { first } = await verify([row(2, cells)], [says({}, { identifyingDocument: 'refuted' })]);
		expect(first).toMatchObject({
			verdict: 'holderRefuted',
			explanation: `The bank has something else on record for the passport number.${more} Call the payee on a number that you already had, and correct the row.`,
		});
	});

	it('holds a row back that Stitch calls refuted, whatever the reason is', async () => {
		const forNoReason = says({}, { taxNumber: 'refuted' }, 'refuted');
		const { first, outcome } = await verify([row(2)], [forNoReason]);
		expect(first).toMatchObject({
			verdict: 'holderRefuted',
			explanation:
				'The bank has something else on record for this account or its holder. Call the payee on a number that you already had, and correct the row.',
		});
		expect(outcome).toBe('refuted');
	});

	it.each([
		[
			{ exists: 'indeterminate' },
			{},
			'The bank could not say whether the account exists. Pay only if you have checked the account with the payee.',
		],
		[
			{},
			{ identifyingDocument: 'indeterminate', initials: 'verified' },
			'The bank could not say whose account it is. Pay only if you have checked the account with the payee.',
		],
	])('to be not certain is said and holds nothing back: %j %j', async (account, holder, text) => {
		const { first, said, outcome } = await verify([row(2)], [says(account, holder)]);
		expect(first?.verdict).toBe('willBePaid');
		expect([said, outcome]).toEqual([text, 'indeterminate']);
	});

	it('to be a new account is said, holds nothing back, and is added to what is not certain', async () => {
		const young = { isOpenForMoreThanThreeMonths: false, acceptsDebits: false };
		const opened =
			'The account was opened less than three months ago: if someone sent you new details, call the payee on a number that you already had.';
		const { first, said, outcome } = await verify([row(2)], [says(young)]);
		expect(first?.verdict).toBe('willBePaid');
		expect([said, outcome]).toEqual([opened, 'verified']);
		const unknown = await verify([row(2)], [says({ ...young, exists: 'indeterminate' })]);
		expect(unknown.said).toBe(
			`The bank could not say whether the account exists. Pay only if you have checked the account with the payee. ${opened}`,
		);
	});

	it('is waited for as long as a bank takes, and not to have come is said', async () => {
		const pending = answer(202, { status: 'pending' });
		const { outcome } = await verify([row(2)], [pending, pending, says()]);
		expect(outcome).toBe('verified');
		const never = await verify(
			[row(2)],
			Array.from({ length: 60 }, () => pending),
		);
		expect(never.first?.verdict).toBe('willBePaid');
		// Up to 120 seconds (spec 8), the last of which is for the last question.
		expect(never.waitedMs).toBe(119_000);
		expect([never.said, never.outcome]).toEqual([
			expect.stringMatching(/^The bank has not confirmed the account yet/),
			'pending',
		]);
	});
});

it('the others are verified where one could not be, and only what was asked of is counted', async () => {
	const rows = [2, 3, 4, 5, 6].map((number) => row(number));
	const answers = [answer(403, {}), ...Array.from({ length: 4 }, () => says())];
	const { gaps } = await verify([...rows, row(7, { idNumber: '' })], answers);
	expect(rows.filter(({ verified }) => verified !== undefined)).toHaveLength(4);
	expect(gaps).toEqual([expect.stringMatching(/^1 of 5 accounts could not be verified: /)]);
});

it('accounts that could not be verified are said, and no more are tried after a few', async () => {
	const rows = Array.from({ length: 40 }, (_, number) => row(number + 2));
	const notAllowed = answer(403, {});
	const { sent, gaps } = await verify(
		rows,
		Array.from({ length: 40 }, () => notAllowed),
	);
	expect(rows.every(({ verdict }) => verdict === 'willBePaid')).toBe(true);
	expect(sent.length).toBeLessThan(40);
	expect(gaps).toEqual([expect.stringMatching(/^40 of 40 accounts could not be verified: /)]);
});
