import { Workflow, type IDataObject, type INodeType } from 'n8n-workflow';

import { Stitch } from '../../nodes/Stitch/Stitch.node';
import { StitchPollingTrigger } from '../../nodes/Stitch/StitchPollingTrigger.node';
import { StitchTrigger } from '../../nodes/Stitch/StitchTrigger.node';

/** What the editor shows below a node's name, worked out as the editor does. */
function subtitleOf(type: INodeType, parameters: IDataObject): unknown {
	const { name } = type.description;
	const node = { id: '1', name: 'Node', type: name, typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		nodes: [node as never],
		connections: {},
		active: false,
		nodeTypes,
	});
	const [placed] = Object.values(workflow.nodes);
	if (placed === undefined) throw new Error('The workflow has no node');
	const { subtitle } = type.description;
	return workflow.expression.getSimpleParameterValue(placed, subtitle, 'internal', {});
}

describe('below its name', () => {
	it.each([
		['disbursement', 'create', 'Create disbursement (payout)'],
		['paymentRequest', 'waitForPayment', 'Wait for payment'],
		['bankAccount', 'verify', 'Verify bank account'],
	])('the action node says what the picker said: %s %s', (resource, operation, words) => {
		expect(subtitleOf(new Stitch(), { resource, operation })).toBe(words);
	});

	it.each([new StitchTrigger(), new StitchPollingTrigger()])(
		'a trigger names its events, those that it does not know too',
		(trigger) => {
			const events = ['paymentRequest.completed', 'disbursement.reversed', 'another'];
			expect(subtitleOf(trigger, { events })).toBe(
				'Payment Request Completed, Disbursement Reversed, another',
			);
		},
	);
});
