import type { INodeProperties } from 'n8n-workflow';

import { pollableEvents } from './lists';

/** The fields of the polling trigger, below n8n's own Poll Times. */
export const pollingFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: pollableEvents,
		default: [],
		required: true,
		description: 'What the workflow starts on',
	},
	{
		displayName:
			'This trigger asks Stitch what has changed and needs no public address. If something changes twice between two looks, only the latest status is seen. Events that Stitch cannot be asked for, such as Payment Confirmation Unsettled, need the Stitch Payments Trigger.',
		name: 'pollingNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'External Reference Prefix',
				name: 'externalReferencePrefix',
				type: 'string',
				default: '',
				placeholder: 'e.g. shop-',
				description: 'Only changes whose external reference starts with this',
			},
			{
				displayName: 'Remembered Events',
				name: 'rememberedEvents',
				type: 'number',
				typeOptions: { minValue: 1000, maxValue: 100000 },
				default: 10000,
				description:
					'How many changes are kept to recognize those that the workflow has started on already',
			},
			{
				displayName: 'Start From',
				name: 'startFrom',
				type: 'dateTime',
				noDataExpression: true,
				default: '',
				description:
					"Also start for what has changed since this time, in the workflow's time zone. By default, the trigger begins when the workflow is first published, and later goes on where it stood. If you set another time later, it goes back to that time and leaves out what it has already started on.",
			},
		],
	},
];
