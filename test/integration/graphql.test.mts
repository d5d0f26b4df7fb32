import type { IDataObject } from 'n8n-workflow';
import { graphqlService } from './graphqlService.mts';
import { payoutParameters, payoutRow } from './payout.mts';
import { callback } from './userConsent.mts';

const { client, control, ofClient, ofUser, payable, run, runAsUser } = graphqlService(8);

describe('a user token', () => {
	const accounts = { resource: 'bankAccount', operation: 'getAll', returnAll: true };

	it('that has expired is renewed once for all items, and the new tokens are stored', async () => {
		const credential = await ofUser();
		const before = credential.oauthTokenData as IDataObject;
		const issued = (await client().summary()).tokensIssued;
		for (const round of [1, 2]) {
			await client().expireTokens();
			const { records, error } = await runAsUser(accounts, credential, Array(20).fill({}));
			expect(error).toBeUndefined();
			expect(records).toHaveLength(40);
			expect((await client().summary()).tokensIssued).toBe(issued + round);
		}
		const after = credential.oauthTokenData as IDataObject;
		expect(after.refresh_token).not.toBe(before.refresh_token);
	});

	it('is asked for again when the authorization server was away for a moment', async () => {
		const credential = await ofUser();
		await client().expireTokens();
		await client().addFaults({
			kind: 'status',
			status: 503,
			match: { path: '/connect/token' },
			requests: [1],
		});
		const { error } = await runAsUser(accounts, credential);
		expect(error).toBeUndefined();
	});

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'] as const)(
		'leads the person to where the bank asks for them (%s), and reads on when they have been there',
		async (userInteraction) => {
			const credential = await ofUser();
			await client().change({ userInteraction });
			const refused = await runAsUser(accounts, credential);
			expect(refused.error?.message).toBe('The account holder must reconnect their bank');
			expect(refused.error?.description).toMatch(/userInteractionUrl.*redirect_uri.*run the item/);
			const { userInteractionUrl, code } = refused.error?.context?.data as IDataObject;
			expect(code).toBe(userInteraction);

			const address = new URL(String(userInteractionUrl));
			address.searchParams.append('redirect_uri', callback);
			const visit = await fetch(address, { redirect: 'manual' });
			expect(visit.headers.get('location')).toBe(callback);
			expect((await runAsUser(accounts, credential)).records).toHaveLength(2);
		},
	);
});

describe('Bank Transaction → Get Many', () => {
	const list = { resource: 'transaction', operation: 'getAll', bankAccountId: 'account-1' };

	it('pages through 1,000 transactions, each once', async () => {
		await client().change({ transactionsPerAccount: 1000 });
		const credential = await ofUser();
		const { records, error } = await runAsUser({ ...list, returnAll: true }, credential);
		expect(error).toBeUndefined();
		expect(new Set(records.map(({ id }) => id)).size).toBe(1000);
		expect((await client().summary()).routes['POST /graphql']).toBe(10);
	});
});

it('renews a client token that is refused in an answer with status 200', async () => {
	const credential = { ...ofClient(), accessToken: await client().token('client_disbursement') };
	await client().expireTokens();
	const query = '{ client { bankAccounts { id } } }';
	const { records, error } = await run(
		{ resource: 'graphql', operation: 'execute', query },
		credential,
	);
	expect(error).toBeUndefined();
	expect(records).toHaveLength(1);
	expect(await client().summary()).toMatchObject({ tokensIssued: 2 });
});

it('gives a payout the same columns and types from Create, Get and Get Many', async () => {
	const row = payoutRow('salary-1', { amount: '1500.10' });
	const created = await run(payoutParameters(), undefined, [row]);
	expect(created.error).toBeUndefined();
	const [made = {}] = created.records;
	expect(made).toMatchObject({
		externalReference: 'salary-1',
		beneficiaryName: 'N Test',
		amount: 1500.1,
		bank: 'fnb',
		alreadyExisted: false,
	});

	const id = String(made.id);
	await control().setDisbursementStatus(id, 'error', 'inactive_account');
	const read = await run({ resource: 'disbursement', operation: 'get', disbursementId: id });
	const listed = await run({ resource: 'disbursement', operation: 'getAll' });
	for (const [one = {}] of [read.records, listed.records]) {
		const { alreadyExisted, client: kind, ...columns } = made;
		const { currency, ...shown } = one;
		expect([alreadyExisted, kind, currency]).toEqual([false, 'test', 'ZAR']);
		expect(Object.keys(shown).sort()).toEqual(Object.keys(columns).sort());
		expect(one).toMatchObject({
			id,
			amount: 1500.1,
			status: 'error',
			reasonText: 'The account is not active. Ask the recipient for a different account',
		});
	}
});

it('gives a payment request the same columns from Get and Get Many, and a refund of it as well', async () => {
	const { id } = await payable('order-1', 100.1);
	await control().payer('pay', String(id));
	await control().advance(180_000);
	const refund = { resource: 'refund', refundOf: 'paymentRequest', paymentRequestId: id };
	const created = await run({
		...refund,
		operation: 'create',
		amount: '40.20',
		beneficiaryReference: 'Refund',
		nonceSource: 'itemContent',
	});
	const [{ alreadyExisted, client: kind, createdAt, ...made } = {}] = created.records;
	expect([alreadyExisted, kind]).toEqual([false, 'test']);

	const paymentRequest = { resource: 'paymentRequest', returnAll: true };
	const listed = await run({ ...paymentRequest, operation: 'getAll' });
	const read = await run({ ...paymentRequest, operation: 'get', paymentRequestId: id });
	expect(listed.records).toEqual(read.records);
	expect(listed.records[0]).toMatchObject({ refundedAmount: 40.2 });

	const refundId = { __rl: true, mode: 'id', value: made.id };
	const again = await run({ resource: 'refund', operation: 'get', refundId });
	const refunds = await run({
		resource: 'refund',
		operation: 'getAll',
		refundsOf: 'paymentRequest',
	});
	const shown = { ...made, currency: 'ZAR', statusDate: createdAt };
	expect([again.records, refunds.records]).toEqual([[shown], [shown]]);
});
