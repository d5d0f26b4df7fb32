import { performance } from 'node:perf_hooks';
import { z } from 'zod/v4';
import { globPattern } from './glob.mts';
import type { Random } from './random.mts';

/** What a test asks for is checked by this; an unknown key is refused, so that typing errors show. */
export const faultRule = z.strictObject({
	kind: z.enum([
		'latency',
		'status',
		'lost-answer',
		'reset',
		'slow-body',
		'held-answer',
		'malformed-json',
		'html-page',
		'graphql-error',
		'echo',
		'revoke-token',
	]),
	match: z
		.strictObject({
			method: z.string().optional(),
			path: z.string().optional(),
			operation: z.string().optional(),
		})
		.optional(),
	/** From 0 to 1, drawn from the client's seeded source. */
	probability: z.number().min(0).max(1).optional(),
	/** Which of the matching requests are hit, counted from 1. */
	requests: z.array(z.number().int().positive()).optional(),
	/** `latency`: milliseconds added, and up to how many more. `slow-body`: milliseconds per piece. */
	ms: z.number().min(0).optional(),
	jitterMs: z.number().min(0).optional(),
	/** `latency`: how many requests are worked on at once, each for `ms`; the others wait for their turn. */
	atOnce: z.number().int().positive().optional(),
	/** `status`, `html-page`, `echo`: the status of the answer. */
	status: z.number().int().min(200).max(599).optional(),
	/** `status`: what the answer holds instead of the usual error. */
	body: z.record(z.string(), z.unknown()).optional(),
	/** `graphql-error`: the error's `extensions.code`; absent, the error has none. */
	code: z.string().optional(),
	/** `status`, `html-page`: the Retry-After header, as given (seconds or a date). */
	retryAfter: z.union([z.string(), z.number()]).optional(),
	/** Whether the request is processed before the fault shows. The default depends on the kind. */
	processed: z.boolean().optional(),
});

/** A fault that a test asks for. Without `probability` and `requests` it hits every match. */
export type FaultRule = z.infer<typeof faultRule>;

interface IncomingRequest {
	method: string;
	path: string;
	/** The text of a GraphQL document and its operation name. */
	operation?: string;
}

/** What one request gets: a delay, and at most one other fault. */
interface FaultPlan {
	delay: number;
	rule: FaultRule | undefined;
}

/** Kinds that show themselves only after the service did what it was asked to do. */
const processedByDefault: ReadonlySet<FaultRule['kind']> = new Set([
	'lost-answer',
	'slow-body',
	'held-answer',
	'malformed-json',
	'graphql-error',
]);

export function isProcessed(rule: FaultRule): boolean {
	return rule.processed ?? processedByDefault.has(rule.kind);
}

function matches(rule: FaultRule, request: IncomingRequest): boolean {
	const { method, path, operation } = rule.match ?? {};
	if (method !== undefined && method.toUpperCase() !== request.method) return false;
	if (path !== undefined && !globPattern(path).test(request.path)) return false;
	if (operation === undefined) return true;
	const words: string[] = request.operation?.match(/\w+/g) ?? [];
	return words.includes(operation);
}

interface Entry {
	rule: FaultRule;
	seen: number;
	/** When each place of `atOnce` is free again. */
	freeAt: number[];
}

/** The faults that a test asked for, for one client, and how often each has been passed. */
export class Faults {
	#rules: Entry[] = [];
	#held: Array<() => void> = [];
	readonly #random: Random;

	constructor(random: Random) {
		this.#random = random;
	}

	get any(): boolean {
		return this.#rules.length > 0;
	}

	add(rules: FaultRule[]): void {
		for (const rule of rules) {
			const freeAt = Array.from({ length: rule.atOnce ?? 0 }, () => 0);
			this.#rules.push({ rule, seen: 0, freeAt });
		}
	}

	/** Resolves when they are cleared the next time. */
	async untilCleared(): Promise<void> {
		await new Promise<void>((release) => this.#held.push(release));
	}

	clear(): void {
		this.#rules = [];
		for (const release of this.#held.splice(0)) release();
	}

	/** Decides what happens to a request. Delays add up; of the other faults the first one wins. */
	plan(request: IncomingRequest): FaultPlan {
		const plan: FaultPlan = { delay: 0, rule: undefined };
		for (const entry of this.#rules) {
			const { rule } = entry;
			if (!matches(rule, request)) continue;
			entry.seen++;
			if (rule.requests && !rule.requests.includes(entry.seen)) continue;
			if (rule.probability !== undefined && !this.#random.chance(rule.probability)) continue;
			if (rule.kind === 'latency') {
				const ms = (rule.ms ?? 0) + (rule.jitterMs ?? 0) * this.#random.next();
				plan.delay += rule.atOnce === undefined ? ms : waitFor(ms, entry.freeAt);
			} else {
				plan.rule ??= rule;
			}
		}
		return plan;
	}
}

/** Takes the place that is free first. Returns how long an answer takes from now, in milliseconds. */
function waitFor(ms: number, freeAt: number[]): number {
	const now = performance.now();
	const first = freeAt.indexOf(Math.min(...freeAt));
	const end = Math.max(now, freeAt[first] ?? 0) + ms;
	freeAt[first] = end;
	return end - now;
}
