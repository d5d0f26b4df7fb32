import type { NodeTypeAndVersion } from 'n8n-workflow';

import type { Item } from '../../run/item';
import type { Mistake } from '../../schemas/invalidInput';
import { yesNo } from '../../schemas/yesNo';
import { notice, switchField } from '../../schemas/formFields';
import { only } from '../../schemas/formGroups';
import { whyUnsafe } from '../../transport/addresses';
import { joinWithAnd } from '../../transport/wording';
import type { PayerWait, WaitName } from './payerWait';

const label = 'Return to This Workflow';

/** Whether the payer comes back to this execution; `readReturn` says to which address. */
export const returnField = (description: string, isOn = false) =>
	switchField({ displayName: label, default: isOn, description });

/**
 * The field with the notice that explains how to set it up.
 * @param page of Stitch
 * @param waiting the node that waits for the payer
 */
export const returnFields = (page: string, waiting: string) => ({
	returnToThisWorkflow: returnField(
		`Whether the ${page} sends the payer back to this execution, where ${waiting} is waiting`,
	),
	returnNotice: only(
		{ returnToThisWorkflow: [true] },
		notice(
			`Add <b>${waiting}</b> after this node. The domain of this n8n must be an allowed redirect domain of your client (Stitch support adds it). Put approvals and forms that follow into a separate workflow: here, the payer could answer them.`,
		),
	),
});

const awaitedBy: Record<WaitName, string> = {
	'Wait for Consent': 'payment consent',
	'Wait for Payment': 'payment',
};

/**
 * "Return to This Workflow": this execution's address, or why the payer cannot come back to it;
 * undefined if the user did not ask for it.
 * @param wanted the value of the field
 * @throws {InvalidInput} for a value that cannot be read
 */
export function readReturn(
	item: Item,
	wanted: unknown,
	waits: WaitName = 'Wait for Payment',
): { address?: string; mistakes: Mistake[] } | undefined {
	if (!yesNo(label, wanted, false)) return undefined;
	if (item.execution.itemCount > 1) return { mistakes: [oneAtATime(item, label, waits)] };
	const mistakes = whyReturnIsUnsafe(item, waits);
	const address = item.execution.resumeUrl;
	if (whyUnsafe(address) === undefined) return { address, mistakes };
	const what = 'needs an n8n whose public address starts with https://';
	const fix =
		"Set up that address (n8n's setting N8N_WEBHOOK_URL), or enter a 'Redirect URL' instead.";
	return { mistakes: [...mistakes, { field: label, what, fix }] };
}

export function whyNotWaiting(
	item: Item,
	{ name, get }: Pick<PayerWait, 'name' | 'get'>,
): Mistake[] {
	if (item.isForTool) {
		const what = 'cannot be used as a tool of an AI agent';
		return [{ field: name, what, fix: `Use ${get} as the tool instead.` }];
	}
	return item.execution.itemCount === 1
		? whyReturnIsUnsafe(item, name)
		: [oneAtATime(item, name, name)];
}

/** An execution has one address to come back to, so it waits for one payer at a time. */
const oneAtATime = (item: Item, field: string, waits: WaitName): Mistake => ({
	field,
	what: `takes one ${awaitedBy[waits]} per execution, and got ${item.execution.itemCount} items`,
	fix: 'Create and wait in a sub-workflow that gets one item at a time (Loop Over Items, then Execute Sub-workflow).',
});

function whyReturnIsUnsafe(item: Item, waits: WaitName): Mistake[] {
	if (item.isForTool) return [unknownNodes(awaitedBy[waits])];
	return [
		...(item.execution.hasTimeLimit ? [timeLimitIsOn(waits)] : []),
		...whyOthersAreOpen(item, waits),
	];
}

/**
 * n8n counts the time that an execution waits. When the wait ends at its time limit, n8n cancels the
 * execution, so nothing after `timedOut` would ever run (seen in n8n 2.41.1).
 */
const timeLimitIsOn = (waits: WaitName): Mistake => ({
	field: 'Timeout Workflow',
	what: `cannot be on with ${waits}: n8n would cancel the execution at the end of the wait, and nothing would follow`,
	fix: "Open the settings of this workflow, turn 'Timeout Workflow' off and save. If another workflow calls this one, do the same there.",
});

/**
 * n8n has one resume token per execution. A payer who has it can also answer nodes that wait for someone
 * else, such as an approval.
 */
function whyOthersAreOpen(item: Item, waits: WaitName): Mistake[] {
	const names = item.execution.laterNodes.filter(isOpened).map(({ name }) => `“${name}”`);
	if (names.length === 0) return [];
	const list = joinWithAnd(names);
	return [
		{
			field: label,
			what: `is not safe here: the payer's return link could also answer ${list}, because one link resumes every waiting node of an execution`,
			fix: `Move Create and ${waits} into a separate workflow, and call it here with Execute Sub-workflow. ${list} can stay: each execution has its own address.`,
		},
	];
}

/** An AI agent runs its tools itself, and the nodes after the agent cannot be seen from here. */
const unknownNodes = (awaited: string): Mistake => ({
	field: label,
	what: `cannot bring the payer back if an AI agent asks for the ${awaited}`,
	fix: "Turn it off, and enter a 'Redirect URL' instead.",
});

/**
 * Whether the resume token opens a node while it waits (seen in n8n 2.40). The token is followed by the
 * suffix of a Wait node or by the ID of a node that sends a message and waits. Our own nodes that wait
 * for a payment ask the service and are safe.
 */
function isOpened({ type, parameters }: NodeTypeAndVersion): boolean {
	if (type === 'n8n-nodes-base.wait') return !waitsForTime.includes(parameters?.resume);
	if (type === 'n8n-nodes-base.form') return !redirectsAtItsEnd(parameters);
	if (type === '@n8n/n8n-nodes-langchain.chat') return !isOneWay(parameters);
	return type.endsWith('HitlTool') || String(parameters?.operation).endsWith('AndWait');
}

/**
 * Only without an expression in Resume: with one, n8n accepts the token even if the node waits for a
 * time.
 */
const waitsForTime: unknown[] = ['timeInterval', 'specificTime'];

/** A form that ends by redirecting its user, for example to the payment page, asks nothing. */
function redirectsAtItsEnd(form: NodeTypeAndVersion['parameters']): boolean {
	return form?.operation === 'completion' && form.respondWith === 'redirect';
}

/** The first version of n8n's Chat node has no operation, and waits unless told not to. */
function isOneWay(chat: NodeTypeAndVersion['parameters']): boolean {
	return chat?.operation === 'send' || chat?.waitUserReply === false;
}
