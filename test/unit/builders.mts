import {
	isResourceLocatorValue,
	type IDataObject,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type NodeTypeAndVersion,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { Item } from '../../nodes/Stitch/run/item';
import type { FailureDetails } from '../../nodes/Stitch/transport/failure';
import type { Clock } from '../../nodes/Stitch/transport/clock';
import { Service, type RawAnswer, type ServiceOptions } from '../../nodes/Stitch/transport/service';

/** A request as it would go to n8n's HTTP helper. */
export interface SentRequest {
	method: string;
	url: string;
	qs?: IDataObject;
	body?: unknown;
}

/** What comes of a request: an answer, or none. */
export type Reply = RawAnswer | FailureDetails;

/** What comes of one request after the other. */
export type Script = Array<Reply | ((request: SentRequest) => Reply)>;

export const addresses = {
	baseUrl: 'https://rest.test/v2',
	authUrl: 'https://auth.test',
	graphqlUrl: 'https://graphql.test',
};

/** The addresses as a credential holds them. */
export const customAddresses = { useCustomAddresses: true, ...addresses };

/** An answer with a status and a body. */
export function answer(statusCode: number, body: unknown, headers: IDataObject = {}): RawAnswer {
	return { statusCode, body, headers };
}

/** A page of a list of REST, and the last one. */
export const restPage = (...data: unknown[]): RawAnswer =>
	answer(200, { data, page: { limit: 50, offset: 0, hasNext: false } });

/** A page of a list of GraphQL, by its name; the last one unless it has a cursor. */
export function graphqlPage(list: string, nodes: unknown[], endCursor?: string): RawAnswer {
	const edges = nodes.map((node) => ({ node }));
	const pageInfo = { hasNextPage: endCursor !== undefined, endCursor };
	return answer(200, { data: { client: { [list]: { edges, pageInfo } } } });
}

/** A refusal in an answer of GraphQL. */
export const refused = (code: string, message = 'No'): RawAnswer =>
	answer(200, { data: null, errors: [{ message, extensions: { code } }] });

/** A clock that stands still until somebody pauses; pauses move it and are recorded. */
export interface TestClock extends Clock {
	pauses: number[];
	/** Sets what people take for the time; what has elapsed stays the same. */
	setBack(milliseconds: number): void;
}

export function clockOf(random = () => 0.5): TestClock {
	const startedAt = Date.parse('2026-11-20T10:00:00Z');
	let elapsed = 0;
	let behind = 0;
	const pauses: number[] = [];
	return {
		pauses,
		now: () => Math.floor(startedAt + elapsed - behind),
		elapsed: () => elapsed,
		random,
		async pause(milliseconds) {
			if (milliseconds <= 0) return;
			pauses.push(milliseconds);
			elapsed += milliseconds;
		},
		within: async (_, value) => await value,
		setBack(milliseconds) {
			behind += milliseconds;
		},
	};
}

/** A real Service over a script of answers, or over a fake; it records what would have been sent. */
export function serviceOf(
	script: Script | ((request: SentRequest) => Reply),
	options: Partial<ServiceOptions> = {},
	clientId = 'test-client',
) {
	const sent: SentRequest[] = [];
	const clock = clockOf();
	const service = new Service(
		async ({ method, url, qs, body }) => {
			const request = {
				method: method ?? 'GET',
				url,
				...(qs && { qs }),
				...(body ? { body } : {}),
			};
			sent.push(request);
			const next = typeof script === 'function' ? script : script.shift();
			if (next === undefined) throw new Error(`Nothing was scripted for ${method} ${url}`);
			const outcome = typeof next === 'function' ? next(request) : next;
			return 'headers' in outcome ? withDate(outcome, clock) : outcome;
		},
		addresses,
		clientId,
		{ maxTries: 1, budgetMs: 60_000, timeoutMs: 1000, ...options },
		clock,
	);
	return { service, sent, clock };
}

/** As every answer of the service has one. */
function withDate(raw: RawAnswer, clock: Clock): RawAnswer {
	const date = new Date(clock.now()).toUTCString();
	return { ...raw, headers: { date, ...raw.headers } };
}

/** What an item sees of its execution. */
interface ExecutionOfItem {
	/** How many items reach the node. */
	count: number;
	resumeUrl: string;
	/** What comes after the node in its workflow. */
	behind?: NodeTypeAndVersion[];
	mode?: WorkflowExecuteMode;
	/** When n8n ends the execution, if it does. */
	timeout?: number;
}

/** An item whose parameters evaluate to these values. */
export function itemOf(
	parameters: IDataObject,
	index = 0,
	{ count, resumeUrl, behind = [], mode = 'trigger', timeout }: ExecutionOfItem = {
		count: 1,
		resumeUrl: 'https://n8n.test/webhook-waiting/1?signature=a1',
	},
	settings: { retryOnFail?: boolean; type?: string } = {},
): Item {
	const flow = {};
	const context = {
		getContext: () => flow,
		getExecutionId: () => '1',
		getMode: () => mode,
		additionalData: { executionTimeoutTimestamp: timeout },
		getNodeParameter(
			name: string,
			_item: number,
			fallback?: unknown,
			how?: IGetNodeParameterOptions,
		) {
			const value = parameters[name] ?? fallback;
			return how?.extractValue && isResourceLocatorValue(value) ? value.value : value;
		},
		getNode: () => ({ name: 'Stitch', type: 'n8n-nodes-stitch-payments.stitch', ...settings }),
		getTimezone: () => 'Africa/Johannesburg',
		getInputData: () => Array.from({ length: count }, () => ({ json: {} })),
		evaluateExpression: (expression: string) =>
			expression === '{{ $execution.resumeUrl }}' ? resumeUrl : undefined,
		getInstanceBaseUrl: () => 'https://n8n.test/',
		getChildNodes: () => behind,
		getParentNodes: () => [],
	};
	return new Item(context as unknown as IExecuteFunctions, index);
}
