import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { Item } from '../../../../nodes/Stitch/run/item';

/** The clock of the tests. */
export const now = Date.parse('2026-11-20T10:00:00Z');
export const hour = 3_600_000;

/** Where a payer comes back to; the tests wait in execution 4. */
export const addressOf = (execution: number) =>
	`https://n8n.test/webhook-waiting/${execution}?signature=a1`;

export interface Setting {
	parameters?: IDataObject;
	input?: INodeExecutionData[];
	type?: string;
	behind?: NodeTypeAndVersion[];
	/** What a node named "Ask" has put out before this one. */
	asked?: IDataObject;
	mode?: string;
	/** When n8n ends the execution, if it does. */
	timeout?: number;
}

/** An item of an execution that records until when it was told to wait. */
export function waitingItem({
	parameters,
	input = [{ json: { order: 7 } }],
	type = 'x.stitch',
	behind = [],
	asked,
	mode = 'trigger',
	timeout,
}: Setting = {}) {
	const all: IDataObject = {
		awaitedPaymentRequestId: 'a=',
		id: 'consent-1',
		timeLimit: 'expiry',
		minutes: 60,
		onEarlyReturn: 'keepWaiting',
		...parameters,
	};
	const waits: number[] = [];
	const context = {
		getNodeParameter: (name: string, _item: number, fallback?: unknown) => all[name] ?? fallback,
		getInputData: () => input,
		getNode: () => ({ name: 'Wait', type }),
		getChildNodes: () => behind,
		getParentNodes: () => (asked ? [{ name: 'Ask', type }] : []),
		evaluateExpression: (expression: string) =>
			expression === '{{ $("Ask").all() }}' ? [{ json: asked }] : addressOf(4),
		getMode: () => mode,
		additionalData: { executionTimeoutTimestamp: timeout },
		putExecutionToWait: async (until: Date) => void waits.push(until.getTime() - now),
	};
	return {
		item: new Item(context as unknown as IExecuteFunctions, 0),
		input,
		/** How long it was told to wait, in milliseconds. */
		waits,
	};
}
