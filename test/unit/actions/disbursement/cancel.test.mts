import { cancel } from '../../../../nodes/Stitch/actions/disbursement/cancel.operation';
import { answer, itemOf, serviceOf } from '../../builders.mts';

it('sends ID and reason in the body, to one path for all, and gives back the answer', async () => {
	const { service, sent } = serviceOf([answer(200, { id: 'a/b=', reason: 'Wrong person' })]);
	const item = itemOf({ disbursementId: 'a/b=', reason: ' Wrong person ' });
	const output = await cancel.send(cancel.prepare(item, service), service, item);
	expect(sent).toEqual([
		{
			method: 'POST',
			url: 'https://rest.test/v2/disbursements/cancel',
			body: { id: 'a/b=', reason: 'Wrong person' },
		},
	]);
	expect(output).toEqual({ id: 'a/b=', reason: 'Wrong person' });
});

it('rejects an empty ID and an empty reason, both at once', () => {
	const { service } = serviceOf([]);
	expect(() => cancel.prepare(itemOf({ disbursementId: '', reason: '' }), service)).toThrow(
		"'Disbursement' is empty; 'Reason' is empty",
	);
});
