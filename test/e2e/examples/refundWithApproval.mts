import type { WorkflowNode } from '../../host/api.mts';

/** The form is open to everybody here, so Settings says whose account has sent it. */
export function askedBy(email: string, node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Settings') return node;
	const { assignments } = node.parameters.assignments as { assignments: object[] };
	const user = { id: 'user', name: 'user', type: 'object', value: JSON.stringify({ email }) };
	return {
		...node,
		parameters: { ...node.parameters, assignments: { assignments: [...assignments, user] } },
	};
}

/** What a trigger gives, in the place of the trigger. */
export function withFields(node: WorkflowNode, json: string): WorkflowNode {
	const { assignments } = node.parameters.assignments as { assignments: object[] };
	const fields = Object.entries(JSON.parse(json) as object).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: typeof value,
	}));
	return {
		...node,
		parameters: {
			...node.parameters,
			assignments: { assignments: [...assignments, ...fields] },
		},
	};
}

/** The approver has a minute. */
export function hurried(node: WorkflowNode): WorkflowNode {
	if (node.name !== 'Ask the Approver') return node;
	const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
	const options = { ...(node.parameters.options as object), limitWaitTime: { values } };
	return { ...node, parameters: { ...node.parameters, options } };
}

/** The form as the example has it. */
export function forAccounts(node: WorkflowNode): WorkflowNode {
	if (node.type !== 'n8n-nodes-base.formTrigger') return node;
	return { ...node, parameters: { ...node.parameters, authentication: 'n8nUserAuth' } };
}
