import type { WorkflowNode } from '../../../host/api.mts';
import type { Records } from '../../support/records.mts';

/** One way in which an operation is used in a real n8n. */
export interface OperationRow {
	/** `value` of the resource and of the operation, with a point between. */
	operation: `${string}.${string}`;
	/** What tells it from other rows of the same operation. */
	when?: string;
	/** Puts in place what must exist, and returns the input item. An empty one unless given. */
	before?: (records: Records) => Promise<Record<string, unknown>>;
	/** Nodes between the start and ours. */
	through?: WorkflowNode[];
	/** What a person fills in; expressions read the input item. The rest keeps its defaults. */
	parameters: Record<string, unknown>;
	/** What the output items hold, in their order. */
	gives: object[];
	/** Where to look afterwards; in the client's ledger unless given. */
	look?: (records: Records) => Promise<object>;
	/** What must be found there. */
	leaves?: object;
}

/** The field of a node that chooses an object of the service, filled in by ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The same, filled in by address. */
export const byAddress = (value: string) => ({ __rl: true, mode: 'url', value });
