import type { IDataObject } from 'n8n-workflow';

interface WorkflowDataHolder {
	getWorkflowStaticData(type: 'global'): IDataObject;
	getWorkflow(): { id?: string };
}

/** By workflow: see `sharedData`. An object is let go when n8n lets it go. */
const shared = new Map<string | undefined, Array<WeakRef<IDataObject>>>();

/**
 * The data that n8n keeps with the workflow, as a hook or a poll gets it. n8n reads it when it registers
 * a trigger, for all triggers that it registers with that one, and saves all of it whenever one of them
 * has something to remember: a polling trigger, or a Schedule Trigger that counts. That would undo data
 * that was kept since then, so `keep` also puts it in here.
 */
export function sharedData(context: WorkflowDataHolder): IDataObject {
	const data = context.getWorkflowStaticData('global');
	const { id } = context.getWorkflow();
	const held = new Set([...livingIn(shared.get(id)), data]);
	shared.set(
		id,
		[...held].map((each) => new WeakRef(each)),
	);
	return data;
}

function livingIn(references: ReadonlyArray<WeakRef<IDataObject>> = []): IDataObject[] {
	return references.map((each) => each.deref()).filter((data) => data !== undefined);
}

/** By their keys. */
export function keptUnder(name: string, data: IDataObject | undefined): IDataObject {
	return (data?.[name] ?? {}) as IDataObject;
}

/**
 * Puts a value into n8n's data. It is replaced as a whole: n8n saves a property that is set, but notices
 * no change inside it.
 */
export function put(data: IDataObject, name: string, key: string, value: unknown): void {
	data[name] = merged(data, name, key, value);
}

function merged(data: IDataObject, name: string, key: string, value: unknown): IDataObject {
	return { ...keptUnder(name, data), [key]: value as IDataObject | undefined };
}

export function keep(context: WorkflowDataHolder, name: string, key: string, value: unknown): void {
	const data = context.getWorkflowStaticData('global');
	put(data, name, key, value);
	for (const other of livingIn(shared.get(context.getWorkflow().id))) {
		// Without n8n noticing: it saves these when it has another reason to, and not all that they held before.
		const changed = merged(other, name, key, value);
		Object.defineProperty(other, name, { value: changed, ...ordinary });
	}
}

const ordinary = { configurable: true, enumerable: true, writable: true };
