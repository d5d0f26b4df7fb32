import { answer } from '../../builders.mts';
import { row, says, verify } from './verifying.mts';

describe('what a bank says', () => {
	it('is counted, where all of it is right', async () => {
		const named = { familyName: 'Dlamini' };
		const right = says({}, { familyName: 'verified' });
		const { first, said, outcome, notes } = await verify([row(2, named)], [right]);
		expect(first).toMatchObject({ verdict: 'willBePaid' });
		expect([said, outcome]).toEqual([undefined, 'verified']);
		expect(notes).toEqual(['1 account was confirmed by the bank.']);
	});

	it('is right of a number alone, where the row has no family name, and that is said', async () => {
		const answers = [says({}, { familyName: 'verified' }), says()];
		const { notes } = await verify([row(2, { familyName: 'Dlamini' }), row(3)], answers);
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

	it('of the family name is said if it is not certain', async () => {
		const unsure = says({}, { familyName: 'indeterminate' });
		const { said, outcome } = await verify([row(2, { familyName: 'Dlamini' })], [unsure]);
		expect([said, outcome]).toEqual([
			'The bank could not say whether the family name is right. Pay only if you have checked the account with the payee.',
			'indeterminate',
		]);
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
