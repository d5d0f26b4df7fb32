import { readOptions } from '../../../nodes/Stitch/webhook/options';

it('takes the defaults for what was not given or is empty', () => {
	const defaults = {
		clientType: 'any',
		externalReferencePrefix: undefined,
		fetchCurrentResource: false,
		minimumAmount: undefined,
		onceAcrossTriggers: false,
		otherEventTypes: [],
		rememberedEvents: 5000,
		severalWorkers: false,
	};
	expect(readOptions({})).toEqual(defaults);
	const names = Object.keys(defaults);
	expect(readOptions(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults);
});

it('takes switches and numbers as an expression may give them', () => {
	expect(readOptions({ fetchCurrentResource: 'TRUE', rememberedEvents: '200' })).toMatchObject({
		fetchCurrentResource: true,
		rememberedEvents: 200,
	});
});

it.each([
	[{ fetchCurrentResource: 'maybe' }, 'Fetch Current Resource is neither true nor false: maybe'],
	[{ clientType: 'Live' }, 'Client Type cannot be Live'],
	[{ minimumAmount: '$100' }, 'Minimum Amount is not an amount: $100'],
])('refuses %j instead of going on with something else', (options, message) => {
	expect(() => readOptions(options)).toThrow(message);
});

it.each([99, 100_001, 250.5, 'many', true])('refuses %j Remembered Events', (rememberedEvents) => {
	expect(() => readOptions({ rememberedEvents })).toThrow(
		'Remembered Events is not a whole number from 100 to 100000',
	);
});
