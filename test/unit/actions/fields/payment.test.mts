import { idField, identifyingReference } from '../../../../nodes/Stitch/actions/fields/payment';

it('names an ID field after its resource', () => {
	expect(idField('Payment Request', 'e.g. x')).toMatchObject({
		displayName: 'Payment Request ID',
		name: 'id',
		description: expect.stringContaining('the payment request'),
	});
});

it('requires an external reference where the nonce comes from it, and only there', () => {
	const [required, optional] = identifyingReference('e.g. PAY-1').properties('externalReference');
	const whenSource = { nonceSource: ['externalReference'] };
	expect(required).toMatchObject({ required: true, displayOptions: { show: whenSource } });
	expect(optional?.required).toBeUndefined();
	expect(optional?.displayOptions).toEqual({ hide: whenSource });
	expect(optional?.name).toBe(required?.name);
});
