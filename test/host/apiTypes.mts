/** What n8n's REST interface takes and gives, as far as the tests and `npm start` use it. */

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
	executeOnce?: boolean;
	onError?: 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	disabled?: boolean;
}

interface Connection {
	node: string;
	type: string;
	index: number;
}

export interface NewWorkflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, Record<string, Array<Connection[] | null>>>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, Array<{ json: Record<string, unknown> }>>;
}

export interface SavedWorkflow extends NewWorkflow {
	id: string;
	versionId: string;
	active: boolean;
}

export interface Item {
	json: Record<string, unknown>;
	binary?: Record<string, unknown>;
	error?: { message: string; description?: string };
	pairedItem?: { item: number } | number | Array<{ item: number }>;
}

/** One run of a node within an execution. */
interface NodeRun {
	/** In milliseconds since the epoch. */
	startTime?: number;
	/** Milliseconds. */
	executionTime?: number;
	error?: { message: string; description?: string | null };
	/** Outputs under the connection type (`main`), each a list of items. */
	data?: Record<string, Array<Item[] | null>>;
}

type ExecutionStatus = 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';

export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	mode: string;
	startedAt: string;
	stoppedAt?: string | null;
}

export interface Execution extends ExecutionSummary {
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: { message: string; description?: string | null };
		};
	};
}

export interface NodeTypeDescription {
	name: string;
	displayName: string;
	version: number | number[];
	properties: unknown[];
	iconUrl?: string | { light: string; dark: string };
}

export interface CredentialTypeDescription {
	name: string;
	displayName: string;
	properties: unknown[];
}
