import type { IDataObject } from 'n8n-workflow';

import { getAll } from '../../../../nodes/Stitch/actions/bankAccount/getAll.operation';
import { userBankAccounts } from '../../../../nodes/Stitch/actions/bankAccount/bankAccount.graphql';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const accounts = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const served = answer(200, { data: { user: { id: 'u', bankAccounts: accounts } } });

describe('Bank Account → Get Many', () => {
	it('uses the user token', () => {
		expect(getAll.token).toBe('user');
	});

	it('asks for the accounts with their balances', async () => {
		const { output, sent } = await perform(getAll, { returnAll: true }, [served]);
		expect(sent[0]?.body).toEqual({ query: userBankAccounts, variables: { balances: true } });
		expect(output).toEqual(accounts);
	});

	it('takes the switch as a column may give it, and asks for the balances where it is empty', async () => {
		const asked = async (balances: unknown) =>
			(await perform(getAll, { returnAll: true, options: { balances } as IDataObject }, [served]))
				.sent[0]?.body;
		expect(await asked('FALSE')).toMatchObject({ variables: { balances: false } });
		expect(await asked('')).toMatchObject({ variables: { balances: true } });
		expect(complaints(getAll, { returnAll: true, options: { balances: 'some' } })).toEqual([
			"'Balances' is neither true nor false: some",
		]);
	});

	it.each([{ user: null }, { user: { bankAccounts: null } }])(
		'does not take an answer without a list for no accounts: %j',
		async (data) => {
			const { failure } = await perform(getAll, { returnAll: true }, [answer(200, { data })]);
			expect(failure).toMatchObject({ details: { kind: 'unreadable', onlyRead: true } });
		},
	);

	it('returns no more than Limit', async () => {
		const { output } = await perform(getAll, { limit: 2 }, [served]);
		expect(output).toEqual(accounts.slice(0, 2));
	});
});
