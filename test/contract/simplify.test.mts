import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/catalogue/resources';
import { eventColumns } from '../../nodes/Stitch/webhook/eventColumns';
import { eventFamilies } from '../../nodes/Stitch/webhook/catalogue';

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		...operation,
		name: `${resource.value}/${operation.value}`,
	})),
);

const previews = 'nodes/Stitch/__schema__/v1.0.0';

/** The columns of a preview, in their order. */
function previewed(operation: string): string[] {
	const { properties } = JSON.parse(readFileSync(`${previews}/${operation}.json`, 'utf8')) as {
		properties: object;
	};
	return Object.keys(properties);
}

it('every operation that returns more than ten columns can simplify them, except those of Payout List', () => {
	const without = operations.filter(({ simplify }) => simplify === undefined);
	const long = without.filter(({ name }) => previewed(name).length > 10);
	expect(long.map(({ name }) => name)).toEqual(['payoutList/check', 'payoutList/getPage']);
});

/** Every field that an object of Stitch has or that an operation adds, as it can come. */
const everything = () => {
	const text = Object.fromEntries(
		readFileSync('test/published/stitch.graphql', 'utf8')
			.match(/\b[a-z]\w+(?=[:(])/g)
			?.map((name) => [name, 'x']) ?? [],
	);
	const added = `alreadyExisted attempt earlierAttempts final notCompared nonce paymentUrl
		paymentConfirmation returnedStatus returnedStatusAgrees externalReferenceAgrees changeKey
		occurredAt`.split(/\s+/);
	const flat = { ...text, ...Object.fromEntries(added.map((name) => [name, 'x'])) };
	const holder = { ...flat, identifyingDocument: 'x', familyName: 'x', initials: 'x', phone: 'x' };
	const bankAccount = { ...flat, exists: 'verified', typeMatch: 'x', type: 'savings' };
	return {
		...flat,
		refunds: [],
		bankAccount,
		accountHolder: holder,
		verificationResult: { outcome: 'verified', bankAccount, accountHolder: holder },
	};
};

/** The columns of an object and of those in it, at whatever place. */
function widths(columns: unknown): number[] {
	if (typeof columns !== 'object' || columns === null) return [];
	return [Object.keys(columns).length, ...Object.values(columns).flatMap(widths)];
}

it.each(operations.filter(({ simplify }) => simplify).map((one) => [one.name, one] as const))(
	'%s has at most ten columns of what Stitch returns, whatever that is',
	(name, { value, simplify }) => {
		const [resource = ''] = name.split('/');
		const isWait = value.startsWith('waitFor');
		const object: IDataObject = everything();
		// A wait adds one column to its input.
		const columns = simplify?.(isWait ? { [value]: { [resource]: object } } : object) ?? {};
		expect(Math.max(...widths(columns))).toBeLessThanOrEqual(10);
	},
);

it.each(eventFamilies.map(({ family, resource }) => [family, resource]))(
	'an event of %s has at most ten columns',
	(family, resource) => {
		const current: IDataObject = everything();
		const event = { event: `${family}.completed`, amount: { quantity: 1, currency: 'ZAR' } };
		const json = { ...current, error: undefined, ...event, resource, current, raw: {} };
		const columns = eventColumns([[{ json }]], true)[0]?.[0]?.json ?? {};
		expect(Object.keys(columns)).toHaveLength(10);
		expect(Math.max(...widths(columns))).toBe(10);
	},
);

it('whatever creates a payment, a link or a consent shows last whether the client is a live one', () => {
	const showing = operations.filter(({ name }) => previewed(name).at(-1) === 'client');
	expect(showing.map(({ name }) => name)).toEqual([
		'charge/create',
		'disbursement/create',
		'paymentConsent/create',
		'paymentRequest/create',
		'refund/create',
		'terminalSession/create',
	]);
});

it('no answer is too odd to be simplified: the payment behind it has been made', () => {
	const names = `accountHolder amount bankAccount beneficiary card charge cashback currency
		description disbursement events id intent interaction metadata notCompared outcome paymentUrl
		paymentRequest quantity refunds settlement status statusReason terminal terminalSession
		verificationResult waitForPayment`.split(/\s+/);
	const value = fc.jsonValue({ maxDepth: 1 });
	const inner = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 });
	const odd = fc.dictionary(
		fc.constantFrom(...names),
		fc.oneof(value, inner, fc.array(inner, { maxLength: 3 })),
		{ maxKeys: 8 },
	);
	const simplifying = operations.flatMap(({ simplify }) => simplify ?? []);
	fc.assert(
		fc.property(odd, (answer) => {
			for (const simplify of simplifying) simplify(answer as IDataObject);
		}),
		{ seed: 1, numRuns: 200 },
	);
});
