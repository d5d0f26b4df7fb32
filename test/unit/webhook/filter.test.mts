import type { StitchEvent } from '../../../nodes/Stitch/webhook/event';
import {
	isChosen,
	objectToRead,
	passesFilter,
	wouldBeMissed,
} from '../../../nodes/Stitch/webhook/filter';
import type { TriggerOptions } from '../../../nodes/Stitch/webhook/settings';

const options = (more: Partial<TriggerOptions> = {}) => more as TriggerOptions;
const ofShop = options({ externalReferencePrefix: 'shop-' });

const event = (more: Partial<StitchEvent> = {}) =>
	({
		...{ event: 'disbursement.completed', resource: 'disbursement', status: 'completed' },
		...{ id: 'a', externalReference: 'shop-1' },
		...more,
	}) as StitchEvent;
const unknown = (more: Partial<StitchEvent> = {}) =>
	event({ event: 'unknown', status: 'settled', ...more });

it.each([
	['shop-1', true],
	['a-shop-1', false],
	[null, false],
])('External Reference Prefix lets %j pass: %s', (externalReference, passes) => {
	expect(passesFilter({ externalReference }, ofShop)).toBe(passes);
});

it('without External Reference Prefix, every event passes', () => {
	expect(passesFilter({ externalReference: null }, options())).toBe(true);
});

it('an event that may be one of two is chosen with either', () => {
	const either = { event: 'unknown', mayBe: ['refund.error', 'refund.completed'] } as const;
	expect(isChosen(either as never, ['refund.completed'])).toBe(true);
	expect(isChosen(either as never, ['disbursement.completed'])).toBe(false);
});

describe('the object of an event', () => {
	it.each<[string, StitchEvent, TriggerOptions, boolean]>([
		['is not read where the event says everything', event(), options(), false],
		['is read where the user wants it', event(), options({ fetchCurrentResource: true }), true],
		['is read where only it has the reference', event({ externalReference: null }), ofShop, true],
		[
			'is not read for the reference of another workflow',
			event({ externalReference: 'other-1' }),
			options({ externalReferencePrefix: 'shop-', fetchCurrentResource: true }),
			false,
		],
		[
			'is read where only it says what the event is about',
			unknown({ mayBe: ['disbursement.completed', 'refund.completed'] }),
			options(),
			true,
		],
		[
			'is not known where the event has no ID',
			event({ id: null }),
			options({ fetchCurrentResource: true }),
			false,
		],
		[
			'is not known where the event is not',
			unknown(),
			options({ fetchCurrentResource: true }),
			false,
		],
	])('%s', (_what, given, wanted, isRead) => {
		const object = objectToRead(given, wanted);
		expect(object && [object.family.family, object.id]).toEqual(
			isRead ? ['disbursement', 'a'] : undefined,
		);
	});
});

describe('an event in a form that is not known', () => {
	const chosen = ['disbursement.completed'];
	const withUnknown = [...chosen, 'unknown'];

	it.each<[string, StitchEvent, string[], TriggerOptions, boolean]>([
		['would be missed', unknown(), chosen, options(), true],
		['is passed on where Unknown Event is chosen', unknown(), withUnknown, options(), false],
		['would be missed with the reference of this workflow', unknown(), chosen, ofShop, true],
		[
			'is left to the workflow whose reference it has',
			unknown({ externalReference: 'other-1' }),
			chosen,
			ofShop,
			false,
		],
		[
			'would be missed without a reference, even where Unknown Event is chosen',
			unknown({ externalReference: null }),
			withUnknown,
			ofShop,
			true,
		],
		[
			'is none where it only says that an object is pending',
			unknown({ status: 'pending' }),
			chosen,
			options(),
			false,
		],
		[
			'is none where it may be one of two',
			unknown({ mayBe: ['refund.error'] }),
			chosen,
			options(),
			false,
		],
	])('%s', (_what, given, events, wanted, isMissed) => {
		expect(wouldBeMissed(given, events, wanted)).toBe(isMissed);
	});

	it('is not one that is known', () => {
		expect(wouldBeMissed(event(), ['refund.error'], options())).toBe(false);
	});
});
