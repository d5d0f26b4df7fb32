import type { INodeProperties } from 'n8n-workflow';

/** Whether the payer comes back to this execution, as `readReturn` reads it. */
export function returnField(description: string): INodeProperties {
	return {
		displayName: 'Return to This Workflow',
		name: 'returnToThisWorkflow',
		type: 'boolean',
		default: false,
		description,
	};
}

/**
 * The same with what to do about it.
 * @param page of Stitch
 * @param waiting the node that waits for the payer
 */
export function returnFields(page: string, waiting: string): INodeProperties[] {
	return [
		returnField(
			`Whether the ${page} sends the payer back to this execution, where ${waiting} is waiting`,
		),
		{
			displayName: `Add <b>${waiting}</b> after this node. The domain of this n8n must be on the list of your client at Stitch. Put approvals and forms that follow into a separate workflow: here, the payer could answer them.`,
			name: 'returnNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { returnToThisWorkflow: [true] } },
		},
	];
}
