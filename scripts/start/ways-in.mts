import type { NewWorkflow, WorkflowNode } from '../../test/host/api.mts';
import { packageJson } from '../../test/host/project.mts';

/** A person opens an address of n8n, given from its first slash on. */
export interface Opening {
	kind: 'form' | 'page';
	address: string;
	asksFor: 'nothing' | 'account' | 'password';
}

/** How a workflow is started. */
type WayIn =
	| Opening
	/** It starts by itself when something happens at the service. */
	| { kind: 'event' }
	/** It starts by itself at set times, at the trigger of this name. */
	| { kind: 'schedule'; trigger: string };

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const STITCH_TRIGGERS = ['stitchTrigger', 'stitchPollingTrigger'];
const CHAT_MODEL = /^@n8n\/n8n-nodes-langchain\.lmChat/;

/** @returns every way in that a workflow has once it is published, those for a person first */
export function waysIn({ nodes }: NewWorkflow): WayIn[] {
	const ways = nodes.filter(({ disabled }) => !disabled).flatMap((node) => wayIn(node) ?? []);
	const forPeople = (way: WayIn) => Number('address' in way);
	return ways.toSorted((one, other) => forPeople(other) - forPeople(one));
}

/** @returns the trigger of a workflow that starts at set times and in no other way */
export function onlySchedule(workflow: NewWorkflow): string | undefined {
	const ways = waysIn(workflow);
	const triggers = ways.flatMap((way) => (way.kind === 'schedule' ? way.trigger : []));
	return triggers.length === ways.length ? triggers[0] : undefined;
}

/** Whether a workflow asks a chat model, which has no simulator here. */
export function needsChatModel({ nodes }: NewWorkflow): boolean {
	return nodes.some(({ type }) => CHAT_MODEL.test(type));
}

function wayIn(node: WorkflowNode): WayIn | undefined {
	const { type, parameters } = node;
	if (type === 'n8n-nodes-base.formTrigger') {
		const { path } = (parameters.options ?? {}) as { path?: string };
		const address = `/form/${String(parameters.path ?? path ?? node.webhookId)}`;
		return { kind: 'form', address, asksFor: asksFor(node) };
	}
	if (type === 'n8n-nodes-base.webhook' && (parameters.httpMethod ?? 'GET') === 'GET') {
		const address = `/webhook/${String(parameters.path)}`;
		return { kind: 'page', address, asksFor: asksFor(node) };
	}
	if (type === SCHEDULE) return { kind: 'schedule', trigger: node.name };
	const isOurs = STITCH_TRIGGERS.some((name) => type === `${packageJson().name}.${name}`);
	return isOurs ? { kind: 'event' } : undefined;
}

function asksFor({ parameters }: WorkflowNode): Opening['asksFor'] {
	const { authentication = 'none' } = parameters;
	if (authentication === 'none') return 'nothing';
	return authentication === 'n8nUserAuth' ? 'account' : 'password';
}
