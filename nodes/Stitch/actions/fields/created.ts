import type { INodeProperties } from 'n8n-workflow';

/** How the two fields are labelled; used in messages too. */
export const createdLabels = { from: 'Created After', to: 'Created Before' };

/** When something was created, for a collection of filters. */
export const createdFields: INodeProperties[] = [
	{
		displayName: 'Created After',
		name: 'createdAfter',
		type: 'dateTime',
		default: '',
		description: "Only what was created at this time or later, in the workflow's time zone",
	},
	{
		displayName: 'Created Before',
		name: 'createdBefore',
		type: 'dateTime',
		default: '',
		description: "Only what was created at this time or earlier, in the workflow's time zone",
	},
];
