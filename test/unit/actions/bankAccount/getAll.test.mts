import type { IDataObject } from 'n8n-workflow';

import { getAll } from '../../../../nodes/Stitch/actions/bankAccount/getAll.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

const served = answer(200, { data: { user: { id: 'u', bankAccounts: [] } } });

it('Bank Account → Get Many takes the switch as a column may give it, and asks for the balances where it is empty', async () => {
	const asked = async (balances: unknown) =>
		(await perform(getAll, { returnAll: true, options: { balances } as IDataObject }, [served]))
			.sent[0]?.body;
	expect(await asked('FALSE')).toMatchObject({ variables: { balances: false } });
	expect(await asked('')).toMatchObject({ variables: { balances: true } });
	expect(complaints(getAll, { returnAll: true, options: { balances: 'some' } })).toEqual([
		"'Balances' is neither true nor false: some",
	]);
});
