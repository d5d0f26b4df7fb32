import type { IDataObject } from 'n8n-workflow';

import type { Item } from '../../run/item';
import { isFinal } from '../../run/resource';
import { isSimplified } from '../../run/simplify';
import { defineOperation, type Operation } from '../../run/operation';
import { InvalidInput } from '../../schemas/invalidInput';
import { optionalText } from '../../schemas/text';
import { mayAnswerLater, ServiceFailure } from '../../transport/failure';
import { explain } from '../../transport/messages';
import { tryObject } from '../../transport/object';
import type { Service } from '../../transport/service';
import { redirectAddress } from '../fields/redirectUrl';
import { ended, simplifyResult, addResult, timedOut, type PayerWait } from './payerWait';
import { whyNotWaiting } from './returnAddress';
import { form, type ReadBy } from '../../schemas/form';
import { choice, notice, numberField, textField, turned } from '../../schemas/formFields';
import { options, variant } from '../../schemas/formGroups';

const mostMinutes = 365 * 24 * 60;

/**
 * The operation that makes an execution wait, without occupying a worker, until the payer comes back
 * (`receive`) or the time is up.
 */
export function waitOperation(wait: PayerWait): Operation {
	const form = waitForm(wait);
	return defineOperation({
		value: wait.operation,
		name: wait.name,
		action: wait.action,
		description: 'Pause the workflow until the payer returns, for days if necessary',
		passesOn: true,
		notAsTool: true,
		form,
		...(wait.locators && { locators: wait.locators }),
		simplify: (output) => simplifyResult(wait, output),
		prepare: (item) => form.read(item, { mistakes: whyNotWaiting(item, wait) }),
		send: async (plan, service, item) => await begin(wait, plan, service, item),
	});
}

const setTime = numberField(
	{
		displayName: 'Minutes',
		default: 1440,
		description: 'How many minutes the workflow waits at most. n8n may be up to a minute late.',
	},
	{ least: 1, most: mostMinutes },
);

/** In minutes; Infinity to wait as long as the payment can still happen. */
const setTimeOrExpiry = turned(
	variant(
		'timeLimit',
		choice({
			displayName: 'Time Limit',
			options: [
				{
					name: 'For a Set Time',
					value: 'minutes',
					description:
						'For a set number of minutes, or until the request expires if that is sooner',
				},
				{
					name: 'Until the Request Expires',
					value: 'expiry',
					description: 'Until one minute after the payment request expires',
				},
			],
			default: 'expiry',
			description: 'How long the workflow waits at most',
		}),
		{ minutes: { minutes: setTime }, expiry: {} },
	),
	(limit) => (limit.type === 'minutes' ? limit.minutes : Infinity),
);

function waitForm({ id, descriptions, expiry }: PayerWait) {
	return form({
		id,
		onEarlyReturn: choice({
			displayName: 'On Early Return',
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
		}),
		minutes: expiry === undefined ? setTime : setTimeOrExpiry,
		outcomeNotice: notice(descriptions.outcomes),
		options: options({
			businessName: textField(
				{
					displayName: 'Business Name',
					placeholder: 'e.g. Example Shop',
					description:
						'Your business name, shown at the top of the page that a returning payer sees',
				},
				optionalText,
			),
			thankYouUrl: textField(
				{
					displayName: 'Thank-You URL',
					placeholder: 'e.g. https://shop.example.com/thank-you',
					description: descriptions.thankYouUrl,
				},
				redirectAddress,
			),
		}),
	});
}

/**
 * Makes the execution wait, unless there is nothing to wait for.
 * @returns the node's output, which n8n replaces when the wait ends
 * @throws {ServiceFailure | InvalidInput} where it cannot wait
 */
async function begin(
	wait: PayerWait,
	{ id, minutes, onEarlyReturn: chosen }: ReadBy<ReturnType<typeof waitForm>>,
	service: Service,
	item: Item,
): Promise<IDataObject> {
	const { object, unanswered } = await readFirst(wait, service, id);
	if (isFinal(object, wait.lifecycle)) return addResult(wait, item.row, ended(wait, object));
	const now = service.clock.now();
	const until = Math.min(
		expiryOf(wait, unanswered ? item.execution.earlier(id) : [object]),
		now + minutes * 60_000,
	);
	if (until === Infinity) throw unanswered ?? unlimited(wait, id);
	if (until <= now) return addResult(wait, item.row, timedOut(wait, object));
	assertLinkLeadsHere(wait, item, id);
	// Read first, because parking replaces the row.
	const { row } = item;
	const parked = addResult(wait, row, { ...timedOut(wait, object), onEarlyReturn: chosen });
	await item.execution.park(
		new Date(until),
		isSimplified(item.get('simplify')) ? simplifyResult(wait, parked) : parked,
	);
	return addResult(wait, row, { final: false, [wait.resource]: object });
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
	/** The awaited object; only its ID if Stitch did not answer. */
	object: IDataObject;
	/** Why only the ID is known, for a wait that cannot begin without the rest. */
	unanswered?: ServiceFailure;
}

/**
 * Reads the awaited object when a wait begins. If Stitch does not answer, the wait begins anyway: the
 * payer may already have the link, and the status that decides is read when they come back.
 * @throws {ServiceFailure} for an answer that another reading would not change
 */
async function readFirst(wait: PayerWait, service: Service, id: string): Promise<FirstReading> {
	const outcome = await tryObject(service, wait.lifecycle.one, id);
	if ('answer' in outcome) return { object: outcome.answer.body };
	const { failure } = outcome;
	const link = linkAdvice(wait);
	if (mayAnswerLater(failure)) {
		return { object: { id }, unanswered: new ServiceFailure({ ...failure, id, advice: link }) };
	}
	const advice = `${explain(failure).description} ${link}`.trim();
	throw new ServiceFailure({ ...failure, id, advice });
}

/** "Try again" would be wrong if someone may have a link. */
function linkAdvice({ lifecycle: { noun }, get }: PayerWait): string {
	return `The payer may have the link already, so do not create another: look this ${noun} up with ${get}.`;
}

/**
 * Refuses to wait at an address to which no payer comes back. In an execution that was retried, n8n
 * takes the output of Create from the failed one, and with it the link that leads back there.
 * @throws {ServiceFailure}
 */
function assertLinkLeadsHere(wait: PayerWait, item: Item, id: string): void {
	if (!item.execution.mayHaveEarlierOutput) return;
	const here = new URL(item.execution.resumeUrl);
	const executions = item.execution
		.earlier(id)
		.flatMap(({ paymentUrl, consentUrl }) => executionBehind(paymentUrl ?? consentUrl, here));
	const [other] = executions;
	if (other === undefined || executions.includes(executionAt(here))) return;
	throw new ServiceFailure({
		kind: 'notSent',
		happened: 'no',
		id,
		sentence: `The link leads back to execution ${other}, not to this one, so a returning payer would not resume this execution`,
		advice: `${linkAdvice(wait)} To wait for it, run another workflow: first ${wait.get} with 'Return to This Workflow' turned on, then a node that sends the payer the new link, then this node.`,
	});
}

/** The execution that a link of Stitch leads back to; empty if it leads somewhere else, or nowhere. */
function executionBehind(link: unknown, here: URL): string[] {
	const page = urlOf(link);
	const back = urlOf(page?.searchParams.get('redirect_uri'));
	return back && folderOf(back) === folderOf(here) ? [executionAt(back)] : [];
}

const urlOf = (link: unknown): URL | undefined =>
	typeof link === 'string' && URL.canParse(link) ? new URL(link) : undefined;
const folderOf = (address: URL): string => new URL('.', address).href;

/** n8n's address of a waiting execution ends with its ID. */
const executionAt = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/') + 1);
