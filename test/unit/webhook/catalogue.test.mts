import {
	eventChoices,
	eventFamilies,
	eventName,
	eventOptions,
	eventsIn,
	filterTypesOf,
	unknownEvent,
} from '../../../nodes/Stitch/webhook/catalogue';

it('names an event by its family and its status', () => {
	expect(eventName('disbursement', 'completed')).toBe('disbursement.completed');
});

it.each([
	['disbursement', 'brand_new'],
	['disbursement', ''],
	['refund', 'received'],
	['', 'completed'],
	['constructor', 'name'],
])('treats an undocumented event as unknown: %j.%j', (family, status) => {
	expect(eventName(family, status)).toBe(unknownEvent);
});

describe('the types to subscribe to', () => {
	it('are those of the chosen events, each once', () => {
		const chosen = ['refund.paused', 'disbursement.completed', 'disbursement.error'];
		expect(filterTypesOf(chosen)).toEqual(['disbursement', 'refund']);
	});

	it.each([
		['charge', ['transaction']],
		['chargeRefund', ['transaction']],
		['disbursement', ['disbursement']],
		['paymentConfirmation', ['payment.confirmation']],
		['paymentConsent', ['payment-consent-request']],
		['paymentRequest', ['payment']],
		['refund', ['refund']],
		['terminalSession', ['terminal-session.failure', 'terminal-session.success']],
	])('of every event of a %s are %j', (family, types) => {
		expect(filterTypesOf(eventsIn([`${family}.*`]))).toEqual(types);
	});

	it('are none when only Unknown Event is chosen', () => {
		expect(filterTypesOf([unknownEvent, 'no.such'])).toEqual([]);
	});
});

it('gives two families the same subscription type only when a reading distinguishes them', () => {
	const typesOf = eventFamilies
		.filter(({ decide }) => decide === undefined)
		.map(({ meanings, filterType }) => [...new Set(Object.keys(meanings).map(filterType))]);
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

describe('a choice of many events', () => {
	it('is listed above the single events', () => {
		const names = eventChoices(eventOptions).map(({ name }) => name);
		expect(names.slice(0, 3)).toEqual([
			'Every Event',
			'All Charge Events',
			'All Charge Refund Events',
		]);
		expect(names).toContain('All Disbursement Events');
		expect(names.slice(1 + eventFamilies.length)).toEqual(eventOptions.map(({ name }) => name));
	});

	it('is offered only where one of its events is', () => {
		const refunds = eventOptions.filter(({ value }) => value === 'refund.paused');
		expect(eventChoices(refunds).map(({ value }) => value)).toEqual([
			'*',
			'refund.*',
			'refund.paused',
		]);
	});

	it('means each event of its family, and of no other', () => {
		expect(eventsIn(['charge.*', 'charge.success'])).toEqual([
			'charge.cancelled',
			'charge.failure',
			'charge.pending',
			'charge.success',
		]);
	});

	it('means every event, also unknown ones', () => {
		expect(eventsIn(['*'])).toEqual(eventOptions.map(({ value }) => value));
		expect(eventsIn(['*'])).toContain(unknownEvent);
	});

	it('leaves single events, and values that are not offered, as they are', () => {
		expect(eventsIn(['refund.paused', 'no.such'])).toEqual(['refund.paused', 'no.such']);
		expect(eventsIn(null)).toEqual([]);
	});
});
