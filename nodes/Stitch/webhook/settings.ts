import type {
	IExecuteFunctions,
	IHookFunctions,
	INodePropertyOptions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { z } from 'zod/v4';

import { simplifyField } from '../run/simplify';
import { InvalidInput } from '../schemas/invalidInput';
import { optionalText } from '../schemas/text';
import { form, type Form, type ReadBy } from '../schemas/form';
import {
	choice,
	field,
	ifAdded,
	notice,
	orDefault,
	switchField,
	textField,
} from '../schemas/formFields';
import { collection, only } from '../schemas/formGroups';
import { eventChoices, eventOptions, eventsIn, everyEvent, filterTypesOf } from './catalogue';

/** The chosen events, each by itself. */
export const eventsField = (offered: readonly INodePropertyOptions[], description: string) =>
	field(
		{
			displayName: 'Events',
			type: 'multiOptions',
			noDataExpression: true,
			options: eventChoices(offered),
			default: [],
			required: true,
			description,
		},
		z.unknown().transform(eventsIn),
	);

/** The option of both triggers by which workflows share one client. */
export const referencePrefix = (more = '') =>
	ifAdded(
		textField(
			{
				displayName: 'External Reference Prefix',
				placeholder: 'e.g. shop-',
				description: `Only events whose external reference starts with this. Events without an external reference start nothing.${more}`,
			},
			optionalText,
		),
		'option',
	);

/** The option of both triggers by which they can lead to one branch. */
export const oncePerWorkflow = switchField({
	displayName: 'Each Change Once per Workflow',
	description:
		'Whether a change starts the workflow only once, whichever of its Stitch triggers reports it. Turn it on in all of them, or leave it off if they lead to different branches.',
});

/** Its name is n8n's, and its fields are added one by one. */
export const optionsWords = { displayName: 'Options', placeholder: 'Add option', default: {} };

export const triggerPanel = form({
	events: eventsField(
		eventOptions,
		'What the workflow starts on. Other events are acknowledged and start nothing.',
	),
	subscription: orDefault(
		choice({
			displayName: 'Subscription',
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
		}),
	),
	automaticNotice: only(
		{ subscription: ['automatic'] },
		notice(
			'This n8n needs a public https address (its setting <code>N8N_WEBHOOK_URL</code>). Without one, use the <b>Stitch Payments Polling Trigger</b>. Stitch documents no scope for event subscriptions: leave <b>Scopes</b> of the credential as they are. This trigger cannot notice that its subscription was deleted at Stitch. To check, run Event Subscription → Get Many.',
		),
	),
	manualNotice: only(
		{ subscription: ['manual'] },
		notice(
			'If the workflow is published with Automatic, unpublish it first. Then have events sent to the production URL at the top of this panel, turn on Manual Event Subscriptions in the credential, paste the signing secret there, and publish. Without a secret the workflow cannot be published.',
		),
	),
	simplify: simplifyField,
	options: collection(optionsWords, {
		oncePerWorkflow,
		externalReferencePrefix: referencePrefix(
			' If an event (but not an Unknown Event) does not carry it, the trigger reads it from Stitch.',
		),
		fetchCurrentResource: switchField({
			displayName: 'Fetch Current Resource',
			description:
				'Whether to read the object of the event again (payment request, payment consent, charge, disbursement, refund or terminal session) and add it as "current". Events can arrive late and out of order, so the status may have changed since then.',
		}),
	}),
});

export type TriggerOptions = ReadBy<typeof triggerPanel>['options'];

type PanelContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/**
 * The values in a trigger's panel. The life-cycle functions read them too, so a workflow with a value that
 * cannot be read is not published.
 * @throws {InvalidInput}
 */
export function readPanel<Values>(context: PanelContext, panel: Form<Values>): Values {
	if (context.getNode().alwaysOutputData === true) throw new InvalidInput([alwaysOutputData]);
	return panel.read({
		// In an execution, a parameter is read for an item.
		get: (name) =>
			'getInputData' in context
				? context.getNodeParameter(name, 0, null)
				: context.getNodeParameter(name, null),
	});
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

/** Whether a node creates its own subscription; with Manual, someone else does. */
export function isAutomatic(context: IHookFunctions | IWebhookFunctions): boolean {
	return context.getNodeParameter('subscription', 'automatic') !== 'manual';
}

/** The types that a node subscribes to. @throws {InvalidInput} */
export function subscribedTypes(context: IHookFunctions | IWebhookFunctions): string[] {
	return filterTypesOf(readPanel(context, triggerPanel).events);
}

/** Whether a node starts on every event that its client can receive. */
export function choosesEverything(context: IHookFunctions): boolean {
	return (context.getNodeParameter('events', []) as unknown[]).includes(everyEvent);
}
