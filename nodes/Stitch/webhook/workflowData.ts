import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** The n8n contexts that can read what n8n keeps with the workflow. */
interface WorkflowDataHolder {
	getWorkflowStaticData(type: 'global'): IDataObject;
	getWorkflow(): { id?: string };
}

/** By workflow and polling trigger: see `dataForPolls`. */
const writtenByPolls = new Map<string | undefined, Map<string, IDataObject>>();

/**
 * What n8n keeps with the workflow, for a polling trigger. It is as it was when n8n published that
 * trigger, and n8n saves all of it whenever the trigger has found something. That would undo what was
 * kept since then, so `keep` puts it in here, too.
 */
export function dataForPolls(context: IPollFunctions): IDataObject {
	const data = context.getWorkflowStaticData('global');
	const { id } = context.getWorkflow();
	const ofWorkflow = writtenByPolls.get(id) ?? new Map<string, IDataObject>();
	writtenByPolls.set(id, ofWorkflow.set(context.getNode().id, data));
	return data;
}

/** What is kept under a name, by its key. */
export function keptUnder(name: string, data: IDataObject | undefined): IDataObject {
	return (data?.[name] ?? {}) as IDataObject;
}

/** Puts a value into data of n8n. As a whole: n8n saves a property that is set, but notices no change inside it. */
export function put(data: IDataObject, name: string, key: string, value: unknown): void {
	data[name] = { ...keptUnder(name, data), [key]: value as IDataObject | undefined };
}

/** Keeps a value with the workflow, under a name and a key. */
export function keep(context: WorkflowDataHolder, name: string, key: string, value: unknown): void {
	const ofPolls = writtenByPolls.get(context.getWorkflow().id)?.values() ?? [];
	const all = new Set([context.getWorkflowStaticData('global'), ...ofPolls]);
	for (const data of all) put(data, name, key, value);
}
