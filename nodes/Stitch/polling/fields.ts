import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../run/simplify';
import { eventChoices } from '../webhook/catalogue';
import { pollableEvents } from './lists';

/** The fields of the polling trigger, below n8n's own Poll Times. */
export const pollingFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		noDataExpression: true,
		options: eventChoices(pollableEvents),
		default: [],
		required: true,
		description: 'What the workflow starts on',
	},
	{
		displayName:
			'This trigger polls Stitch and needs no public address. If something changes twice between two polls, you only get the latest status. Events that Stitch cannot be asked for, such as Payment Confirmation Unsettled, need the Stitch Payments Trigger.',
		name: 'pollingNotice',
		type: 'notice',
		default: '',
	},
	simplifyField,
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
		],
	},
];
