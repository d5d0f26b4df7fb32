import type { INode, IWorkflowMetadata } from 'n8n-workflow';

/** The n8n contexts that know where they run. */
export interface PlaceHolder {
	getInstanceId(): string;
	getWorkflow(): { id?: string };
	getNode(): Pick<INode, 'id'>;
}

/**
 * One node of one n8n, whatever its name. n8n copies the data that it keeps with a workflow into exports,
 * imports and duplicates; a copy must neither use nor remove data of the original.
 */
export function placeOf(context: PlaceHolder): string {
	return `${workflowOf(context)}/${context.getNode().id}`;
}

/** All nodes of one workflow of one n8n. */
export function workflowOf(context: PlaceHolder): string {
	return [context.getInstanceId(), context.getWorkflow().id].join('/');
}

/** The same for n8n's log, which by default shows the text of a line and nothing else that belongs to it. */
export function nodeInWords(context: {
	getNode(): Pick<INode, 'name'>;
	getWorkflow(): Pick<IWorkflowMetadata, 'name'>;
}): string {
	return `"${context.getNode().name}" in the workflow "${context.getWorkflow().name}"`;
}
