import { getBalance } from '../../../../nodes/Stitch/actions/floatAccount/getBalance.operation';
import { clientBankAccounts } from '../../../../nodes/Stitch/actions/floatAccount/floatAccounts';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

const money = { quantity: '1000.50', currency: 'ZAR' };
const float = { id: 'f', accountFunction: 'float', availableBalance: money, currentBalance: money };
const pool = { ...float, id: 'p', accountFunction: 'pool' };

describe('Float Account → Get Balance', () => {
	it('returns the float account and no other', async () => {
		const { output, sent } = await perform(getBalance, {}, [
			answer(200, { data: { client: { bankAccounts: [pool, float] } } }),
		]);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: clientBankAccounts, variables: null },
			},
		]);
		expect(output).toEqual([float]);
	});

	it.each([{ client: null }, { client: { bankAccounts: null } }, { client: { bankAccounts: {} } }])(
		'does not say that there is none where the answer has no list: %j',
		async (data) => {
			const { failure } = await perform(getBalance, {}, [answer(200, { data })]);
			expect(failure).toMatchObject({ details: { kind: 'unreadable', happened: 'no' } });
		},
	);

	it.each([[[pool]], [[]]])('says when there is none among %j', async (bankAccounts) => {
		const { failure } = await perform(getBalance, {}, [
			answer(200, { data: { client: { bankAccounts } } }),
		]);
		expect(failure).toMatchObject({
			details: { sentence: expect.stringContaining('no float account') },
		});
	});
});
