import type { RunningSimulator } from '../start.mts';
import { startSimulator } from '../start.mts';
import { knownHolder } from '../verification/known-holder.mts';
import type { Answer } from './caller.mts';
import { newCallers } from './caller.mts';
import { account, body, business, individual, path } from './verification-bodies.mts';

let simulator: RunningSimulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: 5, timeScale: 0 });
});
afterAll(() => simulator.stop());

const newCaller = newCallers(() => simulator, 'client_bankaccountverification', 'accountholders');

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
