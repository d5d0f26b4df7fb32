import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { knownHolder } from '../verification/known-holder.mts';
import type { Answer, Caller } from './caller.mts';
import { callerFor } from './caller.mts';

// Starting a process can take long on a busy machine.
jest.setTimeout(30_000);

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 5, timeScale: 0 });
});
afterAll(() => simulator.stop());

const path = '/bank-account-verifications';

async function newCaller(options = {}): Promise<Caller> {
	const client = await simulator.control.createClient(options);
	return callerFor(simulator, client, 'client_bankaccountverification', 'accountholders');
}

const account = { bank: 'fnb', number: '1234567890', type: 'current' };
const individual = {
	type: 'individual',
	familyName: knownHolder.familyName,
	initials: knownHolder.initials,
	identifyingDocument: { type: 'identity_document', number: knownHolder.identityNumber },
};
const business = {
	type: 'business',
	registrationNumber: knownHolder.registrationNumber,
	name: knownHolder.businessName,
};

const body = (bankAccount: object = {}, accountHolder: object = individual) => ({
	bankAccount: { ...account, ...bankAccount },
	accountHolder,
});

interface Result {
	outcome: string;
	bankAccount: Record<string, unknown>;
	accountHolder: Record<string, unknown>;
}

const resultOf = (answer: Answer) => answer.body.verificationResult as Result;

describe('verifying a bank account (spec 2.6, 2.7, 4.4)', () => {
	it('verifies the known individual and mirrors the request', async () => {
		const answer = await (await newCaller()).post(path, body());
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			id: expect.stringMatching(/^bav_[0-9A-Za-z]{22}$/),
			bankAccount: { ...account, branchCode: '250655' },
			accountHolder: {
				...individual,
				identifyingDocument: { ...individual.identifyingDocument, country: 'ZA' },
			},
			verificationResult: {
				outcome: 'verified',
				bankAccount: {
					exists: 'verified',
					typeMatch: 'verified',
					isOpen: true,
					isOpenForMoreThanThreeMonths: true,
					acceptsCredits: true,
					acceptsDebits: true,
				},
				accountHolder: {
					identifyingDocument: 'verified',
					familyName: 'verified',
					initials: 'verified',
				},
			},
			createdAt: expect.any(String),
			updatedAt: answer.body.createdAt,
		});
	});

	it('verifies the known business', async () => {
		const answer = await (await newCaller()).post(path, body({}, business));
		expect(resultOf(answer)).toMatchObject({
			outcome: 'verified',
			accountHolder: { registrationNumber: 'verified', name: 'verified' },
		});
	});

	it('verifies by passport, too', async () => {
		const identifyingDocument = { type: 'passport', number: knownHolder.passport };
		const answer = await (
			await newCaller()
		).post(path, body({}, { ...individual, identifyingDocument }));
		expect(resultOf(answer).outcome).toBe('verified');
	});

	it('keeps the branch code that was sent', async () => {
		const answer = await (await newCaller()).post(path, body({ branchCode: '123456' }));
		expect(answer.body.bankAccount).toMatchObject({ branchCode: '123456' });
	});

	it.each([
		['another family name', {}, { ...individual, familyName: 'Other' }, 'familyName'],
		['other initials', {}, { ...individual, initials: 'X' }, 'initials'],
		['another phone', {}, { ...individual, phone: '+27111111111' }, 'phone'],
		['another e-mail', {}, { ...individual, email: 'other@example.com' }, 'email'],
		['another company name', {}, { ...business, name: 'Other' }, 'name'],
		[
			'another registration',
			{},
			{ ...business, registrationNumber: '2001/000000/07' },
			'registrationNumber',
		],
	])('refutes %s, and with it the outcome', async (_name, bankAccount, holder, field) => {
		const result = resultOf(await (await newCaller()).post(path, body(bankAccount, holder)));
		expect(result.accountHolder[field]).toBe('refuted');
		expect(result.outcome).toBe('refuted');
	});

	it('is refuted for a closed account although every verdict is verified', async () => {
		const result = resultOf(await (await newCaller()).post(path, body({ number: '1234567891' })));
		expect(result.bankAccount).toMatchObject({ exists: 'verified', isOpen: false });
		expect(Object.values(result.accountHolder)).not.toContain('refuted');
		expect(result.outcome).toBe('refuted');
	});

	it('is indeterminate, with null flags, when the bank cannot say', async () => {
		const result = resultOf(await (await newCaller()).post(path, body({ number: '1234567892' })));
		expect(result.bankAccount).toMatchObject({ exists: 'indeterminate', isOpen: null });
		expect(result.outcome).toBe('indeterminate');
	});

	it.each([[undefined], ['unknown']])('does not match the type %s', async (type) => {
		const result = resultOf(await (await newCaller()).post(path, body({ type })));
		expect(result.bankAccount.typeMatch).toBe('indeterminate');
		expect(result.outcome).toBe('indeterminate');
	});

	it('is indeterminate for names that were not supplied, and leaves out phone and e-mail', async () => {
		const { identifyingDocument } = individual;
		const holder = { type: 'individual', identifyingDocument };
		const result = resultOf(await (await newCaller()).post(path, body({}, holder)));
		expect(result.accountHolder).toEqual({
			identifyingDocument: 'verified',
			familyName: 'indeterminate',
			initials: 'indeterminate',
		});
	});

	it('shows verdicts for phone and e-mail when they were sent', async () => {
		const { phone, email } = knownHolder;
		const result = resultOf(
			await (await newCaller()).post(path, body({}, { ...business, phone, email })),
		);
		expect(result.accountHolder).toMatchObject({ phone: 'verified', email: 'verified' });
	});
});

describe('input rules (spec 2.6, 7)', () => {
	const document = (changes: object) => ({
		...individual,
		identifyingDocument: { ...individual.identifyingDocument, ...changes },
	});
	it.each([
		['a missing number', body({ number: undefined })],
		['5 digits', body({ number: '12345' })],
		['14 digits', body({ number: '12345678901230' })],
		['letters in the number', body({ number: '12345678a0' })],
		['a missing bank', body({ bank: undefined })],
		['a bank that is not listed', body({ bank: 'za_hsbc' })],
		['5 digits of branch code', body({ branchCode: '12345' })],
		['letters in the branch code', body({ branchCode: '12345a' })],
		['an unknown account type', body({ type: 'piggy_bank' })],
		['an additional property', { ...body(), note: 'x' }],
		['an additional account property', body({ note: 'x' })],
		['an additional holder property', body({}, { ...individual, note: 'x' })],
		['a business property on an individual', body({}, { ...individual, name: 'x' })],
		['a missing holder', { bankAccount: account }],
		['a missing account', { accountHolder: individual }],
		['a holder without type', body({}, { ...individual, type: undefined })],
		['an unknown holder type', body({}, { ...individual, type: 'trust' })],
		['a family name of 61 characters', body({}, { ...individual, familyName: 'x'.repeat(61) })],
		['6 initials', body({}, { ...individual, initials: 'ABCDEF' })],
		['a wrong e-mail address', body({}, { ...individual, email: 'nobody' })],
		['a company name of 61 characters', body({}, { ...business, name: 'x'.repeat(61) })],
		['a missing document', body({}, { ...individual, identifyingDocument: undefined })],
		['a missing document number', body({}, document({ number: undefined }))],
		['an unknown document type', body({}, document({ type: 'licence' }))],
		['a country of three letters', body({}, document({ country: 'ZAF' }))],
		['a country that does not exist', body({}, document({ country: 'QQ' }))],
		['a missing registration number', body({}, { ...business, registrationNumber: undefined })],
		['an invalid identity number (upstream)', body({}, document({ number: '9001010000081' }))],
		['a malformed registration (upstream)', body({}, { ...business, registrationNumber: '12' })],
	])('refuses %s with 400', async (_name, wrong) => {
		const answer = await (await newCaller()).post(path, wrong);
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({ title: 'Invalid Input', code: 'BAD_USER_INPUT' });
	});

	it('passes documents of other countries through', async () => {
		const holder = document({ country: 'GB', number: 'anything' });
		expect((await (await newCaller()).post(path, body({}, holder))).status).toBe(200);
	});

	it.each([
		['93', 'technical_error'],
		['94', 'invalid_account_type'],
		['95', 'invalid_branch_number'],
		['96', 'invalid_account_number'],
		['97', 'invalid_account_number_length'],
		['98', 'instituition_not_supported'],
		['99', 'bond_account_not_allowed'],
	])('answers 422 for a number ending in %s: %s', async (ending, reason) => {
		const answer = await (await newCaller()).post(path, body({ number: `12345678${ending}` }));
		expect(answer).toMatchObject({
			status: 422,
			body: { title: 'Verification Error', code: 'VERIFICATION_ERROR', reason },
		});
	});

	it.each([
		[['client_bankaccountverification'], ['accountholders']],
		[['accountholders'], ['client_bankaccountverification']],
	])('with %j only, answers 403 with missingScopes %j', async (scopes, missingScopes) => {
		const client = await simulator.control.createClient();
		const caller = await callerFor(simulator, client, ...scopes);
		const answer = await caller.post(path, body());
		expect(answer).toMatchObject({ status: 403, body: { missingScopes } });
	});
});

describe('202 and the memory (spec 4.4, 4.7)', () => {
	it('answers 202 first, then the result for the identical body', async () => {
		const caller = await newCaller({ pendingProbability: 1 });
		const first = await caller.post(path, body());
		expect(first.status).toBe(202);
		expect(first.body).toEqual({ status: 'pending', message: expect.any(String) });
		expect((await caller.post(path, body())).status).toBe(200);
		expect((await caller.post(path, body({ branchCode: '123456' }))).status).toBe(202);
	});

	it('answers 202 for some bodies only, the same ones for the same seed', async () => {
		const run = async () => {
			const caller = await newCaller({ pendingProbability: 0.5, seed: 9 });
			const statuses = [];
			for (let count = 0; count < 20; count++) {
				statuses.push((await caller.post(path, body({ number: `12345${100 + count}0` }))).status);
			}
			return statuses;
		};
		const first = await run();
		expect(new Set(first)).toEqual(new Set([200, 202]));
		expect(await run()).toEqual(first);
	});

	it('keeps a result for 48 hours and bills it once', async () => {
		const caller = await newCaller();
		const first = await caller.post(path, body());
		await simulator.control.advance(47 * 60 * 60 * 1000);
		expect((await caller.post(path, body())).body).toEqual(first.body);
		expect((await caller.client.summary()).verifications).toBe(1);
		await simulator.control.advance(2 * 60 * 60 * 1000);
		expect((await caller.post(path, body())).body.id).not.toBe(first.body.id);
		expect((await caller.client.summary()).verifications).toBe(2);
	});
});
