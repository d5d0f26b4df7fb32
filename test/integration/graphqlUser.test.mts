import type { IDataObject } from 'n8n-workflow';
import { graphqlService } from './graphqlService.mts';
import { callback } from './userConsent.mts';

const { client, ofUser, runAsUser } = graphqlService(8);

describe('a user token', () => {
	const accounts = { resource: 'bankAccount', operation: 'getAll', returnAll: true };

	it('reads the accounts of the person', async () => {
		const { records, error } = await runAsUser(accounts, await ofUser());
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({ id: 'account-1', currentBalance: expect.anything() }),
			expect.objectContaining({ id: 'account-2' }),
		]);
	});

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

	it('of a person who has taken the consent back leads to "connect it again"', async () => {
		const credential = await ofUser();
		await client().withdrawConsent();
		const { error } = await runAsUser(accounts, credential);
		expect(error?.message).toContain('The credential is no longer connected');
		expect(error?.description).toContain('connect it again');
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

	it('that nobody has given leads to "not connected yet", and nothing is sent', async () => {
		const credential = await ofUser();
		delete credential.oauthTokenData;
		const before = (await client().summary()).requests;
		const { error } = await runAsUser(accounts, credential);
		expect(error?.message).toContain('not connected yet');
		expect((await client().summary()).requests).toBe(before);
	});

	it.each(['USER_INTERACTION_REQUIRED', 'REAUTHORIZATION_REQUIRED'] as const)(
		'leads the person to where the bank asks for them (%s), and reads on when they have been there',
		async (userInteraction) => {
			const credential = await ofUser();
			await client().change({ userInteraction });
			const refused = await runAsUser(accounts, credential);
			expect(refused.error?.message).toBe(
				'The bank wants the account holder to confirm the connection again [item 0]',
			);
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

	it('goes to no address without https', async () => {
		const credential = await ofUser();
		const { error } = await runAsUser(accounts, {
			...credential,
			graphqlUrl: 'http://stitch.example.com',
		});
		expect(error?.message).toContain('GraphQL Address in the credential must start with https://');
	});
});

describe('Bank Transaction → Get Many', () => {
	const list = { resource: 'transaction', operation: 'getAll', bankAccountId: 'account-1' };

	it('pages through 5,000 transactions, each once', async () => {
		await client().change({ transactionsPerAccount: 5000 });
		const credential = await ofUser();
		const { records, error } = await runAsUser({ ...list, returnAll: true }, credential);
		expect(error).toBeUndefined();
		expect(new Set(records.map(({ id }) => id)).size).toBe(5000);
		expect((await client().summary()).routes['POST /graphql']).toBe(50);
	});

	it('stops at Limit, and filters by date', async () => {
		const credential = await ofUser();
		const limited = await runAsUser({ ...list, returnAll: false, limit: 7 }, credential);
		expect(limited.records).toHaveLength(7);
		const fifth = limited.records[4]?.date;
		const recent = await runAsUser(
			{ ...list, returnAll: true, filters: { dateFrom: fifth } },
			credential,
		);
		expect(recent.error).toBeUndefined();
		expect(recent.records).toHaveLength(5);
	});

	it('says that it does not know an account', async () => {
		const credential = await ofUser();
		const { error } = await runAsUser({ ...list, bankAccountId: 'account-9' }, credential);
		expect(error?.message).toContain('does not know this Bank Account ID');
	});
});
