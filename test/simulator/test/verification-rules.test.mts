import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { callerFor, newCallers } from './caller.mts';
import { account, body, business, individual, path } from './verification-bodies.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 22, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_bankaccountverification', 'accountholders');

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
