import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { clientOf } from '../transport/clientToken';
import { open, seal } from './seal';

/** A subscription with its secret, which the service shows only once. */
export interface Subscribed {
	id: string;
	filterTypes: string[];
	secret: string;
}

/** What is kept of a subscription. */
export interface Kept {
	id: string;
	filterTypes: string[];
	/** The client that it belongs to. */
	clientId: string;
	/** The node that made it: see `ownerOf`. */
	owner: string;
	/** Whether it is that of a test in the editor, which has an address of its own. */
	isTest: boolean;
	/** Its secret, which only the credential can open: see `seal`. */
	sealed: string;
}

/** The n8n contexts that can read what n8n keeps with the workflow for this node. */
export interface StaticDataHolder {
	getWorkflowStaticData(type: 'node'): IDataObject;
	getInstanceId(): string;
	getMode(): WorkflowExecuteMode;
	getWorkflow(): { id?: string };
	getNode(): Pick<INode, 'id'>;
}

/**
 * Names one trigger node of one n8n. n8n copies what it keeps with a workflow into exports, imports
 * and duplicates; a copy must not use what belongs to the original, nor remove it.
 */
export function ownerOf(context: StaticDataHolder): string {
	return [context.getInstanceId(), context.getWorkflow().id, context.getNode().id].join('/');
}

/**
 * Everything that this node has kept, by address: it has one subscription for its production address,
 * and those of earlier addresses that are not removed yet.
 */
export function allKept(context: StaticDataHolder): Record<string, Kept> {
	const owner = ownerOf(context);
	const own = Object.entries(stored(context)).filter(([, kept]) => kept.owner === owner);
	return Object.fromEntries(own) as Record<string, Kept>;
}

/** Keeps a subscription of this node, sealed; what was kept by others goes. */
export function keep(
	context: StaticDataHolder,
	credential: ICredentialDataDecryptedObject,
	url: string,
	{ id, filterTypes, secret }: Subscribed,
): void {
	const facts = {
		id,
		filterTypes,
		clientId: clientOf(credential),
		owner: ownerOf(context),
		isTest: context.getMode() === 'manual',
	};
	const sealed = seal(secret, credential, boundTo(url, facts));
	write(context, { ...allKept(context), [url]: { ...facts, sealed } });
}

/** The secret of what is kept for an address; undefined if this credential cannot open it. */
export function secretOf(
	kept: Kept,
	credential: ICredentialDataDecryptedObject,
	url: string,
): string | undefined {
	return open(kept.sealed, credential, boundTo(url, kept));
}

export function forget(context: StaticDataHolder, url: string): void {
	const { [url]: gone, ...others } = allKept(context);
	if (gone !== undefined) write(context, others);
}

function boundTo(url: string, { id, clientId, owner }: Omit<Kept, 'sealed'>): string {
	return JSON.stringify([owner, url, clientId, id]);
}

function stored(context: StaticDataHolder): Record<string, Partial<Kept>> {
	return (context.getWorkflowStaticData('node').subscriptions ?? {}) as Record<string, object>;
}

/** Written as a whole: n8n saves a property that is set, but does not notice changes inside it. */
function write(context: StaticDataHolder, all: Record<string, Kept>): void {
	context.getWorkflowStaticData('node').subscriptions = all as unknown as IDataObject;
}
