import { bankStates } from '../../../../nodes/Stitch/actions/bank/bank.graphql';
import { getAll } from '../../../../nodes/Stitch/actions/bank/getAll.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

const banks = [{ bankId: 'absa' }, { bankId: 'fnb' }, { bankId: 'capitec' }];
const served = answer(200, { data: { banks } });

describe('Bank → Get Many', () => {
	it('asks for the banks once and returns them as they are', async () => {
		const { output, sent } = await perform(getAll, { returnAll: true }, [served]);
		expect(sent).toEqual([
			{
				method: 'POST',
				url: 'https://graphql.test/graphql',
				body: { query: bankStates, variables: null },
			},
		]);
		expect(output).toEqual(banks);
	});

	it('returns no more than Limit', async () => {
		const { output } = await perform(getAll, { limit: 2 }, [served]);
		expect(output).toEqual(banks.slice(0, 2));
	});

	it.each([{}, { banks: null }, { banks: {} }])(
		'never takes an answer without a list for one in which no bank is down: %j',
		async (data) => {
			const { failure } = await perform(getAll, { returnAll: true }, [answer(200, { data })]);
			expect(failure).toMatchObject({ details: { kind: 'unreadable', onlyRead: true } });
		},
	);

	it('skips what is no bank', async () => {
		const { output } = await perform(getAll, { returnAll: true }, [
			answer(200, { data: { banks: [null, ...banks] } }),
		]);
		expect(output).toEqual(banks);
	});
});
