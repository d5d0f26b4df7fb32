import { get } from '../../../../nodes/Stitch/actions/paymentRequest/get.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';

it('reads by ID, encoded, and gives back what the service answers', async () => {
	const request = { id: 'a/b+c=', status: 'completed', merchantId: 'merchant-1' };
	const { service, sent } = serviceOf([answer(200, request)]);
	const item = itemOf({ id: ' a/b+c= ' });
	const output = await get.send(get.prepare(item, service), service, item);
	expect(sent).toEqual([
		{ method: 'GET', url: 'https://rest.test/v2/payment-requests/a%2Fb%2Bc%3D' },
	]);
	expect(output).toEqual(request);
});

it('is repeated after a failure that may pass', async () => {
	const answers = [
		answer(503, {}),
		{ kind: 'answerLost' as const },
		answer(200, { id: 'a', status: 'pending' }),
	];
	const { service, sent } = serviceOf(answers, { maxAttempts: 3 });
	await get.send({ id: 'a' }, service, itemOf({}));
	expect(sent).toHaveLength(3);
});

it('refuses an empty ID', () => {
	const { service } = serviceOf([]);
	expect(() => get.prepare(itemOf({ id: '' }), service)).toThrow('Payment Request ID is empty');
});
