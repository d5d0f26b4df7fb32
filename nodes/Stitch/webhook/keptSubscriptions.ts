import type { IDataObject } from 'n8n-workflow';

/** What is kept of a subscription: the service shows its secret once. */
export interface Kept {
	id: string;
	secret: string;
}

/** The n8n contexts that can read what n8n keeps with the workflow for this node. */
export interface StaticDataHolder {
	getWorkflowStaticData(type: 'node'): IDataObject;
}

/**
 * Everything kept for this node, by address: a test and a production address are two subscriptions
 * with a secret each, and neither must replace the other's.
 */
export function allKept(context: StaticDataHolder): Record<string, Kept> {
	return (context.getWorkflowStaticData('node').subscriptions ?? {}) as unknown as Record<
		string,
		Kept
	>;
}

export function keptFor(context: StaticDataHolder, url: string): Kept | undefined {
	return allKept(context)[url];
}

export function keep(context: StaticDataHolder, url: string, kept: Kept): void {
	write(context, { ...allKept(context), [url]: kept });
}

export function forget(context: StaticDataHolder, url: string): void {
	const { [url]: gone, ...others } = allKept(context);
	if (gone !== undefined) write(context, others);
}

/** Written as a whole: n8n saves what it has seen being set, and does not look inside. */
function write(context: StaticDataHolder, all: Record<string, Kept>): void {
	context.getWorkflowStaticData('node').subscriptions = all as unknown as IDataObject;
}
