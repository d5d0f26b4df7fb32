import { readExample, valueOf } from '../examples.mts';

const { nodes } = readExample('daily-reconciliation.json');
const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters;

it.each([
	[0, 'Reconciliation: no differences'],
	[1, 'Reconciliation: 1 difference'],
	[2, 'Reconciliation: 2 differences'],
])('the subject counts %d differences as people do', (count, subject) => {
	const all = [{}, ...Array.from({ length: count }, () => ({ difference: 'A difference' }))];
	const [words, expression] = String(parametersOf('Send the Report')?.subject).split('{{');
	expect(`${words}${String(valueOf(`={{${expression}`, { $json: { all } }))}`).toBe(`=${subject}`);
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
		expect(valueOf(conditions[0]?.leftValue, { $, $json })).toBe(agrees);
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
