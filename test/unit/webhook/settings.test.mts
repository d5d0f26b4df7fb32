import { passesFilter, readOptions } from '../../../nodes/Stitch/webhook/settings';

it('takes the defaults for what was not given or is empty', () => {
	const defaults = {
		externalReferencePrefix: undefined,
		fetchCurrentResource: false,
		oncePerWorkflow: false,
	};
	expect(readOptions({})).toEqual(defaults);
	const names = Object.keys(defaults).filter((name) => name !== 'externalReferencePrefix');
	expect(readOptions(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults);
});

it('takes switches as an expression may give them', () => {
	const options = readOptions({ fetchCurrentResource: 'TRUE', oncePerWorkflow: 'true' });
	expect(options).toMatchObject({ fetchCurrentResource: true, oncePerWorkflow: true });
});

it.each([
	[{ fetchCurrentResource: 'maybe' }, "'Fetch Current Resource' is neither true nor false: maybe"],
])('rejects %j instead of continuing with another value', (options, message) => {
	expect(() => readOptions(options)).toThrow(message);
});

describe('External Reference Prefix', () => {
	it.each([
		['shop-1', true],
		['a-shop-1', false],
		[null, false],
	])('lets %j pass: %s', (externalReference, passes) => {
		const options = readOptions({ externalReferencePrefix: 'shop-' });
		expect(passesFilter({ externalReference }, options)).toBe(passes);
	});

	it.each(['', ' ', null, undefined])(
		'is rejected as %j, which an expression may give',
		(value) => {
			expect(() => readOptions({ externalReferencePrefix: value })).toThrow(
				"'External Reference Prefix' is empty, so events of every reference would start",
			);
		},
	);

	it('lets everything pass where it is not set', () => {
		expect(passesFilter({ externalReference: null }, readOptions({}))).toBe(true);
	});
});
