import { passesFilter } from '../../../nodes/Stitch/webhook/filter';

it.each([
	['shop-1', true],
	['a-shop-1', false],
	[null, false],
])('External Reference Prefix lets %j pass: %s', (externalReference, passes) => {
	const options = { externalReferencePrefix: 'shop-' };
	expect(passesFilter({ externalReference }, options)).toBe(passes);
});

it('without External Reference Prefix, every event passes', () => {
	const options = { externalReferencePrefix: undefined };
	expect(passesFilter({ externalReference: null }, options)).toBe(true);
});
