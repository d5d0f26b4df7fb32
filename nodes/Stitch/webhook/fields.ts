import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from './kinds';

/** The option that both triggers have, with one meaning: a change counts once for all of them. */
export const onceAcrossTriggersOption: INodeProperties = {
	displayName: 'Once Across Triggers',
	name: 'onceAcrossTriggers',
	type: 'boolean',
	default: false,
	description:
		'Whether the Stitch triggers of this workflow start it once for each change, whichever of them hears of it first. Turn it on in each of them.',
};

/** The fields of the trigger, in the order of the editor. */
export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: eventOptions,
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
			'If the workflow is published with Automatic, unpublish it first. Then have events sent to the production URL at the top of this panel, paste the signing secret into Webhook Signing Secrets in the credential, and publish. Without a secret the workflow cannot be published.',
		name: 'manualNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { subscription: ['manual'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Client Type',
				name: 'clientType',
				type: 'options',
				options: [
					{ name: 'Any', value: 'any', description: 'Events of test and of live clients' },
					{ name: 'Live', value: 'live', description: 'Only events of live clients' },
					{ name: 'Test', value: 'test', description: 'Only events of test clients' },
				],
				default: 'any',
				description: 'Which kind of client may start the workflow',
			},
			{
				displayName: 'External Reference Prefix',
				name: 'externalReferencePrefix',
				type: 'string',
				default: '',
				placeholder: 'e.g. shop-',
				description:
					'Only events whose external reference starts with this. Where an event does not carry the reference, Fetch Current Resource can fill it in.',
			},
			{
				displayName: 'Fetch Current Resource',
				name: 'fetchCurrentResource',
				type: 'boolean',
				default: false,
				description:
					'Whether to read again what the event is about (payment request, payment consent, charge, disbursement, refund or terminal session) and add it as "current". Events can arrive late and out of order, so the status may have moved on.',
			},
			{
				displayName: 'Minimum Amount',
				name: 'minimumAmount',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1000.00',
				description: 'In rand. Only events of at least this amount.',
			},
			onceAcrossTriggersOption,
			{
				displayName: 'Other Event Types',
				name: 'otherEventTypes',
				type: 'string',
				default: '',
				placeholder: 'e.g. settlement',
				description:
					'More types to subscribe to, as Stitch names them, separated by commas. They arrive as Unknown Event, so choose that, too.',
			},
			{
				displayName: 'Remembered Events',
				name: 'rememberedEvents',
				type: 'number',
				typeOptions: { minValue: 100, maxValue: 100000 },
				default: 5000,
				description:
					'How many event IDs are kept to recognize repeated deliveries. Stitch repeats for up to 28 hours: set it to as many as can arrive in that time. A larger number makes each event a little slower.',
			},
			{
				displayName: 'Several Workers',
				name: 'severalWorkers',
				type: 'boolean',
				default: false,
				description:
					'Whether n8n runs in queue mode with more than one worker. Then an event starts the workflow once even if copies of it reach two workers in the same instant. Adds a few database queries to each event.',
			},
		],
	},
];
