import { nodeInWords, placeOf } from '../../../nodes/Stitch/run/place';

const nodeAt = (instance: string, workflow: string, id: string, name = 'Stitch') => ({
	getInstanceId: () => instance,
	getWorkflow: () => ({ id: workflow, name: 'Payroll' }),
	getNode: () => ({ id, name }),
});

describe('the place of a node', () => {
	it.each([
		['of another n8n', nodeAt('n8n-2', 'workflow-1', 'node-1')],
		['of a copy of the workflow', nodeAt('n8n-1', 'workflow-2', 'node-1')],
		['of another node of the workflow', nodeAt('n8n-1', 'workflow-1', 'node-2')],
	])('differs from that %s', (_, other) => {
		expect(placeOf(nodeAt('n8n-1', 'workflow-1', 'node-1'))).not.toBe(placeOf(other));
	});

	it('stays the same when the node is renamed', () => {
		const renamed = nodeAt('n8n-1', 'workflow-1', 'node-1', 'Pay salaries');
		expect(placeOf(renamed)).toBe(placeOf(nodeAt('n8n-1', 'workflow-1', 'node-1')));
	});

	it('is said in the log with the names of the node and its workflow', () => {
		const node = nodeAt('n8n-1', 'workflow-1', 'node-1', 'Pay salaries');
		expect(nodeInWords(node)).toBe('"Pay salaries" in the workflow "Payroll"');
	});
});
