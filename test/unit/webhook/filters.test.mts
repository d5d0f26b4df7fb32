import {
	passesClientType,
	passesFilters,
	type Filtered,
} from '../../../nodes/Stitch/webhook/filters';
import { readOptions } from '../../../nodes/Stitch/webhook/options';

const event: Filtered = {
	amount: { quantity: 100, currency: 'ZAR' },
	externalReference: 'shop-1',
};

const passes = (options: object, more: Partial<Filtered> = {}) =>
	passesFilters({ ...event, ...more }, readOptions({ ...options }));

it('lets every event pass where nothing is filtered', () => {
	expect(passes({})).toBe(true);
	expect(passes({}, { amount: null, externalReference: null })).toBe(true);
});

describe('External Reference Prefix', () => {
	it.each([
		['shop-', 'shop-1', true],
		['shop-1', 'shop-1', true],
		['shop-', 'Shop-1', false],
		['hop', 'shop-1', false],
		['shop-', null, false],
		['shop-', '', false],
	])('%j, with the reference %j: %s', (externalReferencePrefix, externalReference, passed) => {
		expect(passes({ externalReferencePrefix }, { externalReference })).toBe(passed);
	});
});

describe('Minimum Amount', () => {
	it.each([
		[100, true],
		[100.01, true],
		[99.99, false],
	])('of R100, with an amount of %d: %s', (quantity, passed) => {
		expect(passes({ minimumAmount: '100' }, { amount: { quantity, currency: 'ZAR' } })).toBe(
			passed,
		);
	});

	it('takes an amount without a currency for rand, and lets no other currency pass', () => {
		const minimumAmount = '100';
		expect(passes({ minimumAmount }, { amount: { quantity: 100, currency: null } })).toBe(true);
		expect(passes({ minimumAmount }, { amount: { quantity: 100, currency: 'USD' } })).toBe(false);
	});

	it('lets nothing pass that has no amount', () => {
		expect(passes({ minimumAmount: '1' }, { amount: null })).toBe(false);
	});
});

it('lets pass only what every filter lets pass', () => {
	const options = { externalReferencePrefix: 'shop-', minimumAmount: '100' };
	expect(passes(options)).toBe(true);
	expect(passes(options, { externalReference: 'till-1' })).toBe(false);
	expect(passes({ ...options, minimumAmount: '101' })).toBe(false);
});

it.each([
	['test-1', 'test', true],
	['test-1', 'live', false],
	['client-1', 'live', true],
	['client-1', 'test', false],
	['my-test-1', 'live', true],
	[undefined, 'live', true],
	[undefined, 'test', false],
	['test-1', 'any', true],
	[undefined, 'any', true],
] as const)('the client %s, where %s clients are wanted: %s', (clientId, clientType, passed) => {
	expect(passesClientType(clientId, clientType)).toBe(passed);
});
