import type { IDataObject } from 'n8n-workflow';

import { verifyAccount } from '../../../../nodes/Stitch/actions/bankAccount/verify.operation';
import { inParallel } from '../../../../nodes/Stitch/run/concurrency';
import { ServiceFailure } from '../../../../nodes/Stitch/transport/failure';
import { explain } from '../../../../nodes/Stitch/transport/messages';
import { Service } from '../../../../nodes/Stitch/transport/service';
import { addresses, answer, itemOf, type Script } from '../../builders.mts';
import { VirtualTime } from '../../webhook/virtualTime.mts';
import { complaints, perform } from '../perform.mts';

const individual: IDataObject = {
	bank: 'fnb',
	accountNumber: '1234567890',
	accountType: 'current',
	holderType: 'individual',
	documentType: 'identity_document',
	documentNumber: '0001010000000',
};
const business: IDataObject = {
	bank: 'absa',
	accountNumber: '1234567890',
	accountType: 'current',
	holderType: 'business',
	registrationNumber: '2020/000000/07',
};
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

const pending = answer(202, { status: 'pending', message: 'still running' });
const lost = { kind: 'answerLost', happened: 'maybe' } as const;
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

it.each`
	given                                      | number           | is
	${'for a different account'}               | ${'9876543210'}  | ${'unreadable'}
	${'for this account, with a leading zero'} | ${'01234567890'} | ${'taken'}
	${'whose account is masked'}               | ${'XXXXXX7890'}  | ${'taken'}
`('a result $given is $is', async ({ number, is }) => {
	const bankAccount = { ...ofFnb, number };
	const result = answer(200, { id: 'bav_1', bankAccount, verificationResult: {} });
	const { failure } = await perform(verifyAccount, individual, [result], { maxTries: 1 });
	expect((failure as ServiceFailure | undefined)?.details.kind ?? 'taken').toBe(is);
});

describe('while the bank is still checking', () => {
	it('repeats the identical body with growing pauses until the result is there', async () => {
		const script: Script = [pending, pending, pending, verified];
		const { output, sent, clock } = await perform(verifyAccount, individual, script);
		expect(output).toEqual(verified.body);
		expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
		expect(sent).toHaveLength(4);
		expect(clock.pauses).toEqual([2000, 3000, 4500]);
	});

	it('takes as long for a hundred accounts as for one, whatever Concurrency says', async () => {
		const time = new VirtualTime(1);
		const asked = new Map<unknown, number>();
		const verifiesAfterHalfAMinute = async ({ body }: { body?: unknown }) => {
			const account = JSON.stringify(body);
			const firstAt = asked.get(account) ?? time.elapsed();
			asked.set(account, firstAt);
			await time.pause(50);
			return time.elapsed() - firstAt < 30_000 ? pending : verified;
		};
		const options = { maxTries: 1, budgetMs: 60_000, timeoutMs: 30_000, concurrency: 8 };
		const service = new Service(verifiesAfterHalfAMinute, addresses, 'test', options, time);
		const outputs: unknown[] = [];
		const all = inParallel(
			Array.from({ length: 100 }, (_, index) => `${1_000_000 + index}`),
			() => service.atOnce,
			async (accountNumber, waitOutsideTheLimit) => {
				const item = itemOf({ ...individual, accountNumber });
				const plan = verifyAccount.prepare(item, service);
				outputs.push(await verifyAccount.send(plan, service, item, { waitOutsideTheLimit }));
				return true;
			},
		);
		await Promise.all([all, time.run()]);
		expect(outputs).toEqual(Array(100).fill(verified.body));
		expect(time.elapsed()).toBeLessThan(45_000);
	});

	it('returns the pending answer after 120 seconds, having asked once more in the last of them', async () => {
		const script: Script = Array.from({ length: 50 }, () => pending);
		const { output, clock } = await perform(verifyAccount, individual, script);
		expect(output).toEqual({ status: 'pending', message: 'still running' });
		expect(clock.pauses.reduce((sum, pause) => sum + pause, 0)).toBe(119_000);
		expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(15_000);
	});

	it('waits as long as Maximum Wait says', async () => {
		const script: Script = Array.from({ length: 50 }, () => pending);
		const options = { maxWaitSeconds: 7 };
		const { clock } = await perform(verifyAccount, { ...individual, options }, script);
		expect(clock.pauses).toEqual([2000, 3000, 1000]);
	});

	it.each`
		what                        | failure
		${'does not answer'}        | ${lost}
		${'is not available'}       | ${answer(503, {})}
		${'asks for more patience'} | ${answer(429, {}, { 'retry-after': '90' })}
	`('waits no longer when the service $what any more', async ({ failure }) => {
		const { output, clock } = await perform(
			verifyAccount,
			{ ...individual, options: { maxWaitSeconds: 60 } },
			[pending, ...Array.from({ length: 99 }, () => failure)],
			{ maxTries: 10, budgetMs: 120_000 },
		);
		expect(output).toEqual(pending.body);
		expect(clock.elapsed()).toBeLessThanOrEqual(60_000);
	});

	it('has the result all the same when an answer was lost in between', async () => {
		const script: Script = [pending, lost, answer(503, {}), verified];
		const { output } = await perform(verifyAccount, individual, script);
		expect(output).toEqual(verified.body);
	});

	it('fails as soon as the service says that it cannot be completed', async () => {
		const refusal = answer(422, { code: 'VERIFICATION_ERROR', reason: 'technical_error' });
		const { failure, sent } = await perform(verifyAccount, individual, [pending, refusal]);
		expect((failure as ServiceFailure).details).toMatchObject({ status: 422 });
		expect(sent).toHaveLength(2);
	});

	it('asks once only when Maximum Wait is 0', async () => {
		const parameters = { ...individual, options: { maxWaitSeconds: 0 } };
		const { sent, output } = await perform(verifyAccount, parameters, [pending]);
		expect(sent).toHaveLength(1);
		expect(output).toMatchObject({ status: 'pending' });
	});

	it('fails in the end when asked to, and says that asking again costs nothing', async () => {
		const { failure } = await perform(
			verifyAccount,
			{ ...individual, options: { maxWaitSeconds: 0, onTimeout: 'fail' } },
			[pending],
		);
		expect(failure).toBeInstanceOf(ServiceFailure);
		const { message, description } = explain((failure as ServiceFailure).details);
		expect(message).toBe('The bank is still checking the account');
		expect(description).toContain('costs nothing more');
	});
});

it('repeats a verification whose answer was lost', async () => {
	const script = [lost, answer(503, {}), verified];
	const { output, sent } = await perform(verifyAccount, individual, script, { maxTries: 5 });
	expect(sent).toHaveLength(3);
	expect(output).toEqual(verified.body);
});

it.each`
	where                    | script
	${'the service is away'} | ${[answer(503, {})]}
	${'an answer was lost'}  | ${[lost]}
`('has changed nothing where $where', async ({ script }) => {
	const { failure } = await perform(verifyAccount, individual, [...script]);
	const { details } = failure as ServiceFailure;
	expect(details.happened).toBe('no');
	expect(explain(details).description).toBe('Nothing was changed. Try again.');
});

it('is not uncertain where it is refused after a lost answer', async () => {
	const script = [lost, answer(422, { reason: 'technical_error' })];
	const { failure } = await perform(verifyAccount, individual, script, { maxTries: 2 });
	expect((failure as ServiceFailure).details.happened).toBe('no');
});

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
