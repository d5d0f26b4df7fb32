import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Item } from '../../run/item';
import { isFinal } from '../../run/resource';
import { defineOperation, type Operation } from '../../run/operation';
import { check, choiceField, InvalidInput, text, wholeNumber } from '../../schemas/field';
import { httpStatusOf, ServiceFailure, type FailureDetails } from '../../transport/failure';
import { explain } from '../../transport/messages';
import { tryObject } from '../../transport/object';
import { isAway, isTooMany } from '../../transport/outage';
import type { Service } from '../../transport/service';
import { redirectAddress } from '../fields/redirectUrl';
import { ended, inColumns, withResult, timedOut, type PayerWait } from './payerWait';
import { whyNotWaiting } from './returnAddress';

/** A year. */
const mostMinutes = 525_600;

/** What is read of the node's fields. */
interface Plan {
	id: string;
	onEarlyReturn: string;
	/** Infinity for as long as what is awaited can happen. */
	minutes: number;
}

/**
 * The operation that makes an execution wait, without occupying a worker, until the payer comes back
 * (`receive`) or the time is up.
 */
export function waitOperation(wait: PayerWait): Operation {
	return defineOperation<Plan>({
		value: wait.operation,
		name: wait.name,
		action: wait.action,
		description: 'Pause the workflow until the payer returns, for days if necessary',
		passesOn: true,
		notAsTool: true,
		fields: fieldsOf(wait),
		...(wait.locators && { locators: wait.locators }),
		options: pageOptions(wait),
		simplify: (output) => inColumns(wait, output),
		prepare: (item) => prepare(wait, item),
		send: async (plan, service, item) => await begin(wait, plan, service, item),
	});
}

const onEarlyReturn = ({ descriptions }: PayerWait) =>
	choiceField({
		displayName: 'On Early Return',
		name: 'onEarlyReturn',
		type: 'options',
		options: [
			{
				name: 'Continue',
				value: 'continue',
				description: descriptions.continue,
			},
			{
				name: 'Keep Waiting',
				value: 'keepWaiting',
				description: 'The payer sees a link back to the page of Stitch and can try again',
			},
		],
		default: 'keepWaiting',
		description: descriptions.onEarlyReturn,
	});

const timeLimit = choiceField({
	displayName: 'Time Limit',
	name: 'timeLimit',
	type: 'options',
	options: [
		{
			name: 'For a Set Time',
			value: 'minutes',
			description: 'For a set number of minutes, or until the request expires if that is sooner',
		},
		{
			name: 'Until the Request Expires',
			value: 'expiry',
			description: 'Until one minute after the payment request expires',
		},
	],
	default: 'expiry',
	description: 'How long the workflow waits at most',
});

function fieldsOf(wait: PayerWait): INodeProperties[] {
	return [
		wait.field,
		onEarlyReturn(wait).field,
		...timeFields(wait),
		{
			displayName: wait.descriptions.outcomes,
			name: 'outcomeNotice',
			type: 'notice',
			default: '',
		},
	];
}

function timeFields({ expiry }: PayerWait): INodeProperties[] {
	const minutes: INodeProperties = {
		displayName: 'Minutes',
		name: 'minutes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: mostMinutes },
		default: 1440,
		description: 'How many minutes the workflow waits at most. n8n may be up to a minute late.',
	};
	if (expiry === undefined) return [minutes];
	return [timeLimit.field, { ...minutes, displayOptions: { show: { timeLimit: ['minutes'] } } }];
}

/** What a payer sees who returns. */
function pageOptions({ descriptions }: PayerWait): INodeProperties[] {
	return [
		{
			displayName: 'Business Name',
			name: 'businessName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Example Shop',
			description: 'Your business name, shown at the top of the page that a returning payer sees',
		},
		{
			displayName: 'Thank-You URL',
			name: 'thankYouUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example.com/thank-you',
			description: descriptions.thankYouUrl,
		},
	];
}

/** @throws {InvalidInput} */
function prepare(wait: PayerWait, item: Item): Plan {
	const isLimited =
		wait.expiry === undefined || check(timeLimit.rule, item.get('timeLimit')) === 'minutes';
	const rules = z.object({
		id: text(wait.field.displayName),
		onEarlyReturn: onEarlyReturn(wait).rule,
		minutes: isLimited
			? wholeNumber('Minutes', 1, mostMinutes)
			: z.unknown().transform(() => Infinity),
		thankYouUrl: redirectAddress('Thank-You URL'),
	});
	const raw = {
		id: item.get(wait.field.name),
		onEarlyReturn: item.get('onEarlyReturn'),
		minutes: isLimited ? item.get('minutes') : undefined,
		thankYouUrl: item.collection('options').thankYouUrl,
	};
	return check(rules, raw, whyNotWaiting(item, wait));
}

/**
 * Makes the execution wait, unless there is nothing to wait for.
 * @returns the node's output, which n8n replaces when the wait ends
 * @throws {ServiceFailure | InvalidInput} where it cannot wait
 */
async function begin(
	wait: PayerWait,
	{ id, minutes, onEarlyReturn: chosen }: Plan,
	service: Service,
	item: Item,
): Promise<IDataObject> {
	const { object, unanswered } = await readFirst(wait, service, id);
	if (isFinal(object, wait.lifecycle)) return withResult(wait, item.row, ended(wait, object));
	const now = service.clock.now();
	const until = Math.min(
		expiryOf(wait, unanswered ? item.earlier(id) : [object]),
		now + minutes * 60_000,
	);
	if (until === Infinity) throw unanswered ?? unlimited(wait, id);
	if (until <= now) return withResult(wait, item.row, timedOut(wait, object));
	assertLinkLeadsHere(wait, item, id);
	// Parking replaces the row.
	const { row } = item;
	const parked = withResult(wait, row, { ...timedOut(wait, object), onEarlyReturn: chosen });
	await item.park(new Date(until), item.isSimplified ? inColumns(wait, parked) : parked);
	return withResult(wait, row, { final: false, [wait.resource]: object });
}

/** @param known what says when it expires: what was read, or, while Stitch cannot be asked, the output of Create */
function expiryOf({ expiry }: PayerWait, known: IDataObject[]): number {
	return known.map((object) => expiry?.(object)).find((time) => time !== undefined) ?? Infinity;
}

const unlimited = ({ lifecycle: { noun } }: PayerWait, id: string): InvalidInput =>
	new InvalidInput([
		{
			field: 'Time Limit',
			what: `is not known: the ${noun} ${id} does not say when it expires`,
			fix: "Choose 'For a Set Time'.",
		},
	]);

interface FirstReading {
	/** What is awaited; only its ID if Stitch gave no answer. */
	object: IDataObject;
	/** Why it is only its ID, for a wait that cannot begin without the rest. */
	unanswered?: ServiceFailure;
}

/**
 * Reads what is awaited when a wait begins. Without an answer, the wait begins all the same: the payer
 * may have the link already, and what decides is read when they come back.
 * @throws {ServiceFailure} for an answer that another reading would not change
 */
async function readFirst(wait: PayerWait, service: Service, id: string): Promise<FirstReading> {
	const outcome = await tryObject(service, wait.lifecycle.one, id);
	if ('answer' in outcome) return { object: outcome.answer.body };
	const { failure } = outcome;
	const link = afterTheLink(wait);
	if (mayAnswerLater(failure)) {
		return { object: { id }, unanswered: new ServiceFailure({ ...failure, id, advice: link }) };
	}
	const advice = `${explain(failure).description} ${link}`.trim();
	throw new ServiceFailure({ ...failure, id, advice });
}

function mayAnswerLater(failure: FailureDetails): boolean {
	return isAway(failure) || isTooMany(failure) || httpStatusOf(failure) >= 500;
}

/** "Try again" would be wrong where somebody may have a link. */
function afterTheLink({ lifecycle: { noun }, get }: PayerWait): string {
	return `The payer may have the link already, so do not create another: look this ${noun} up with ${get}.`;
}

/**
 * Refuses to wait at an address to which no payer comes back. In an execution that was retried, n8n
 * takes the output of Create from the failed one, and with it the link that leads back there.
 * @throws {ServiceFailure}
 */
function assertLinkLeadsHere(wait: PayerWait, item: Item, id: string): void {
	if (!item.mayHaveEarlierOutput) return;
	const here = new URL(item.resumeUrl);
	const executions = item
		.earlier(id)
		.flatMap(({ paymentUrl, consentUrl }) => executionBehind(paymentUrl ?? consentUrl, here));
	const [other] = executions;
	if (other === undefined || executions.includes(executionAt(here))) return;
	throw new ServiceFailure({
		kind: 'notSent',
		happened: 'no',
		id,
		sentence: `The link leads back to execution ${other}, not to this one, so a returning payer would not resume this execution`,
		advice: `${afterTheLink(wait)} To wait for it, run another workflow: first ${wait.get} with 'Return to This Workflow' turned on, then a node that sends the payer the new link, then this node.`,
	});
}

/** The execution that a link of Stitch leads back to; empty if it leads somewhere else, or nowhere. */
function executionBehind(link: unknown, here: URL): string[] {
	const page = asUrl(link);
	const back = asUrl(page?.searchParams.get('redirect_uri'));
	return back && folderOf(back) === folderOf(here) ? [executionAt(back)] : [];
}

const asUrl = (link: unknown): URL | undefined =>
	typeof link === 'string' && URL.canParse(link) ? new URL(link) : undefined;
const folderOf = (address: URL): string => new URL('.', address).href;

/** n8n's address of a waiting execution ends with its ID. */
const executionAt = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);
