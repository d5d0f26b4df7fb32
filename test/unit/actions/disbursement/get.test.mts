import { get } from '../../../../nodes/Stitch/actions/disbursement/get.operation';
import { answer, itemOf } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

describe('Disbursement → Get', () => {
	it('reads the disbursement by its encoded ID', async () => {
		const { sent, output } = await perform(get, { disbursementId: ' d/1= ' }, [
			answer(200, { id: 'd/1=', status: 'completed' }),
		]);

		expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/disbursements/d%2F1%3D' }]);
		expect(output).toEqual({ id: 'd/1=', status: 'completed' });
	});

	it('takes the ID of a node of version 1 from the field that it has', async () => {
		const old = (id: string) => itemOf({ id }, 0, undefined, { typeVersion: 1 });
		const { sent } = await perform(get, old('d'), [answer(200, { id: 'd', status: 'pending' })]);
		expect(sent).toMatchObject([{ url: 'https://rest.test/v2/disbursements/d' }]);
		expect(complaints(get, old(''))).toEqual(['Disbursement ID is empty']);
	});

	it('asks for the ID', () => {
		expect(complaints(get, { disbursementId: '' })).toEqual(['Disbursement is empty']);
	});
});
