import { readExample, valueOf } from '../examples.mts';

const { nodes } = readExample('payment-reminders.json');

/** What "The Link of Before" makes of the payments that Stitch has under one reference. */
function linksOfBefore(statuses: string[]): string[] {
	const node = nodes.find(({ name }) => name === 'The Link of Before');
	const { assignments } = node?.parameters.assignments as { assignments: Array<{ value: string }> };
	const payments = statuses.map((status) => ({ json: { status, amount: 60 } }));
	const other = { json: { status: 'completed', amount: 61 } };
	const $ = (name: string) => ({
		all: () => [other, ...payments],
		first: () => ({ json: name === 'Row' ? { amount: 60 } : {} }),
	});
	const found = valueOf(assignments[0]?.value, { $ }) as Array<{ status: string }>;
	return [...found].map(({ status }) => status);
}

it.each([
	[
		['pending', 'completed'],
		['completed', 'pending'],
	],
	[
		['pending', 'manually_completed'],
		['manually_completed', 'pending'],
	],
	[
		['expired', 'cancelled', 'pending'],
		['pending', 'expired', 'cancelled'],
	],
	[
		['expired', 'completed'],
		['completed', 'expired'],
	],
])('of links that are %j, the one that is paid counts, then one that can be', (statuses, order) => {
	expect(linksOfBefore(statuses)).toEqual(order);
});
