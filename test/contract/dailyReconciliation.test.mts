import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import type { NewWorkflow } from '../host/api.mts';
import { projectFolder } from '../host/project.mts';

const file = join(projectFolder, 'examples', 'daily-reconciliation.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as NewWorkflow;
const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters;

/** The value of an expression, which can have words before it. */
function valueOf(text: string, context: object): unknown {
	const [, words = '', expression = ''] = /^=(.*?)\{\{([^]*)\}\}$/.exec(text) ?? [];
	const value = runInNewContext(expression, context) as unknown;
	return words === '' ? value : `${words}${String(value)}`;
}

it.each([
	[0, 'Reconciliation: no differences'],
	[1, 'Reconciliation: 1 difference'],
	[2, 'Reconciliation: 2 differences'],
])('the subject counts %d differences as people do', (count, subject) => {
	const all = [{}, ...Array.from({ length: count }, () => ({ difference: 'A difference' }))];
	const text = String(parametersOf('Send the Report')?.subject);
	expect(valueOf(text, { $json: { all } })).toBe(subject);
});

it.each([
	['order-1', 'order-1', 20, true],
	[undefined, null, 20, true],
	[undefined, '', 20, true],
	['order-1', 'order-2', 20, false],
	['order-1', null, 20, false],
	['order-1', 'order-1', 21, false],
])(
	'a payment with the reference %j at Stitch and %j in the table, over %d: agrees, %j',
	(externalReference, reference, amount, agrees) => {
		const { conditions } = parametersOf('Agrees?')?.conditions as {
			conditions: Array<{ leftValue: string }>;
		};
		const $json = { status: 'completed', externalReference, amount: 20 };
		const $ = () => ({ item: { json: { reference, amount } } });
		expect(valueOf(String(conditions[0]?.leftValue), { $, $json })).toBe(agrees);
	},
);

it('compares what was changed lately at Stitch, however old its link is', () => {
	const filters = parametersOf('Completed at Stitch')?.filters;
	expect(Object.keys(filters as object).sort()).toEqual(['status', 'updatedAfter']);
});

it('knows a payment by its Stitch ID, as two can look alike', () => {
	const { conditions } = parametersOf('Not in the Table')?.filters as {
		conditions: Array<{ keyName: string }>;
	};
	expect(conditions.map(({ keyName }) => keyName)).toEqual(['paymentRequestId', 'amount']);
});
