import { get } from '../../../../nodes/Stitch/actions/refund/get.operation';
import { answer } from '../../builders.mts';
import { complaints, perform } from '../perform.mts';

it('reads one refund, with every sign of its ID encoded', async () => {
	const { output, sent } = await perform(get, { refundId: 'a/b+c=' }, [
		answer(200, { id: 'a/b+c=' }),
	]);
	expect(output).toEqual({ id: 'a/b+c=' });
	expect(sent).toEqual([{ method: 'GET', url: 'https://rest.test/v2/refunds/a%2Fb%2Bc%3D' }]);
});

it('needs a refund', () => {
	expect(complaints(get, { refundId: '' })).toEqual(['Refund is empty']);
});
