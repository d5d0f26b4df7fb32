import type { IDataObject } from 'n8n-workflow';

/** What is kept of a subscription, because the service shows its secret only once. */
export interface Kept {
	id: string;
	secret: string;
}

/** The n8n contexts that can read what n8n keeps with the workflow for this node. */
export interface StaticDataHolder {
	getWorkflowStaticData(type: 'node'): IDataObject;
}

/**
 * Everything kept for this node, by address: the test address and the production address have
 * subscriptions of their own, and neither secret may replace the other.
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

/** Written as a whole: n8n saves a property that is set, but does not notice changes inside it. */
function write(context: StaticDataHolder, all: Record<string, Kept>): void {
	context.getWorkflowStaticData('node').subscriptions = all as unknown as IDataObject;
}
