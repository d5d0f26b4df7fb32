import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/Stitch/actions/resources';
import { Stitch } from '../../nodes/Stitch/Stitch.node';

const { description } = new Stitch();

/** Operations whose output is as short as it can be, or the user's own: they have nothing to simplify. */
const FLAT_ALREADY = [
	'card/delete',
	'disbursement/cancel',
	'eventSubscription/delete',
	'eventSubscription/getAll',
	'graphql/execute',
	'paymentRequest/cancel',
	'payoutList/check',
	'payoutList/getPage',
];

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

it('every operation that returns an object of the service can simplify it', () => {
	const without = operations.filter(({ simplify }) => simplify === undefined);
	expect(without.map(({ name }) => name).sort()).toEqual(FLAT_ALREADY);
});

it.each(operations.filter(({ simplify }) => simplify).map((one) => [one.name, one] as const))(
	'the preview of %s shows the columns that it returns, in their order',
	(name, { simplify }) => {
		const columns = Object.keys(simplify?.({}) ?? {});
		const shown = previewed(name);
		expect(shown.filter((column) => columns.includes(column))).toEqual(columns);
	},
);

it('there is a preview of every operation that has one, under the version of the node', () => {
	expect(readdirSync('nodes/Stitch/__schema__')).toEqual([`v${String(description.version)}.0.0`]);
	const written = readdirSync(previews, { recursive: true, encoding: 'utf8' });
	expect(written.filter((path) => path.endsWith('.json')).sort()).toEqual(
		operations.map(({ name }) => `${name}.json`).sort(),
	);
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
