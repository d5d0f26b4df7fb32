import { get } from '../../../../nodes/Stitch/actions/disbursement/get.operation';
import { answer } from '../../builders.mts';
import { perform } from '../perform.mts';

describe('Disbursement → Get', () => {
	it('reads the disbursement by its encoded ID', async () => {
		const { sent, output } = await perform(get, { disbursementId: ' d/1= ' }, [
			answer(200, { id: 'd/1=', status: 'completed' }),
		]);

		expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/disbursements/d%2F1%3D' }]);
		expect(output).toEqual({ id: 'd/1=', status: 'completed' });
	});
});
