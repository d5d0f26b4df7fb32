import { identifyingReference } from '../../../../nodes/Stitch/actions/fields/payment';

it('requires an external reference where the nonce comes from it, and only there', () => {
	const [required, optional] = identifyingReference('e.g. PAY-1').properties('externalReference');
	const whenSource = { nonceSource: ['externalReference'] };
	expect(required).toMatchObject({ required: true, displayOptions: { show: whenSource } });
	expect(optional?.required).toBeUndefined();
	expect(optional?.displayOptions).toEqual({ hide: whenSource });
	expect(optional?.name).toBe(required?.name);
});
