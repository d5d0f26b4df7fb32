import { theCharge } from '../../../../nodes/Stitch/actions/charge/charges';
import { serviceOf } from '../../builders.mts';
import { chargeNode, listed } from './answers.mts';

const reference = 'subscription-204-2026-11';

describe('the field that names a charge', () => {
	it('finds the charge by its external reference, and takes no refund for it', async () => {
		const refund = { id: 'refund-1', originalTransaction: { id: 'charge-1' } };
		const { service, sent } = serviceOf([listed(chargeNode(), chargeNode(refund))]);
		const found = await theCharge.withReference(service, reference);
		expect(found).toMatchObject([{ id: 'charge-1' }]);
		expect(sent[0]?.body).toMatchObject({
			variables: { filter: { externalReference: { in: [reference] } } },
		});
	});

	it('finds both charges with it, of which nothing is guessed', async () => {
		const { service } = serviceOf([listed(chargeNode(), chargeNode({ id: 'charge-2' }))]);
		expect(await theCharge.withReference(service, reference)).toMatchObject([
			{ id: 'charge-1' },
			{ id: 'charge-2' },
		]);
	});

	it('takes no other charge for it where the list was not filtered', async () => {
		const other = chargeNode({ id: 'charge-2', externalReference: 'other' });
		const { service } = serviceOf([listed(chargeNode(), other)]);
		await expect(theCharge.withReference(service, reference)).rejects.toMatchObject({
			details: { sentence: 'Stitch sent a list that cannot be read' },
		});
	});

	it('shows charges by amount, day and status', () => {
		const charge = {
			id: 'charge-1',
			amount: { quantity: '99.00', currency: 'ZAR' },
			status: 'failure',
			statusDate: '2026-11-20T09:00:00Z',
		};
		expect(theCharge.describe(charge, 'Africa/Johannesburg')).toBe(
			'R99.00 · 20 Nov 2026, 11:00 · failure',
		);
	});
});
