import {
	eventFamilies,
	eventName,
	eventOptions,
	filterTypesOf,
	unknownEvent,
} from '../../../nodes/Stitch/webhook/kinds';

it('names an event by its family and its status', () => {
	expect(eventName('disbursement', 'completed')).toBe('disbursement.completed');
});

it.each([
	['disbursement', 'brand_new'],
	['disbursement', ''],
	['refund', 'received'],
	['', 'completed'],
	['constructor', 'name'],
])('calls unknown what nobody has documented: %j.%j', (family, status) => {
	expect(eventName(family, status)).toBe(unknownEvent);
});

describe('the types to subscribe to', () => {
	it('are those of the chosen events, each once', () => {
		const chosen = ['refund.paused', 'disbursement.completed', 'disbursement.error'];
		expect(filterTypesOf(chosen, [])).toEqual(['disbursement', 'refund']);
	});

	it('keep payments and their money apart', () => {
		const both = ['paymentRequest.completed', 'paymentConfirmation.received'];
		expect(filterTypesOf(both, [])).toEqual(['payment', 'payment.confirmation']);
	});

	it('hold the types that the user named, too, each once', () => {
		expect(filterTypesOf(['refund.paused'], ['settlement', 'refund'])).toEqual([
			'refund',
			'settlement',
		]);
	});

	it('are none for unknown events alone', () => {
		expect(filterTypesOf([unknownEvent, 'no.such'], [])).toEqual([]);
	});
});

it('gives two families the same subscription type only where reading tells them apart', () => {
	const typesOf = eventFamilies
		.filter(({ familyOf }) => familyOf === undefined)
		.map(({ kinds, filterType }) => [...new Set(Object.keys(kinds).map(filterType))]);
	expect(new Set(typesOf.flat()).size).toBe(typesOf.flat().length);
	expect(typesOf.flat()).not.toContain('transaction');
});

it('offers each kind once, in the order of the alphabet, with what it means', () => {
	const names = eventOptions.map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	expect(new Set(names).size).toBe(names.length);
	expect(eventOptions).toContainEqual({
		name: 'Disbursement Reversed',
		value: 'disbursement.reversed',
		description: 'The bank sent the money back after completion. Final.',
	});
	expect(eventOptions.at(-1)?.value).toBe(unknownEvent);
});
