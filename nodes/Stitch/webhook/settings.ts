import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { simplifyField } from '../run/simplify';
import { asText, check, InvalidInput, optionalText, yesNo } from '../schemas/field';
import { isUnreadable, type StitchEvent } from './event';
import {
	eventChoices,
	eventFamilies,
	eventOptions,
	eventsIn,
	everyEvent,
	filterTypesOf,
	type EventsOfResource,
} from './catalogue';

/** The option of both triggers by which workflows share one client. */
export const referencePrefix = {
	displayName: 'External Reference Prefix',
	name: 'externalReferencePrefix',
	type: 'string',
	default: '',
	placeholder: 'e.g. shop-',
	description:
		'Only events whose external reference starts with this. Events without an external reference start nothing.',
} satisfies INodeProperties;

/** The option of both triggers by which they can lead to one branch. */
export const oncePerWorkflow = {
	displayName: 'Each Change Once per Workflow',
	name: 'oncePerWorkflow',
	type: 'boolean',
	default: false,
	description:
		'Whether a change starts the workflow only once, whichever of its Stitch triggers reports it. Turn it on in all of them, or leave it off if they lead to different branches.',
} satisfies INodeProperties;

/** The fields of the trigger, in the order of the editor. */
export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: eventChoices(eventOptions),
		default: [],
		required: true,
		description: 'What the workflow starts on. Other events are acknowledged and start nothing.',
	},
	{
		displayName: 'Subscription',
		name: 'subscription',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'Subscribe when the workflow is published and unsubscribe when it is unpublished. Nothing to paste.',
			},
			{
				name: 'Manual',
				value: 'manual',
				description: 'For a subscription that you, Stitch support or a proxy manages',
			},
		],
		default: 'automatic',
		description: 'How Stitch learns where to send the events',
	},
	{
		displayName:
			'This n8n needs a public https address (its setting <code>N8N_WEBHOOK_URL</code>). Without one, use the <b>Stitch Payments Polling Trigger</b>. Stitch documents no scope for event subscriptions: leave <b>Scopes</b> of the credential as they are. This trigger cannot notice that its subscription was deleted at Stitch. To check, run Event Subscription → Get Many.',
		name: 'automaticNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { subscription: ['automatic'] } },
	},
	{
		displayName:
			'If the workflow is published with Automatic, unpublish it first. Then have events sent to the production URL at the top of this panel, turn on Manual Event Subscriptions in the credential, paste the signing secret there, and publish. Without a secret the workflow cannot be published.',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { subscription: ['manual'] } },
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			oncePerWorkflow,
			{
				...referencePrefix,
				description: `${referencePrefix.description} If an event (but not an Unknown Event) does not carry it, the trigger reads it from Stitch.`,
			},
			{
				displayName: 'Fetch Current Resource',
				name: 'fetchCurrentResource',
				type: 'boolean',
				default: false,
				description:
					'Whether to read the object of the event again (payment request, payment consent, charge, disbursement, refund or terminal session) and add it as "current". Events can arrive late and out of order, so the status may have changed since then.',
			},
		],
	},
];

/** The "Options" collection of the trigger, checked. */
export interface TriggerOptions {
	externalReferencePrefix: string | undefined;
	fetchCurrentResource: boolean;
	/** Whether they are kept for all Stitch triggers of the workflow together. */
	oncePerWorkflow: boolean;
}

type PanelContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/** The values in a trigger's panel: the chosen events, each by itself, and the options. */
export function readPanel(context: PanelContext): { events: string[]; options: TriggerOptions } {
	if (context.getNode().alwaysOutputData === true) throw new InvalidInput([alwaysOutputData]);
	// In an execution, a parameter is read for an item.
	const parameter = (name: string): unknown =>
		'getInputData' in context
			? context.getNodeParameter(name, 0, null)
			: context.getNodeParameter(name, null);
	return {
		events: eventsIn(parameter('events')),
		options: readOptions(parameter('options') as IDataObject),
	};
}

/** n8n would replace an event that a trigger leaves out in its execution, such as a repeated one. */
const alwaysOutputData = {
	field: 'Always Output Data',
	// Where publishing fails, n8n shows these words alone.
	what: "would start the workflow with an empty item for each repeated event. Turn it off in this node's Settings",
	fix: '',
};

/**
 * For the person who publishes. Where only the server's setting says it, n8n does not show it, and nobody
 * is there when n8n starts.
 * @throws {InvalidInput} if this workflow saves no failed executions: they hold the only copy of an event
 */
export function requireSavedFailures(
	context: Partial<Pick<IHookFunctions, 'getWorkflowSettings'>>,
): void {
	if (context.getWorkflowSettings?.().saveDataErrorExecution === 'none') {
		throw new InvalidInput([unsavedFailures]);
	}
}

const unsavedFailures = {
	field: 'Save failed production executions',
	// Where publishing fails, n8n shows these words alone.
	what: 'is off, so an event whose execution fails would be lost. In the settings of the workflow, set it to Save',
	fix: '',
};

const prefix = optionalText('External Reference Prefix');

const emptyPrefix = {
	field: 'External Reference Prefix',
	// Where publishing fails, n8n shows these words alone.
	what: 'is empty, so events of every reference would start the workflow. Enter how references begin, or remove the option',
	fix: '',
};

/**
 * @throws {InvalidInput} for a value that cannot be read: ignoring it would switch the filter off.
 * The life-cycle functions read the options too, so a workflow with such a value is not published.
 */
export function readOptions(options: IDataObject | null): TriggerOptions {
	const given = options ?? {};
	const externalReferencePrefix = check(prefix, given.externalReferencePrefix);
	// As the value of an expression may become when the thing that it names is gone.
	if ('externalReferencePrefix' in given && externalReferencePrefix === undefined) {
		throw new InvalidInput([emptyPrefix]);
	}
	return {
		externalReferencePrefix,
		fetchCurrentResource: yesNo('Fetch Current Resource', given.fetchCurrentResource, false),
		oncePerWorkflow: yesNo(oncePerWorkflow.displayName, given.oncePerWorkflow, false),
	};
}

/** Whether a node creates its own subscription; with Manual, someone else does. */
export function isAutomatic(context: IHookFunctions | IWebhookFunctions): boolean {
	return context.getNodeParameter('subscription', 'automatic') !== 'manual';
}

/** The types that a node subscribes to. @throws {InvalidInput} */
export function subscribedTypes(context: IHookFunctions | IWebhookFunctions): string[] {
	return filterTypesOf(readPanel(context).events);
}

/** Whether a node starts on every event that its client can receive. */
export function choosesEverything(context: IHookFunctions): boolean {
	return (context.getNodeParameter('events', []) as unknown[]).includes(everyEvent);
}

/** Whether a node is to start on an event. */
export function isChosen(
	{ event, mayBe = [] }: Pick<StitchEvent, 'event' | 'mayBe'>,
	events: readonly string[],
): boolean {
	return [event, ...mayBe].some((name) => events.includes(name));
}

/**
 * The object that is read before an event is passed on: if the user wants it, if only it says what the
 * event is about, or if the event lacks the reference to filter by. What an unknown event is about is
 * not known. An event with a reference that does not pass is not read: its object has the same one.
 */
export function objectToRead(
	given: StitchEvent,
	options: TriggerOptions,
): { family: EventsOfResource; id: string } | undefined {
	const { event, mayBe, id, externalReference } = given;
	const passes = passesFilter(given, options);
	if (!passes && externalReference !== null) return undefined;
	if (id === null || !(options.fetchCurrentResource || mayBe || !passes)) return undefined;
	const name = mayBe?.[0] ?? event;
	const family = eventFamilies.find((each) => name.startsWith(`${each.family}.`));
	return family && { family, id };
}

/** Whether an event passes the filter on its reference. An event without a reference does not. */
export function passesFilter(
	{ externalReference }: Pick<StitchEvent, 'externalReference'>,
	{ externalReferencePrefix }: TriggerOptions,
): boolean {
	return (
		externalReferencePrefix === undefined ||
		asText(externalReference)?.startsWith(externalReferencePrefix) === true
	);
}

/**
 * Whether an event that cannot be read would end unseen: it may be one that the node waits for, unless it
 * has the reference of another workflow.
 */
export function wouldBeMissed(
	event: StitchEvent,
	events: readonly string[],
	options: TriggerOptions,
): boolean {
	const passes = passesFilter(event, options);
	const mayBeOurs = passes || event.externalReference === null;
	return isUnreadable(event) && mayBeOurs && !(passes && isChosen(event, events));
}
